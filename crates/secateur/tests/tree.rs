//! `secateur tree`: pages of the tree as text and as JSON, and what it refuses.

mod support;

use serde_json::Value;
use support::tool::{fail, succeed};

const TACTICS: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn page(arguments: &[&str]) -> Value {
    let base = ["tree", "--fen", TACTICS, "--depth", "7", "--json", "-"];
    serde_json::from_str(&succeed(&[&base[..], arguments].concat())).unwrap()
}

#[test]
fn a_page_has_the_largest_children_first_and_counts_the_others() {
    let all = page(&["--children", "100"]);
    let children = all["children"].as_array().unwrap();
    let nodes: Vec<u64> = children.iter().map(|row| row["nodes"].as_u64().unwrap()).collect();
    assert!(nodes.is_sorted_by(|one, two| one >= two), "{nodes:?}");
    assert_eq!(nodes.iter().sum::<u64>() + 1, all["node"]["nodes"].as_u64().unwrap());
    let second = page(&["--children", "3", "--skip", "3"]);
    assert_eq!(second["children"].as_array().unwrap()[..], children[3..6]);
    assert_eq!(second["more_children"], children.len() - 3);
}

#[test]
fn a_line_leads_to_its_node_and_names_the_moves_never_searched() {
    let first = &page(&[])["children"][0];
    let (san, uci) = (first["mv"].as_str().unwrap(), first["uci"].as_str().unwrap());
    for line in [san, uci] {
        let below = page(&["--line", line]);
        assert_eq!((&below["node"]["id"], &below["line"][0]), (&first["id"], &first["mv"]));
    }
    let id = first["id"].to_string();
    assert_eq!(page(&["--node", &id])["line"][0], first["mv"]);
}

#[test]
fn the_text_shows_rules_and_reasons() {
    let shown = succeed(&["tree", "--fen", TACTICS, "--depth", "7", "--by", "staticnull"]);
    for part in ["ended by", "what ended the nodes below:", "StaticNull cut these nodes"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn children_come_in_the_order_of_the_search_if_asked_for() {
    let shown = page(&["--children", "100", "--sort", "order"]);
    let children = shown["children"].as_array().unwrap();
    let ids: Vec<u64> = children.iter().map(|row| row["id"].as_u64().unwrap()).collect();
    assert!(ids.len() > 10 && ids.is_sorted(), "{ids:?}");
}

#[test]
fn a_move_of_either_side_is_listed_where_it_was_searched_or_skipped() {
    let base = ["tree", "--fen", TACTICS, "--depth", "7", "--children", "2000"];
    let list = |mv: &str| succeed(&[&base[..], &["--move", mv]].concat());
    let ours = list("Qxf6");
    assert!(ours.contains("nodes below where f3f6 was searched or skipped:"), "{ours}");
    assert!(ours.contains("skipped: SeePruning "), "{ours}");
    let theirs = list("bxc3");
    assert!(theirs.contains("nodes below where b4c3") && theirs.contains("Bxa6"), "{theirs}");
}

#[test]
fn every_line_of_a_page_fits_a_terminal_of_80_columns() {
    let base = ["tree", "--fen", TACTICS, "--depth", "8"];
    for more in [&[][..], &["--line", "dxe6"], &["--info", "--sort", "order"]] {
        for line in succeed(&[&base[..], more].concat()).lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn what_is_not_in_the_tree_is_refused_by_name() {
    for (arguments, expected) in [
        (["--line", "e9"], "--line: 'e9'"),
        (["--line", "a1b1 a6b5 h1g1 b5e2 g1h1"], "was not searched"),
        (["--node", "4000000000"], "--node 4000000000: no such node; expected 0 to"),
        (["--move", "Qh9"], "--move Qh9"),
        (["--by", "magic"], "--by magic: expected one of Aspiration"),
        (["--set", "Nonsense=1"], "no setting 'Nonsense'"),
    ] {
        let base = ["tree", "--fen", TACTICS, "--depth", "3"];
        let shown = fail(&[&base[..], &arguments].concat());
        assert!(shown.contains(expected), "{arguments:?}: {shown}");
    }
}
