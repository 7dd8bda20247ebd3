//! The functions that the module imports: WASI's, and those that its bindings to JavaScript want.

use super::engine::{Error, Linker, left};
use super::files::{self, How};
use super::memory::{self, Guest, code, errno};
use super::outside::Kind;

const WASI: &str = "wasi_snapshot_preview1";

/// Links all of them but those of the conversation.
///
/// # Errors
/// Where one is there twice.
pub fn link(linker: &mut Linker) -> Result<(), Error> {
    paths(linker)?;
    descriptors(linker)?;
    process(linker)?;
    identities(linker)
}

fn paths(linker: &mut Linker) -> Result<(), Error> {
    linker.func_wrap(
        WASI,
        "path_open",
        |mut g: Guest<'_>,
         folder: u32,
         _look: u32,
         at: u32,
         length: u32,
         open: i32,
         rights: i64,
         _: i64,
         flags: i32,
         result: u32| { code(files::open(&mut g, folder, at, length, How { open, rights, flags }, result)) },
    )?;
    linker.func_wrap(
        WASI,
        "path_filestat_get",
        |mut g: Guest<'_>, folder: u32, _flags: u32, at: u32, length: u32, result: u32| {
            code(files::path_filestat(&mut g, folder, at, length, result))
        },
    )?;
    linker.func_wrap(WASI, "path_create_directory", |mut g: Guest<'_>, folder: u32, at: u32, length: u32| {
        code(files::make_folder(&mut g, folder, at, length))
    })?;
    linker.func_wrap(WASI, "path_remove_directory", |mut g: Guest<'_>, folder: u32, at: u32, length: u32| {
        code(files::remove(&mut g, folder, at, length, Kind::Folder))
    })?;
    linker.func_wrap(WASI, "path_unlink_file", |mut g: Guest<'_>, folder: u32, at: u32, length: u32| {
        code(files::remove(&mut g, folder, at, length, Kind::File))
    })?;
    linker.func_wrap(
        WASI,
        "path_rename",
        |mut g: Guest<'_>, from: u32, from_at: u32, from_length: u32, to: u32, to_at: u32, to_length: u32| {
            code(files::rename(&mut g, (from, from_at, from_length), (to, to_at, to_length)))
        },
    )?;
    linker.func_wrap(
        WASI,
        "path_filestat_set_times",
        |mut g: Guest<'_>, folder: u32, _: u32, at: u32, length: u32, _: i64, _: i64, _: u32| {
            code(files::set_times(&mut g, folder, at, length))
        },
    )?;
    linker.func_wrap(WASI, "path_readlink", |_: Guest<'_>, _: u32, _: u32, _: u32, _: u32, _: u32, _: u32| {
        errno::INVAL
    })?;
    linker.func_wrap(WASI, "path_symlink", |_: Guest<'_>, _: u32, _: u32, _: u32, _: u32, _: u32| errno::ACCES)?;
    linker.func_wrap(WASI, "path_link", |_: Guest<'_>, _: u32, _: u32, _: u32, _: u32, _: u32, _: u32, _: u32| {
        errno::ACCES
    })?;
    Ok(())
}

fn descriptors(linker: &mut Linker) -> Result<(), Error> {
    linker.func_wrap(WASI, "fd_read", |mut g: Guest<'_>, fd: u32, at: u32, count: u32, result: u32| {
        code(files::read(&mut g, fd, (at, count), result))
    })?;
    linker.func_wrap(
        WASI,
        "fd_pread",
        |mut g: Guest<'_>, fd: u32, at: u32, count: u32, offset: u64, result: u32| {
            code(files::pread(&mut g, fd, (at, count), offset, result))
        },
    )?;
    linker.func_wrap(WASI, "fd_write", |mut g: Guest<'_>, fd: u32, at: u32, count: u32, result: u32| {
        code(files::fd_write(&mut g, fd, at, count, result))
    })?;
    linker.func_wrap(WASI, "fd_pwrite", |_: Guest<'_>, _: u32, _: u32, _: u32, _: u64, _: u32| errno::NOSYS)?;
    linker.func_wrap(WASI, "fd_seek", |mut g: Guest<'_>, fd: u32, offset: i64, whence: u32, result: u32| {
        code(files::seek(&mut g, fd, offset, whence, result))
    })?;
    linker.func_wrap(WASI, "fd_tell", |mut g: Guest<'_>, fd: u32, result: u32| {
        code(files::seek(&mut g, fd, 0, 1, result))
    })?;
    linker.func_wrap(WASI, "fd_close", |mut g: Guest<'_>, fd: u32| code(files::close(&mut g, fd)))?;
    linker.func_wrap(WASI, "fd_sync", |mut g: Guest<'_>, fd: u32| code(files::sync(&mut g, fd)))?;
    linker.func_wrap(WASI, "fd_datasync", |mut g: Guest<'_>, fd: u32| code(files::sync(&mut g, fd)))?;
    linker.func_wrap(WASI, "fd_filestat_get", |mut g: Guest<'_>, fd: u32, result: u32| {
        code(files::fd_filestat(&mut g, fd, result))
    })?;
    linker.func_wrap(WASI, "fd_filestat_set_size", |mut g: Guest<'_>, fd: u32, size: u64| {
        code(files::resize(&mut g, fd, size))
    })?;
    linker.func_wrap(WASI, "fd_fdstat_get", |mut g: Guest<'_>, fd: u32, result: u32| {
        code(files::fdstat(&mut g, fd, result))
    })?;
    linker.func_wrap(WASI, "fd_fdstat_set_flags", |_: Guest<'_>, _: u32, _: u32| errno::SUCCESS)?;
    linker.func_wrap(WASI, "fd_advise", |_: Guest<'_>, _: u32, _: u64, _: u64, _: u32| errno::SUCCESS)?;
    linker.func_wrap(WASI, "fd_renumber", |_: Guest<'_>, _: u32, _: u32| errno::NOSYS)?;
    linker.func_wrap(WASI, "fd_prestat_get", |mut g: Guest<'_>, fd: u32, result: u32| {
        code(files::prestat(&mut g, fd, result))
    })?;
    linker.func_wrap(WASI, "fd_prestat_dir_name", |mut g: Guest<'_>, fd: u32, at: u32, _length: u32| {
        code(files::prestat_name(&mut g, fd, at))
    })?;
    linker.func_wrap(
        WASI,
        "fd_readdir",
        |mut g: Guest<'_>, fd: u32, at: u32, room: u32, cookie: u64, result: u32| {
            code(files::readdir(&mut g, fd, at, room, cookie, result))
        },
    )?;
    linker.func_wrap(WASI, "poll_oneoff", |mut g: Guest<'_>, from: u32, to: u32, count: u32, result: u32| {
        code(files::poll(&mut g, from, to, count, result))
    })?;
    Ok(())
}

fn process(linker: &mut Linker) -> Result<(), Error> {
    linker.func_wrap(WASI, "environ_sizes_get", |mut g: Guest<'_>, count: u32, size: u32| {
        let total: usize = g.data().environment.iter().map(|entry| entry.len() + 1).sum();
        let entries = g.data().environment.len();
        let number = |number: usize| u32::try_from(number).unwrap_or(0);
        code(
            memory::write_u32(&mut g, count, number(entries))
                .and_then(|()| memory::write_u32(&mut g, size, number(total))),
        )
    })?;
    linker.func_wrap(WASI, "environ_get", |mut g: Guest<'_>, list: u32, buffer: u32| {
        code(environment(&mut g, list, buffer))
    })?;
    linker.func_wrap(WASI, "clock_res_get", |mut g: Guest<'_>, _clock: u32, result: u32| {
        code(memory::write_u64(&mut g, result, 1000))
    })?;
    linker.func_wrap(WASI, "clock_time_get", |mut g: Guest<'_>, _clock: u32, _precision: u64, result: u32| {
        let now = g.data_mut().now();
        code(memory::write_u64(&mut g, result, now))
    })?;
    linker.func_wrap(WASI, "random_get", |mut g: Guest<'_>, at: u32, length: u32| {
        let mut bytes = vec![0; (length as usize).min(1 << 16)];
        g.data_mut().random(&mut bytes);
        code(memory::write(&mut g, at, &bytes))
    })?;
    linker.func_wrap(WASI, "proc_exit", |_: Guest<'_>, status: i32| -> Result<(), Error> { Err(left(status)) })?;
    Ok(())
}

fn environment(guest: &mut Guest<'_>, list: u32, buffer: u32) -> Result<(), i32> {
    let mut at = buffer;
    for (place, entry) in guest.data().environment.clone().into_iter().enumerate() {
        let place = u32::try_from(place * 4).map_err(|_| errno::INVAL)?;
        memory::write_u32(guest, list.checked_add(place).ok_or(errno::FAULT)?, at)?;
        let bytes = [entry.as_bytes(), &[0]].concat();
        memory::write(guest, at, &bytes)?;
        at = at.checked_add(u32::try_from(bytes.len()).map_err(|_| errno::INVAL)?).ok_or(errno::FAULT)?;
    }
    Ok(())
}

/// Imports of the module's bindings: handles that are the objects themselves.
fn identities(linker: &mut Linker) -> Result<(), Error> {
    linker.func_wrap("canonical_abi", "resource_new_rb-abi-value", |_: Guest<'_>, value: i32| value)?;
    linker.func_wrap("canonical_abi", "resource_get_rb-abi-value", |_: Guest<'_>, handle: i32| handle)?;
    linker.func_wrap("canonical_abi", "resource_drop_js-abi-value", |_: Guest<'_>, _: i32| ())?;
    Ok(())
}
