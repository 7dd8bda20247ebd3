//! An installed Ruby in a process of its own, with the same shim, connected by pipes. This is not a sandbox: plugins
//! may do whatever the user may.

use crate::guest::{Guest, GuestFailure, MAX_MESSAGE};
use crate::shim;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// An installed `ruby` with the shim, without a sandbox.
#[derive(Debug)]
pub struct SystemRuby {
    child: Child,
    input: Option<BufWriter<ChildStdin>>,
    output: BufReader<ChildStdout>,
}

impl SystemRuby {
    /// Starts `program`, such as `ruby`, and loads the shim. `folder` is the working directory, and `zone` the time
    /// zone.
    ///
    /// # Errors
    /// Fails if the program cannot be started, or if it does not accept the shim.
    pub fn start(program: &str, folder: &Path, zone: &str) -> Result<Self, GuestFailure> {
        let mut command = Command::new(program);
        let code = format!("{}\n{}\n{}", shim::BOOT_SYSTEM, shim::LOAD, shim::SERVE);
        command.args(["-W0", "-e", &code]).current_dir(folder).env("TZ", zone);
        command.env_remove("RUBYOPT").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().map_err(|error| GuestFailure::NotStarted(format!("{program}: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(GuestFailure::NotStarted(format!("{program} has no pipes")));
        };
        let mut ruby = SystemRuby { child, input: Some(BufWriter::new(input)), output: BufReader::new(output) };
        for (name, text) in shim::FILES {
            ruby.send(format!("{name}\n{text}").as_bytes())?;
        }
        ruby.send(b"")?;
        Ok(ruby)
    }

    fn send(&mut self, message: &[u8]) -> Result<(), GuestFailure> {
        let length = u32::try_from(message.len()).map_err(|_| GuestFailure::Ended("a message is too long".into()))?;
        let Some(input) = &mut self.input else { return Err(GuestFailure::Ended("its input is closed".into())) };
        let sent = input.write_all(&length.to_be_bytes()).and_then(|()| input.write_all(message));
        sent.and_then(|()| input.flush()).map_err(|error| GuestFailure::Ended(error.to_string()))
    }
}

impl Guest for SystemRuby {
    fn exchange(&mut self, message: &[u8]) -> Result<Vec<u8>, GuestFailure> {
        self.send(message)?;
        let mut length = [0; 4];
        let ended = |error: std::io::Error| GuestFailure::Ended(error.to_string());
        self.output.read_exact(&mut length).map_err(ended)?;
        let length = u32::from_be_bytes(length) as usize;
        if length > MAX_MESSAGE {
            return Err(GuestFailure::Ended("a message is too long".into()));
        }
        let mut reply = Vec::new();
        (&mut self.output).take(length as u64).read_to_end(&mut reply).map_err(ended)?;
        if reply.len() == length { Ok(reply) } else { Err(GuestFailure::Ended("its output ends early".into())) }
    }
}

impl Drop for SystemRuby {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
