//! The Ruby interpreter of a site, with all state that its parts share.

use crate::definitions::data_results::DataResults;
use crate::definitions::expected_commands::ExpectedCommands;
use crate::definitions::filter_results::FilterResults;
use crate::definitions::{Definitions, Unordered};
use crate::network::Network;
use crate::nokogiri::Documents;
use crate::objects::positions::Positions;
use crate::objects::prefetch::Prefetch;
use crate::objects::states::ObjectStates;
use crate::objects::table::ObjectTable;
use crate::objects::to_liquid::Conversions;
use crate::reports::call_times::CallTimes;
use crate::reports::console::Console;
use crate::sandbox::confinement::Confinement;
use hastie_liquid::{Abort, Engine, Hash, TimeZone};
use hastie_plugins::git::LastRepository;
use hastie_plugins::local::LocalFile;
use hastie_ruby::Session;
use hastie_site::failure::Failure;
use hastie_site::locks::lock;
use hastie_site::path;
use hastie_site::render::Setup;
use hastie_site::world::World;
use hastie_site::write::overlay::Overlay;
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Duration;

/// A started Ruby, and the state of the program that its calls and requests need.
#[derive(Debug)]
pub(crate) struct Interpreter {
    /// The connection to Ruby, through which all calls and requests go.
    pub session: Session,
    definitions: Mutex<Arc<Definitions>>,
    /// Whether plugins add or change keys of a drop other than `UrlDrop`.
    defines_drop_keys: AtomicBool,
    /// The Liquid engine with the program's own tags and filters only.
    pub native_engine: OnceLock<Engine>,
    /// The Liquid engine with the tags and filters of the program and of all plugins.
    pub engine: OnceLock<Engine>,
    /// A reference to this interpreter itself. Filters that a plugin registers for a single template call it.
    pub this: OnceLock<Weak<Interpreter>>,
    /// The configuration as Ruby knows it, until built-in plugins have changed it.
    pub configuration: Mutex<Hash>,
    /// The site's setup, once it is complete. The setup owns this interpreter through its plugins.
    pub setup: Mutex<Weak<Setup>>,
    /// The program's objects to which Ruby refers by number.
    pub objects: ObjectTable,
    /// The fields of pages and documents as Ruby knows them.
    pub states: ObjectStates,
    /// The output and log messages of plugins.
    pub console: Console,
    /// A failure of plugin code that a call could not return, or that plugins must not rescue. The next hook that can
    /// fail returns it.
    pub pending_failure: Mutex<Option<Failure>>,
    zone: OnceLock<TimeZone>,
    /// The files, the environment and the clock that the program uses on behalf of Ruby.
    pub world: World,
    /// The network, as far as the user allows it.
    pub network: Network,
    /// The folders that a sandboxed Ruby may use. `None` for an installed Ruby.
    pub confinement: Option<Confinement>,
    /// The files that a sandboxed Ruby has written to the destination. `None` for an installed Ruby.
    pub overlay: Option<Arc<Overlay>>,
    /// The number and duration of the calls of each definition.
    pub times: CallTimes,
    /// The plugins' files and gems with the time that loading each took.
    pub loaded: Mutex<Vec<(LocalFile, Duration)>>,
    /// Results of filters, for further calls with the same arguments.
    pub filter_results: FilterResults,
    /// Results of pure filters for arrays and hashes.
    pub data_results: DataResults,
    /// Results of `to_liquid` of objects in Ruby.
    pub conversions: Conversions,
    /// Finds pages and documents by their numbers, before rendering.
    pub positions: Positions,
    /// Predicts which fields Ruby requests next.
    pub prefetch: Prefetch,
    /// The filters and tags for which the order of rendering does not matter, determined on first use.
    pub unordered: OnceLock<Unordered>,
    /// Whether templates of the site may pass `site.tags` or `site.categories` to filters.
    pub passes_groups: AtomicBool,
    /// Whether Ruby has passed objects of its own to the program.
    pub has_ruby_objects: Arc<AtomicBool>,
    /// The numbers of pages and documents whose class redefines `output=`.
    pub output_writers: Mutex<HashSet<u32>>,
    /// The keys of drops whose methods are running in Ruby: a method that calls `super` asks for the same key again.
    pub running_drop_keys: Mutex<Vec<(String, String)>>,
    /// The HTML and XML documents that plugins have parsed or created with Nokogiri.
    pub documents: Documents,
    /// The git repository that plugins' last git command used. It stays open for the next command.
    pub last_repository: LastRepository,
    /// Predicts which git commands hooks call next.
    pub expected_commands: ExpectedCommands,
}

impl Interpreter {
    /// An interpreter that has not loaded any plugins. `overlay` and `confinement` are `None` for a Ruby without
    /// the sandbox.
    pub(crate) fn new(
        session: Session,
        world: &World,
        network: Network,
        overlay: Option<Arc<Overlay>>,
        confinement: Option<Confinement>,
    ) -> Self {
        Interpreter {
            session,
            definitions: Mutex::default(),
            defines_drop_keys: AtomicBool::new(false),
            native_engine: OnceLock::new(),
            engine: OnceLock::new(),
            this: OnceLock::new(),
            configuration: Mutex::default(),
            setup: Mutex::default(),
            objects: ObjectTable::default(),
            states: ObjectStates::default(),
            console: Console::default(),
            pending_failure: Mutex::default(),
            zone: OnceLock::new(),
            world: confinement.as_ref().map_or_else(|| world.clone(), |confinement| confinement.program_world(world)),
            network,
            confinement,
            overlay,
            times: CallTimes::default(),
            loaded: Mutex::default(),
            filter_results: FilterResults::default(),
            data_results: DataResults::default(),
            conversions: Conversions::default(),
            positions: Positions::default(),
            prefetch: Prefetch::default(),
            unordered: OnceLock::new(),
            passes_groups: AtomicBool::new(true),
            has_ruby_objects: Arc::default(),
            output_writers: Mutex::default(),
            running_drop_keys: Mutex::default(),
            documents: Documents::default(),
            last_repository: LastRepository::default(),
            expected_commands: ExpectedCommands::default(),
        }
    }

    /// The definitions of the plugins. Empty before they are loaded.
    pub(crate) fn defined(&self) -> Arc<Definitions> {
        Arc::clone(&lock(&self.definitions))
    }

    /// Stores what the plugins have defined. Earlier definitions are lost.
    pub(crate) fn define(&self, definitions: Definitions) {
        let has_keys = definitions.drops.iter().any(|(class, keys)| class != "UrlDrop" && !keys.is_empty());
        self.defines_drop_keys.store(has_keys, Ordering::Release);
        *lock(&self.definitions) = Arc::new(definitions);
    }

    /// Whether plugins add or change keys of a drop other than `UrlDrop`.
    pub(crate) fn defines_drop_keys(&self) -> bool {
        self.defines_drop_keys.load(Ordering::Acquire)
    }

    /// Sets the zone of local times. Only the first call has an effect.
    pub(crate) fn set_zone(&self, zone: &TimeZone) {
        let _ = self.zone.set(zone.clone());
    }

    /// The zone of local times: UTC until `set_zone` is called.
    pub(crate) fn zone(&self) -> TimeZone {
        self.zone.get().cloned().unwrap_or(TimeZone::UTC)
    }

    /// The site's setup. `None` before it is complete, and after the program has released the site.
    pub(crate) fn setup(&self) -> Option<Arc<Setup>> {
        lock(&self.setup).upgrade()
    }

    /// Forgets the setup, the drops and the static files of the site, and what Ruby knows about pages and documents.
    pub(crate) fn release_site(&self) {
        *lock(&self.setup) = Weak::new();
        self.objects.release_site();
        self.states.forget();
    }

    /// Checks a path that the program is to read for Ruby.
    ///
    /// # Errors
    /// Fails if a sandboxed Ruby may not read it.
    pub(crate) fn check_read(&self, file: &str) -> Result<(), Abort> {
        self.confinement.as_ref().map_or(Ok(()), |confinement| confinement.check_read(file))
    }

    /// Checks that the folder of a git command is one that the program may read. Always succeeds without confinement.
    ///
    /// # Errors
    /// Fails if a sandboxed Ruby may not use the folder's repository.
    pub(crate) fn check_repository(&self, folder: &Path) -> Result<(), Abort> {
        self.confinement.as_ref().map_or(Ok(()), |confinement| confinement.check_repository(folder))
    }

    /// Checks a path that the program is to write for Ruby, and returns it as an absolute path.
    ///
    /// # Errors
    /// Fails if a sandboxed Ruby may not write it.
    pub(crate) fn check_write(&self, file: &str) -> Result<String, Abort> {
        self.confinement
            .as_ref()
            .map_or_else(|| Ok(path::text(&self.world.expand(file))), |confinement| confinement.check_write(file))
    }

    /// The world in which the program reads a file for Ruby. For a sandboxed Ruby, this world can read only the source
    /// and the other folders that Ruby itself may read. Otherwise, returns `all`.
    ///
    /// # Errors
    /// Same as [`Interpreter::check_read`].
    pub(crate) fn readable<'w>(&'w self, file: &str, all: &'w World) -> Result<&'w World, Abort> {
        self.check_read(file)?;
        Ok(self.confinement.as_ref().map_or(all, Confinement::guest))
    }
}
