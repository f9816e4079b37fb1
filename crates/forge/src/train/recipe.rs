//! The recipe of a network, which stays beside what was made by it.

use core::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use toolkit::whole_file::write_whole;

use super::config::{Config, ConfigError};

/// Its name in the folder of a training.
pub const RECIPE: &str = "config.toml";

/// A recipe and its place, where no other one stands.
#[derive(Debug)]
pub struct Recipe {
    path: PathBuf,
    /// `None` where it is written already, in whatever words.
    text: Option<String>,
}

/// Why a recipe cannot be kept.
#[derive(Debug)]
pub enum RecipeError {
    Io(io::Error),
    /// What stands in its place is no recipe.
    Foreign(ConfigError),
    /// There is another one.
    Other(Vec<String>),
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecipeError::Io(error) => error.fmt(f),
            RecipeError::Foreign(error) => write!(
                f,
                "something else stands where the recipe belongs, and is not overwritten: {error}"
            ),
            RecipeError::Other(differences) => write!(
                f,
                "another recipe stands there, and is not overwritten: {}; expected the same, or none",
                differences.join(", ")
            ),
        }
    }
}

impl core::error::Error for RecipeError {}

impl From<io::Error> for RecipeError {
    fn from(error: io::Error) -> RecipeError {
        RecipeError::Io(error)
    }
}

impl Recipe {
    /// Nothing is written yet.
    pub fn at(path: PathBuf, text: &str) -> Result<Recipe, RecipeError> {
        let there = match fs::read_to_string(&path) {
            Ok(there) => there,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Recipe { path, text: Some(text.to_owned()) });
            }
            Err(error) => return Err(error.into()),
        };
        let parse = |text: &str| Config::parse(text).map_err(RecipeError::Foreign);
        let differences = parse(&there)?.differences(&parse(text)?);
        match differences.is_empty() {
            true => Ok(Recipe { path, text: None }),
            false => Err(RecipeError::Other(differences)),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes it, unless it is there.
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
    use crate::train::Folder;

    const TEXT: &str = "width = 32\nepochs = 3\n";

    #[test]
    fn a_recipe_is_written_once_and_another_one_never_overwritten() {
        let folder = Folder::new("recipe");
        let path = folder.0.join("toy.toml");
        let at = |text: &str| Recipe::at(path.clone(), text);
        let read = || fs::read_to_string(&path).unwrap();
        at(TEXT).unwrap().write().unwrap();
        assert_eq!(read(), TEXT);
        // What means the same is left as somebody has put it.
        let full = Config::parse(TEXT).unwrap().to_toml().unwrap();
        at(&full).unwrap().write().unwrap();
        assert_eq!(read(), TEXT);
        let told = at("width = 64\nepochs = 3\n").unwrap_err().to_string();
        assert!(told.contains("width 32 and not 64"), "{told}");
        fs::write(&path, "a note to myself").unwrap();
        let told = at(TEXT).unwrap_err().to_string();
        assert!(told.contains("not overwritten"), "{told}");
        assert_eq!(read(), "a note to myself");
        assert!(matches!(Recipe::at(folder.0.clone(), TEXT), Err(RecipeError::Io(_))));
    }
}
