use engine::probe::Ledger;
struct Show(std::time::Instant);
impl engine::Listener for Show {
    fn progress(&mut self, p: &engine::Progress<'_>) {
        let m = &p.moves[0];
        println!(
            "depth {} seldepth {} score {} {:?} nodes {} time {} pv {:?}",
            p.depth,
            m.selective_depth,
            m.score,
            p.bound,
            p.nodes,
            self.0.elapsed().as_millis(),
            m.pv
        );
    }
}
fn main() {
    let mut args = std::env::args().skip(1);
    let depth: i32 = args.next().and_then(|a| a.parse().ok()).unwrap_or(10);
    let fen = args.next().unwrap_or_else(|| {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".into()
    });
    let game = chess::Game::new(fen.parse().unwrap());
    let mut engine = engine::Engine::new(64).unwrap();
    let t = std::time::Instant::now();
    let limits = engine::limits::Limits { depth: Some(depth), ..Default::default() };
    let a = engine.go::<Ledger>(&game, &limits, &std::sync::Arc::default(), &mut Show(t));
    println!(
        "{:?} {} nps {}",
        a.best,
        a.score,
        (a.nodes as f64 / t.elapsed().as_secs_f64()) as u64
    );
    println!("{}", a.probe);
}
