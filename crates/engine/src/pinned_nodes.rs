//! A safety net: the node counts of a few settings that switch on every optional path. A change here
//! says that the search has changed, not which rule; the tests of the pages say that. The classical
//! evaluation is used, so that a new network changes nothing here.

use std::sync::Arc;

use chess::{Game, Setup};

use crate::knobs::{Knob, Knobs};
use crate::probe::Silent;
use crate::time::Limits;
use crate::{Control, Engine};

/// An opening, tactics, and an endgame.
const POSITIONS: [&str; 3] = [
    "r1bq1rk1/p1ppbppp/1p2pn2/8/1nPP4/P3BN2/1P1NPPPP/R2QKB1R b KQ - 0 8",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
];
const DEPTH: i32 = 8;

/// Settings by their UCI names, and the nodes of each position.
const PINNED: [(&str, [u64; 3]); 9] = [
    ("", [2_028, 12_243, 3_184]),
    (
        "StaticNullGuard=either StaticNullReturn=eval StaticNullStore=always StaticNullStrict=true \
         StaticNullEval=static StaticNullPreCheck=true StaticNullMargin=progressive \
         StaticNullImproving=true StaticNullSpareTtPv=true StaticNullSpareQuietMove=true",
        [4_600, 18_804, 7_660],
    ),
    (
        "StaticNullGuard=shallow StaticNullReturn=margin StaticNullStore=eval-only \
         StaticNullMargin=quadratic StaticNullImproving=false StaticNullSpareTtPv=false \
         StaticNullSpareQuietMove=false",
        [2_668, 10_584, 3_920],
    ),
    (
        "FutilityMargins=ultrasafe FutilityDepth=nominal FutilityPv=false FutilitySoft=false \
         FutilitySparePromotions=true FutilitySpareWinning=true FutilitySpareKillers=true \
         FutilitySpareHanging=undefended ExtendedFutilityMargins=futility ExtendedFutilityQuiets=true",
        [2_052, 12_454, 3_219],
    ),
    (
        "NullMoveGate=eval NullMoveEval=static NullMoveKeepPly=true NullMoveVerifyDepth=6 \
         NullMoveVerifyEndgameDepth=2 NullMoveLegalMoves=3 NullMoveDepthDivisor=0 \
         NullMoveTableGate=false RazorEndgameThreshold=1300",
        [3_542, 12_719, 5_180],
    ),
    (
        "UseKillers=true UseCountermoves=true MoveCountSpareKillers=true UseIid=true IidMinDepth=4 \
         UseCheckExtension=true UseRecaptureExtension=true SingularDepthMin=4",
        [12_071, 14_691, 8_438],
    ),
    (
        "QuiescenceMaxPly=4 QuiescenceMaxMoves=0 QuiescenceChecks=2 QuiescenceSEE=false \
         DeltaStrict=true DeltaSpareChecks=false ExchangeScale=textbook NodeFutility=true \
         PruneAtMates=true PruneFrom=second-move PruneNeedsPieces=false",
        [9_253, 18_962, 5_207],
    ),
    (
        "TableReplacement=protected TableSlots=2 TableKeepMove=false TableStoreEval=false \
         TableStoreQuiescence=false TableEntryLimit=5000 AspirationGrowth=exponential",
        [4_434, 11_542, 2_382],
    ),
    (
        "TableReplacement=depth-preferred TableSlots=1 TableDepthSlack=2 AspirationGrowth=linear \
         UseTableCutoff=false UseUpcomingRepetition=false UseMateDistance=false UseHindsight=false \
         UseDeeper=false UseMultiCut=false UseCorrectionHistory=false",
        [3_968, 11_581, 4_890],
    ),
];

fn nodes(settings: &str) -> [u64; 3] {
    let mut knobs = Knobs::default();
    for setting in settings.split_whitespace().chain(["Evaluator=classical"]) {
        let (option, value) = setting.split_once('=').unwrap();
        Knob::find(option).unwrap_or_else(|| panic!("{option}")).set(&mut knobs, value).unwrap();
    }
    POSITIONS.map(|fen| {
        let mut engine = Engine::new(1).unwrap();
        engine.knobs = knobs;
        let game = Game::new(fen.parse::<Setup>().unwrap());
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        engine.go::<Silent>(&game, &limits, &Arc::new(Control::default()), &mut ()).nodes
    })
}

#[test]
fn settings_that_switch_on_every_optional_path_search_the_same_nodes() {
    if crate::CONSTANT_KNOBS {
        return;
    }
    let found = PINNED.map(|(settings, _)| nodes(settings));
    assert_eq!(found, PINNED.map(|(_, nodes)| nodes), "the counts after a change of the search");
}
