//! `secateur lab reaper`: a second process that waits for the end of the lab and then kills the
//! processes that the lab's engines left. A killed lab cannot do so itself, and the system only
//! ends the engines, not their descendants.

use std::process::Child;

pub(super) struct Reaper(Option<Child>);

#[cfg(target_os = "linux")]
mod linux {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Command, ExitCode, Stdio};

    use anyhow::Result;
    use clap::Args;
    use lab::player::{end_marked, mark_of_this_lab};

    use super::Reaper;

    /// Wait for the end of a lab and kill the processes that its engines left
    #[derive(Args, Debug)]
    pub(crate) struct ReaperArgs {
        /// Mark in the environment of the processes to kill
        mark: String,
    }

    pub(crate) fn run(args: &ReaperArgs) -> Result<ExitCode> {
        // The lab never writes: the copy ends when the lab does.
        io::copy(&mut io::stdin(), &mut io::sink())?;
        end_marked(&args.mark);
        Ok(ExitCode::SUCCESS)
    }

    impl Reaper {
        /// A failure to start is ignored: the reaper is needed only if the lab is killed.
        pub(crate) fn start() -> Reaper {
            let start = || {
                Command::new(std::env::current_exe().ok()?)
                    .args(["lab", "reaper", mark_of_this_lab()])
                    .stdin(Stdio::piped())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    // Ctrl-C must not reach it.
                    .process_group(0)
                    .spawn()
                    .ok()
            };
            Reaper(start())
        }
    }
}

#[cfg(target_os = "linux")]
pub(super) use linux::{ReaperArgs, run};

#[cfg(not(target_os = "linux"))]
impl Reaper {
    /// Other systems do not show the descendants of a process.
    pub(super) fn start() -> Reaper {
        Reaper(None)
    }
}

impl Drop for Reaper {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            child.stdin = None;
            let _ = child.wait();
        }
    }
}
