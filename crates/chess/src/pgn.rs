//! Games as text: PGN.
