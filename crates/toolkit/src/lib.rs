//! What the lab, the forge and the program share, and no search needs: worker threads, a way to
//! stop all of them, files that are replaced only by whole ones, and temporary folders.

pub mod stop;
mod temp_folder;
pub mod whole_file;
pub mod workers;

pub use temp_folder::TempFolder;
