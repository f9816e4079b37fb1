//! Splits a line into words, as a shell does with quotes, and joins words into such a line.

/// `None` if a quote is not closed.
pub(crate) fn split(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word) = (Vec::new(), None::<String>);
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// A line that splits into these words.
pub(crate) fn join(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<String>>().join(" ")
}

fn quoted(word: &str) -> String {
    let is_special = |letter: char| letter.is_whitespace() || letter == '"' || letter == '\'';
    match word {
        _ if !word.is_empty() && !word.contains(is_special) => word.to_owned(),
        _ if word.contains('"') && !word.contains('\'') => format!("'{word}'"),
        // There is no escape: the quotes close, the other kind holds the quote, and they reopen.
        _ => format!("\"{}\"", word.replace('"', r#""'"'""#)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_words_split_again() {
        let words = ["plain", "", "two words", "args=-a \"b c\"", "it's", "\"'\" '", "'", "\""];
        let words = words.map(str::to_owned);
        assert_eq!(split(&join(&words)).unwrap(), words);
        assert_eq!(join(&words[..3]), "plain \"\" \"two words\"");
        assert_eq!(join(&words[3..4]), "'args=-a \"b c\"'");
    }

    #[test]
    fn quotes_keep_words_together() {
        let words = |text| split(text).unwrap();
        assert_eq!(words("  a  b\tc "), ["a", "b", "c"]);
        assert_eq!(words("\"option.Move Overhead=10\" x"), ["option.Move Overhead=10", "x"]);
        assert_eq!(words("args='-a \"b c\"' ''"), ["args=-a \"b c\"", ""]);
        assert_eq!(words(""), Vec::<String>::new());
        assert_eq!(split("a \"b"), None);
    }
}
