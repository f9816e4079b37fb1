//! The secret that proves that a page was opened by the person who started the board. It is kept in
//! a private file, so that open tabs find a restarted board again.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// 128 random bits in hexadecimal.
#[derive(Clone)]
pub struct Token(String);

const DIGITS: usize = 32;

impl Token {
    /// The token of this user; created if there is none yet.
    pub fn of_user() -> io::Result<Token> {
        match state_folder() {
            Some(folder) => Token::in_file(&folder.join("secateur").join("board-token")),
            // Without a home there is no place to keep it; it is good until the board ends.
            None => Token::random(),
        }
    }

    /// The token in this file. A file without a token is replaced.
    pub fn in_file(path: &Path) -> io::Result<Token> {
        if let Ok(text) = fs::read_to_string(path)
            && let Some(token) = Token::read(text.trim())
        {
            return Ok(token);
        }
        let token = Token::random()?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        // Removed first: permissions are set only when a file is created.
        let _ = fs::remove_file(path);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(path)?.write_all(token.0.as_bytes())?;
        Ok(token)
    }

    pub fn random() -> io::Result<Token> {
        let mut bytes = [0; DIGITS / 2];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    fn read(text: &str) -> Option<Token> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        (text.len() == DIGITS && text.bytes().all(is_digit)).then(|| Token(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Takes the same time wherever the first wrong digit is.
    pub(crate) fn matches(&self, text: &str) -> bool {
        let (own, other) = (self.0.as_bytes(), text.as_bytes());
        let differences = own.iter().zip(other).fold(0, |all, (a, b)| all | (a ^ b));
        own.len() == other.len() && differences == 0
    }
}

/// Where programs keep what must survive a restart.
fn state_folder() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || folder("HOME").map(|home| home.join(".local").join("state"));
    folder("XDG_STATE_HOME").or_else(home).or_else(|| folder("LOCALAPPDATA"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolkit::TempFolder;

    #[test]
    fn a_token_survives_a_restart_and_is_private() {
        let folder = TempFolder::new("token");
        let path = folder.file("state/board-token");
        let first = Token::in_file(&path).unwrap();
        assert_eq!(first.as_str().len(), DIGITS);
        assert!(first.matches(Token::in_file(&path).unwrap().as_str()));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        fs::write(&path, "guessed").unwrap();
        let second = Token::in_file(&path).unwrap();
        assert!(second.as_str() != "guessed" && !first.matches(second.as_str()));
    }

    #[test]
    fn only_the_whole_token_matches() {
        let token = Token::random().unwrap();
        let text = token.as_str().to_owned();
        assert!(token.matches(&text));
        assert!(!token.matches("") && !token.matches(&text[1..]) && !token.matches(&(text + "0")));
    }
}
