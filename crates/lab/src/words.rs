//! Splitting a line into words, where quotes keep words together.

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

#[cfg(test)]
mod tests {
    use super::*;

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
