//! State that all parts of the plugin share: the conversation, the definitions of the files, and the program's objects that
//! Ruby holds.

use super::ahead::Ahead;
use super::confinement::Confinement;
use super::definitions::Definitions;
use super::functions::Functions;
use super::html::Documents;
use super::network::Network;
use super::times::Times;
use hastie_liquid::{Abort, Body, Drop, Engine, Str, Tag, Template, Value};
use hastie_plugins::local::LocalFile;
use hastie_ruby::Session;
use hastie_site::diagnostic::{Level, Log, Message, Stream};
use hastie_site::failure::Failure;
use hastie_site::locks::lock;
use hastie_site::model::StaticFile;
use hastie_site::path;
use hastie_site::render::RenderContext;
use hastie_site::render::Setup;
use hastie_site::world::World;
use hastie_site::write::overlay::Overlay;
use jiff::tz::TimeZone;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, Weak};
use std::time::Duration;

/// One guest, and what it and the program know of each other.
#[derive(Debug)]
pub struct Shared {
    pub session: Session,
    /// The definitions of the files, once they are loaded.
    definitions: Mutex<Arc<Definitions>>,
    /// The program's own tags and filters, without those of the files.
    pub native: OnceLock<Engine>,
    /// The engine with all of them.
    pub engine: OnceLock<Engine>,
    /// The site's setup, once it is complete.
    pub setup: Mutex<Weak<Setup>>,
    pub held: Mutex<Held>,
    /// Output and log messages of plugins that are not passed on yet.
    said: Mutex<GuestOutput>,
    /// An exception of a hook that cannot end the build by itself.
    pub failed: Mutex<Option<Failure>>,
    numbers: AtomicU64,
    /// The zone of local times, once the configuration is known.
    zone: OnceLock<TimeZone>,
    /// The process around.
    pub world: World,
    /// The network, as far as the user allows it.
    pub network: Network,
    /// The folders that a sandboxed Ruby may use. `None` for an installed one.
    pub confinement: Option<Confinement>,
    /// Files that a sandboxed Ruby has written into the destination.
    pub overlay: Option<Arc<Overlay>>,
    /// The durations of calls.
    pub times: Times,
    /// The site's files, and how long loading each took.
    pub loaded: Mutex<Vec<(LocalFile, Duration)>>,
    /// Filters that are functions of their arguments.
    pub functions: Functions,
    /// How plugins go through lists.
    pub ahead: Ahead,
    /// The filters that are functions of their arguments, once somebody wants to know.
    pub pure: OnceLock<HashSet<String>>,
    /// Whether Ruby has put objects of its own into values of the site.
    pub gave_objects: AtomicBool,
    /// Pages and documents whose output goes through Ruby's `output=`.
    pub output_writers: Mutex<HashSet<u32>>,
    /// The trees of Nokogiri's documents.
    pub documents: Documents,
}

#[derive(Debug, Default)]
struct GuestOutput {
    messages: Vec<Message>,
    /// The printed part of a line that has not ended, on each stream.
    output: String,
    error: String,
    /// The bytes of all messages so far, those that were passed on, too.
    bytes: usize,
}

/// Objects of the program that Ruby has numbers for.
#[derive(Debug, Default)]
pub struct Held {
    pub objects: HashMap<u64, Arc<dyn Drop>>,
    pub files: HashMap<usize, Arc<StaticFile>>,
    pub bodies: HashMap<u64, Arc<KeptBody>>,
    pub natives: HashMap<u64, Arc<dyn Tag>>,
    pub templates: Vec<Template>,
    pub by_source: HashMap<Str, u64>,
}

/// A block's contents, with what Ruby's `nodelist` shows of them.
#[derive(Debug)]
pub struct KeptBody {
    pub body: Body,
    pub nodes: Value,
}

/// The most bytes of what plugins print and log. The rest of the build's output is in the log as well, and what nobody reads would fill the
/// memory.
const MOST_OUTPUT: usize = 16 << 20;

/// The bytes that a message takes besides its text.
const MESSAGE: usize = 64;

impl GuestOutput {
    /// Counts a text. If the limit is reached, one message says so.
    fn has_room(&mut self, text: &str) -> bool {
        let had_room = self.bytes <= MOST_OUTPUT;
        self.bytes = self.bytes.saturating_add(text.len() + MESSAGE);
        let has_room = self.bytes <= MOST_OUTPUT;
        if had_room && !has_room {
            let text = format!("The plugins printed more than {} MB. The rest is not shown.", MOST_OUTPUT >> 20);
            self.messages.push(Message::new(Level::Warn, "Ruby:", text));
        }
        has_room
    }
}

/// Objects of passing renderings that are held at most.
const MOST_HELD: usize = 50_000;

impl Shared {
    pub fn new(
        session: Session,
        world: &World,
        network: Network,
        overlay: Option<Arc<Overlay>>,
        confinement: Option<Confinement>,
    ) -> Self {
        Shared {
            session,
            definitions: Mutex::default(),
            native: OnceLock::new(),
            engine: OnceLock::new(),
            setup: Mutex::default(),
            held: Mutex::default(),
            said: Mutex::default(),
            failed: Mutex::default(),
            numbers: AtomicU64::new(1),
            times: Times::default(),
            loaded: Mutex::default(),
            functions: Functions::default(),
            ahead: Ahead::default(),
            pure: OnceLock::new(),
            gave_objects: AtomicBool::new(false),
            zone: OnceLock::new(),
            world: confinement.as_ref().map_or_else(|| world.clone(), |confinement| confinement.host(world)),
            network,
            confinement,
            overlay,
            output_writers: Mutex::default(),
            documents: Documents::default(),
        }
    }

    /// The definitions of the files; none before they are loaded.
    pub fn defined(&self) -> Arc<Definitions> {
        Arc::clone(&lock(&self.definitions))
    }

    /// Takes over what they define now.
    pub fn define(&self, definitions: Definitions) {
        *lock(&self.definitions) = Arc::new(definitions);
    }

    /// Takes over the zone of local times.
    pub fn set_zone(&self, zone: &TimeZone) {
        let _ = self.zone.set(zone.clone());
    }

    /// The zone of local times.
    pub fn zone(&self) -> TimeZone {
        self.zone.get().cloned().unwrap_or(TimeZone::UTC)
    }

    /// A number that nothing else has.
    pub fn number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    pub fn held(&self) -> MutexGuard<'_, Held> {
        lock(&self.held)
    }

    /// Holds an object for Ruby and gives its number.
    pub fn hold(&self, object: &Arc<dyn Drop>) -> u64 {
        let mut held = self.held();
        if held.objects.len() >= MOST_HELD {
            held.objects.clear();
        }
        let number = self.number();
        held.objects.insert(number, Arc::clone(object));
        number
    }

    /// Lets go of the setup and of all objects that stand for a part of the site.
    pub fn let_go(&self) {
        *lock(&self.setup) = Weak::new();
        let mut held = self.held();
        held.objects.clear();
        held.files.clear();
    }

    /// Text that a plugin printed: whole lines are logged, the rest waits for its end.
    pub fn print(&self, stream: Stream, text: &str) {
        let mut said = lock(&self.said);
        for part in text.split_inclusive('\n') {
            if !said.has_room(part) {
                return;
            }
            let GuestOutput { messages, output, error, .. } = &mut *said;
            let line = if stream == Stream::Error { error } else { output };
            line.push_str(part.trim_end_matches('\n'));
            if part.ends_with('\n') {
                messages.push(Message::bare_to(stream, std::mem::take(line)).coloured());
            }
        }
    }

    pub fn say(&self, message: Message) {
        let mut said = lock(&self.said);
        if said.has_room(message.text.as_deref().unwrap_or(&message.topic)) {
            said.messages.push(message);
        }
    }

    /// Logs the printed part of a line that will not end.
    pub fn end_line(&self) {
        let mut said = lock(&self.said);
        let GuestOutput { messages, output, error, .. } = &mut *said;
        for (stream, line) in [(Stream::Output, output), (Stream::Error, error)] {
            if !line.is_empty() {
                messages.push(Message::bare_to(stream, std::mem::take(line)).coloured());
            }
        }
    }

    /// Logs the messages of plugins.
    pub fn tell(&self, log: &mut Log) {
        for message in std::mem::take(&mut lock(&self.said).messages) {
            log.push(message);
        }
    }

    /// The same, to a document's rendering.
    pub fn tell_turn(&self, rendering: &mut RenderContext) {
        for message in std::mem::take(&mut lock(&self.said).messages) {
            rendering.log(message);
        }
    }

    pub fn setup(&self) -> Option<Arc<Setup>> {
        lock(&self.setup).upgrade()
    }

    /// Checks a path that Ruby wants the program to read.
    ///
    /// # Errors
    /// Fails if a sandboxed Ruby may not read it.
    pub fn check_read(&self, file: &str) -> Result<(), Abort> {
        self.confinement.as_ref().map_or(Ok(()), |confinement| confinement.check_read(file))
    }

    /// Checks the folder in which Ruby asks git.
    ///
    /// # Errors
    /// Fails if a sandboxed Ruby may not ask there.
    pub fn check_repository(&self, folder: &Path) -> Result<(), Abort> {
        self.confinement.as_ref().map_or(Ok(()), |confinement| confinement.check_repository(folder))
    }

    /// Checks a path that Ruby gives to something that is written, and returns it as it is to be used.
    ///
    /// # Errors
    /// Fails if a sandboxed Ruby may not write it.
    pub fn check_write(&self, file: &str) -> Result<String, Abort> {
        self.confinement
            .as_ref()
            .map_or_else(|| Ok(path::text(&self.world.expand(file))), |confinement| confinement.check_write(file))
    }

    /// The world in which a file is read for Ruby: `all` if Ruby is not in a sandbox.
    ///
    /// # Errors
    /// Same as [`Shared::check_read`].
    pub fn readable<'w>(&'w self, file: &str, all: &'w World) -> Result<&'w World, Abort> {
        self.check_read(file)?;
        Ok(self.confinement.as_ref().map_or(all, Confinement::guest))
    }
}
