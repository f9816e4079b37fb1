//! `secateur lab keeper`: a second process that waits for the end of the lab, however it comes, and
//! then ends what the lab's engines have left. A lab that is killed cannot do so itself, and the
//! system only ends the engines, not what they have started.

use std::process::Child;

pub(super) struct Keeper(Option<Child>);

#[cfg(target_os = "linux")]
mod linux {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Command, ExitCode, Stdio};

    use anyhow::Result;
    use clap::Args;
    use lab::player::{end_marked, mark_of_this_lab};

    use super::Keeper;

    #[derive(Args, Debug)]
    pub(crate) struct KeeperArgs {
        /// What the environment of its processes says
        mark: String,
    }

    pub(crate) fn run(args: &KeeperArgs) -> Result<ExitCode> {
        // Nothing is ever said: this ends when nobody is left who could say it.
        io::copy(&mut io::stdin(), &mut io::sink())?;
        end_marked(&args.mark);
        Ok(ExitCode::SUCCESS)
    }

    impl Keeper {
        /// A lab goes on without one: it is there for what should not happen.
        pub(crate) fn start() -> Keeper {
            let start = || {
                Command::new(std::env::current_exe().ok()?)
                    .args(["lab", "keeper", mark_of_this_lab()])
                    .stdin(Stdio::piped())
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    // What a terminal tells the lab is not for it.
                    .process_group(0)
                    .spawn()
                    .ok()
            };
            Keeper(start())
        }
    }
}

#[cfg(target_os = "linux")]
pub(super) use linux::{KeeperArgs, run};

#[cfg(not(target_os = "linux"))]
impl Keeper {
    /// Elsewhere nobody can tell what engines have left.
    pub(super) fn start() -> Keeper {
        Keeper(None)
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            child.stdin = None;
            let _ = child.wait();
        }
    }
}
