fn main() {
    let leaves = chess::perft::perft(&chess::Position::initial(), 5);
    println!("{leaves}");
}
