//! The functions that the module imports: WASI's, and the ones that its JavaScript bindings need. An engine links them
//! by name.

use super::descriptors as fd;
use super::engine::Trap;
use super::files::{self, OpenFlags, PathArgument};
use super::host::Kind;
use super::memory::{Caller, WasiResult, errno};
use super::process;

/// A function that a module may import, such as WASI's `fd_write`.
#[derive(Clone, Copy)]
pub(crate) struct Function {
    /// The WebAssembly type of each parameter, in order.
    pub parameters: &'static [Type],
    /// The function itself. Its arguments are the bits of the parameters. Its result is a 32-bit integer, or unused.
    pub call: fn(&mut Caller<'_>, &[u64]) -> Result<i32, Trap>,
}

/// The WebAssembly type of a parameter: a 32-bit or 64-bit integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    I32,
    I64,
}

/// A Rust integer type for the parameters of imported functions.
trait Parameter {
    const TYPE: Type;

    fn from_bits(bits: u64) -> Self;
}

macro_rules! parameters {
    ($($rust:ty => $wasm:ident),*) => {$(
        impl Parameter for $rust {
            const TYPE: Type = Type::$wasm;

            fn from_bits(bits: u64) -> Self {
                bits as $rust
            }
        }
    )*};
}

parameters!(u32 => I32, i32 => I32, u64 => I64, i64 => I64);

/// Defines a function that finds an imported function by its name. Each entry has the name, the typed parameters, and
/// the expression that computes the result.
macro_rules! functions {
    (fn $table:ident; $($name:literal ($caller:ident $(, $parameter:ident: $kind:ty)*) $result:expr;)*) => {
        fn $table(name: &str) -> Option<Function> {
            match name {
                $($name => Some(Function {
                    parameters: &[$(<$kind as Parameter>::TYPE),*],
                    call: |$caller: &mut Caller<'_>, arguments: &[u64]| {
                        let mut arguments = arguments.iter().copied();
                        $(let $parameter = <$kind as Parameter>::from_bits(arguments.next().unwrap_or(0));)*
                        let _ = arguments;
                        Outcome::from($result).0
                    },
                }),)*
                _ => None,
            }
        }
    };
}

/// The number that an imported function returns to the guest, or a trap. The expressions in `functions!` have several types, and
/// each of these types converts to an `Outcome`.
struct Outcome(Result<i32, Trap>);

impl From<WasiResult> for Outcome {
    fn from(result: WasiResult) -> Self {
        Outcome(Ok(result.err().unwrap_or(errno::SUCCESS)))
    }
}

impl From<i32> for Outcome {
    fn from(result: i32) -> Self {
        Outcome(Ok(result))
    }
}

impl From<Trap> for Outcome {
    fn from(trap: Trap) -> Self {
        Outcome(Err(trap))
    }
}

/// The implementation of an imported function. `None` if the host does not provide this function.
pub(crate) fn find(module: &str, name: &str) -> Option<Function> {
    match module {
        "wasi_snapshot_preview1" => path_functions(name).or_else(|| fd_functions(name)).or_else(|| others(name)),
        "canonical_abi" => handles(name),
        _ => None,
    }
}

/// Combines the three arguments with which WASI's functions pass a path.
fn path(folder: u32, address: u32, length: u32) -> PathArgument {
    PathArgument { folder, address, length }
}

functions! {
    fn path_functions;
    "path_open"(c, folder: u32, _look_up: u32, address: u32, length: u32, open: i32, rights: i64, _inherited: i64, descriptor: i32, result: u32)
        files::open(c, path(folder, address, length), OpenFlags { open, rights, descriptor }, result);
    "path_filestat_get"(c, folder: u32, _flags: u32, address: u32, length: u32, result: u32)
        files::path_filestat(c, path(folder, address, length), result);
    "path_filestat_set_times"(c, folder: u32, _flags: u32, address: u32, length: u32, _access: i64, _modification: i64, _which: u32)
        files::set_times(c, path(folder, address, length));
    "path_create_directory"(c, folder: u32, address: u32, length: u32) files::make_folder(c, path(folder, address, length));
    "path_remove_directory"(c, folder: u32, address: u32, length: u32) files::remove(c, path(folder, address, length), Kind::Folder);
    "path_unlink_file"(c, folder: u32, address: u32, length: u32) files::remove(c, path(folder, address, length), Kind::File);
    "path_rename"(c, folder: u32, address: u32, length: u32, to_folder: u32, to_address: u32, to_length: u32)
        files::rename(c, path(folder, address, length), path(to_folder, to_address, to_length));
    "path_readlink"(_c, _folder: u32, _at: u32, _length: u32, _buffer: u32, _room: u32, _result: u32) errno::INVAL;
    "path_symlink"(_c, _at: u32, _length: u32, _folder: u32, _to_at: u32, _to_length: u32) errno::ACCES;
    "path_link"(_c, _folder: u32, _flags: u32, _at: u32, _length: u32, _to_folder: u32, _to_at: u32, _to_length: u32) errno::ACCES;
}

functions! {
    fn fd_functions;
    "fd_read"(c, number: u32, address: u32, count: u32, result: u32) fd::read(c, number, (address, count), result);
    "fd_pread"(c, number: u32, address: u32, count: u32, offset: u64, result: u32) fd::pread(c, number, (address, count), offset, result);
    "fd_write"(c, number: u32, address: u32, count: u32, result: u32) fd::write(c, number, (address, count), result);
    "fd_pwrite"(_c, _number: u32, _at: u32, _count: u32, _offset: u64, _result: u32) errno::NOSYS;
    "fd_seek"(c, number: u32, offset: i64, whence: u32, result: u32) fd::seek(c, number, offset, whence, result);
    "fd_tell"(c, number: u32, result: u32) fd::seek(c, number, 0, 1, result);
    "fd_close"(c, number: u32) fd::close(c, number);
    "fd_sync"(c, number: u32) files::flush(c, number);
    "fd_datasync"(c, number: u32) files::flush(c, number);
    "fd_filestat_get"(c, number: u32, result: u32) fd::fd_filestat(c, number, result);
    "fd_filestat_set_size"(c, number: u32, size: u64) fd::set_size(c, number, size);
    "fd_fdstat_get"(c, number: u32, result: u32) fd::fdstat(c, number, result);
    "fd_fdstat_set_flags"(_c, _number: u32, _flags: u32) errno::SUCCESS;
    "fd_advise"(_c, _number: u32, _offset: u64, _length: u64, _advice: u32) errno::SUCCESS;
    "fd_renumber"(_c, _from: u32, _to: u32) errno::NOSYS;
    "fd_prestat_get"(c, number: u32, result: u32) fd::prestat(c, number, result);
    "fd_prestat_dir_name"(c, number: u32, address: u32, _length: u32) fd::prestat_name(c, number, address);
    "fd_readdir"(c, number: u32, address: u32, room: u32, cookie: u64, result: u32) fd::readdir(c, number, (address, room), cookie, result);
}

functions! {
    fn others;
    "poll_oneoff"(c, subscriptions: u32, events: u32, count: u32, result: u32) fd::poll(c, subscriptions, events, count, result);
    "environ_sizes_get"(c, count: u32, size: u32) process::environ_sizes(c, count, size);
    "environ_get"(c, list: u32, buffer: u32) process::environ(c, list, buffer);
    "clock_res_get"(c, _clock: u32, result: u32) process::clock_resolution(c, result);
    "clock_time_get"(c, _clock: u32, _precision: u64, result: u32) process::clock_time(c, result);
    "random_get"(c, address: u32, length: u32) process::random(c, address, length);
    "proc_exit"(_c, _status: i32) Trap::Exit;
}

// The bindings' handles for Ruby's objects are the addresses of the objects.
functions! {
    fn handles;
    "resource_new_rb-abi-value"(_c, object: i32) object;
    "resource_get_rb-abi-value"(_c, handle: i32) handle;
    "resource_drop_js-abi-value"(_c, _handle: i32) errno::SUCCESS;
}
