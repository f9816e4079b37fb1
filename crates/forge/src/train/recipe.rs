//! The recipe file that is kept beside a training or a network.

use core::error::Error;
use core::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use toolkit::whole_file::write_whole;

use super::config::{Config, ConfigError};

/// Its name in the folder of a training.
pub const RECIPE: &str = "config.toml";

/// A recipe that can be written: no different one is in its place.
#[derive(Debug)]
pub struct Recipe {
    path: PathBuf,
    /// `None` if the file holds an equivalent recipe already.
    text: Option<String>,
}

/// Why a recipe cannot be written.
#[derive(Debug)]
pub enum RecipeError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is not a recipe.
    Foreign(ConfigError),
    /// The file is a different recipe; how it differs.
    Different(Vec<String>),
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecipeError::Io(_) => f.write_str("cannot read the recipe"),
            RecipeError::Foreign(_) => {
                f.write_str("the file exists, is not a recipe and is not overwritten")
            }
            RecipeError::Different(differences) => write!(
                f,
                "the file is another recipe and is not overwritten: {}; expected the same, or no file",
                differences.join(", ")
            ),
        }
    }
}

impl Error for RecipeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            RecipeError::Io(error) => Some(error),
            RecipeError::Foreign(error) => Some(error),
            RecipeError::Different(_) => None,
        }
    }
}

impl From<io::Error> for RecipeError {
    fn from(error: io::Error) -> RecipeError {
        RecipeError::Io(error)
    }
}

impl Recipe {
    /// Checks that the recipe can be written to this path.
    pub fn at(path: PathBuf, text: &str) -> Result<Recipe, RecipeError> {
        let existing = match fs::read_to_string(&path) {
            Ok(existing) => existing,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Recipe { path, text: Some(text.to_owned()) });
            }
            Err(error) => return Err(error.into()),
        };
        let parse = |text: &str| Config::parse(text).map_err(RecipeError::Foreign);
        let differences = parse(&existing)?.differences(&parse(text)?);
        match differences.is_empty() {
            true => Ok(Recipe { path, text: None }),
            false => Err(RecipeError::Different(differences)),
        }
    }

    /// Where it is written.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the recipe, unless it is there already.
    pub fn write(&self) -> io::Result<()> {
        match &self.text {
            Some(text) => write_whole(&self.path, text.as_bytes()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolkit::TempFolder;

    const TEXT: &str = "width = 32\nepochs = 3\n";

    #[test]
    fn a_recipe_is_written_once_and_another_one_never_overwritten() {
        let folder = TempFolder::new("recipe");
        let path = folder.file("toy.toml");
        let at = |text: &str| Recipe::at(path.clone(), text);
        let read = || fs::read_to_string(&path).unwrap();
        at(TEXT).unwrap().write().unwrap();
        assert_eq!(read(), TEXT);
        // An equivalent recipe is left as it is.
        let full = Config::parse(TEXT).unwrap().to_toml().unwrap();
        at(&full).unwrap().write().unwrap();
        assert_eq!(read(), TEXT);
        let error = at("width = 64\nepochs = 3\n").unwrap_err().to_string();
        assert!(error.contains("width 32 and not 64"), "{error}");
        fs::write(&path, "a note to myself").unwrap();
        let error = at(TEXT).unwrap_err().to_string();
        assert!(error.contains("not overwritten"), "{error}");
        assert_eq!(read(), "a note to myself");
        assert!(matches!(Recipe::at(folder.path().to_owned(), TEXT), Err(RecipeError::Io(_))));
    }
}
