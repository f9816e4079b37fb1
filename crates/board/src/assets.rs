//! The files of the page: embedded, or read from a folder for people who work on the page.

use std::borrow::Cow;
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

/// Names and contents of the embedded files.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Where the page comes from.
pub(crate) enum Assets {
    Embedded,
    Folder(PathBuf),
}

/// A file with its type.
pub(crate) struct Asset {
    pub(crate) bytes: Cow<'static, [u8]>,
    pub(crate) content_type: &'static str,
}

impl Assets {
    /// The file with this name. The name is compared with those that exist and never becomes a
    /// path.
    pub(crate) fn find(&self, name: &str) -> Option<Asset> {
        let name = if name.is_empty() { "index.html" } else { name };
        let content_type = content_type(name)?;
        let bytes = match self {
            Assets::Embedded => {
                let (_, bytes) = EMBEDDED.iter().find(|(known, _)| *known == name)?;
                Cow::Borrowed(*bytes)
            }
            Assets::Folder(folder) => {
                let (_, path) = files(folder).into_iter().find(|(known, _)| known == name)?;
                Cow::Owned(fs::read(path).ok()?)
            }
        };
        Some(Asset { bytes, content_type })
    }
}

impl Asset {
    /// A tag that changes with the content.
    pub(crate) fn etag(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.bytes.hash(&mut hasher);
        format!("\"{:016x}\"", hasher.finish())
    }
}

/// Only types that the page needs are served.
fn content_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "webmanifest" => "application/json",
        "woff2" => "font/woff2",
        "wav" => "audio/wav",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        _ => return None,
    })
}

/// The files below a folder with their names as the browser asks for them. Links are left out.
fn files(folder: &Path) -> Vec<(String, PathBuf)> {
    let (mut found, mut folders) = (Vec::new(), vec![(String::new(), folder.to_owned())]);
    while let Some((prefix, folder)) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push((name + "/", entry.path())),
                Ok(kind) if kind.is_file() => found.push((name, entry.path())),
                _ => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolkit::TempFolder;

    #[test]
    fn the_page_is_embedded() {
        let page = Assets::Embedded.find("").unwrap();
        assert_eq!(page.content_type, "text/html; charset=utf-8");
        assert!(Assets::Embedded.find("nothing.js").is_none());
    }

    #[test]
    fn a_folder_serves_only_what_is_in_it() {
        let folder = TempFolder::new("assets");
        fs::create_dir_all(folder.file("page/css")).unwrap();
        fs::write(folder.file("page/css/a.css"), "a").unwrap();
        fs::write(folder.file("page/notes.txt"), "a").unwrap();
        fs::write(folder.file("outside.js"), "secret").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.file("outside.js"), folder.file("page/link.js")).unwrap();
        let assets = Assets::Folder(folder.file("page"));
        assert!(assets.find("css/a.css").is_some());
        for name in
            ["../outside.js", "css/../css/a.css", "link.js", "notes.txt", "css", "/css/a.css"]
        {
            assert!(assets.find(name).is_none(), "{name}");
        }
    }
}
