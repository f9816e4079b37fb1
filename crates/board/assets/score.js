// Scores in words and figures. A SCORE is {cp} or {mate}, from White's point of view.

/** "+0.34", "-1.20", "0.00", "#3", "#-2". */
export function scoreText(score) {
  if (!score) return "…";
  if (score.mate !== undefined) return score.mate === 0 ? "#" : `#${score.mate}`.replace("-", "−");
  const pawns = (Math.abs(score.cp) / 100).toFixed(2);
  if (Number(pawns) === 0) return "0.00";
  return `${score.cp > 0 ? "+" : "−"}${pawns}`;
}

/** "White is better", for announcements and titles. */
export function scoreWords(score) {
  if (!score) return "not evaluated";
  if (score.mate !== undefined) return `${score.mate > 0 ? "White" : "Black"} mates in ${Math.abs(score.mate)}`;
  const size = Math.abs(score.cp);
  if (size < 25) return "equal";
  const side = score.cp > 0 ? "White" : "Black";
  if (size < 80) return `${side} is slightly better`;
  if (size < 200) return `${side} is better`;
  return `${side} is winning`;
}

/** The points White can expect, 0 to 1, from [white wins, draw, black wins] in permille. */
export function expectedPoints(wdl) {
  return (wdl[0] + wdl[1] / 2) / (wdl[0] + wdl[1] + wdl[2]);
}

/** 950, 12.3 k, 4.56 M. */
export function countText(count) {
  if (count < 1000) return String(count);
  if (count < 1e6) return `${(count / 1e3).toFixed(count < 1e4 ? 1 : 0)} k`;
  if (count < 1e9) return `${(count / 1e6).toFixed(count < 1e7 ? 2 : 1)} M`;
  return `${(count / 1e9).toFixed(2)} G`;
}

const PIECES = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight" };

/** A SAN move as a screen reader should say it: "knight takes f3, check". */
export function moveWords(san) {
  const end = san.endsWith("#") ? ", checkmate" : san.endsWith("+") ? ", check" : "";
  if (san.startsWith("O-O-O")) return `castles queenside${end}`;
  if (san.startsWith("O-O")) return `castles kingside${end}`;
  const [, piece, from, takes, to, promotion] =
    san.match(/^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?/) ?? [];
  if (!to) return san;
  const who = piece ? PIECES[piece] : "pawn";
  const origin = from ? ` from ${from}` : "";
  const becomes = promotion ? `, becomes a ${PIECES[promotion]}` : "";
  return `${who}${origin} ${takes ? "takes" : "to"} ${to}${becomes}${end}`;
}

const FIGURINES = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘" };

/** A SAN move with figurines in place of letters, if they are wanted. */
export function sanText(san, figurines) {
  return figurines ? san.replace(/[KQRBN]/g, (letter) => FIGURINES[letter]) : san;
}

/** "12." or "12…" for the move that leads from a position with this FEN. */
export function moveNumberText(fenBefore) {
  const fields = fenBefore.split(" ");
  return `${fields[5] ?? 1}${fields[1] === "b" ? "…" : "."}`;
}
