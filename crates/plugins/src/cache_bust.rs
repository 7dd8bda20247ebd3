//! The gem jekyll-cache-bust: filters that append an MD5 digest to a URL. One digests the file itself, the other all
//! files in `assets/_sass`.

pub(crate) mod md5;

use hastie_liquid::{Abort, Context, Engine, Value};
use hastie_site::plugin::Plugin;
use hastie_site::render::rendering_of;
use hastie_site::world::{Kind, World};
use std::path::Path;

/// Registers the filters `bust_file_cache` and `bust_css_cache`, which append an MD5 digest of assets to a URL.
#[derive(Debug)]
pub(crate) struct CacheBust;

impl Plugin for CacheBust {
    fn name(&self) -> &'static str {
        "jekyll-cache-bust"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.filter("bust_file_cache", 0, bust_file_cache);
        engine.filter("bust_css_cache", 0, bust_css_cache);
    }
}

/// Appends the MD5 digest of a file to its URL. The file's path is the part of the URL from `assets/` on, relative to
/// the working directory. Fails if the file does not exist.
fn bust_file_cache(cx: &mut Context<'_>, input: &Value, _arguments: &[Value]) -> Result<Value, Abort> {
    let address = input.to_s(cx.host)?;
    let Some(position) = address.find("assets/") else {
        let text = format!("jekyll-cache-bust: {address} is not below assets/");
        return Err(Abort::error("TypeError", text));
    };
    let world = &rendering_of(cx.host)?.setup().context.world;
    let file = &address[position..];
    let bytes = world
        .read(&world.folder().join(file))
        .map_err(|_| Abort::error("Errno::ENOENT", format!("No such file or directory @ rb_sysopen - {file}")))?;
    Ok(Value::from(format!("{address}?v={}", md5::hex(&bytes))))
}

/// Appends the MD5 digest of the contents of all files in `assets/_sass` to a URL.
fn bust_css_cache(cx: &mut Context<'_>, input: &Value, _arguments: &[Value]) -> Result<Value, Abort> {
    let address = input.to_s(cx.host)?;
    let world = rendering_of(cx.host)?.setup().context.world.clone();
    let mut bytes = Vec::new();
    collect(&world, &world.folder().join("assets/_sass"), &mut bytes);
    Ok(Value::from(format!("{address}?v={}", md5::hex(&bytes))))
}

/// Appends the contents of all files below `folder` to `bytes`, in the order of Ruby's `**/*`.
fn collect(world: &World, folder: &Path, bytes: &mut Vec<u8>) {
    let entries = world.list(folder).unwrap_or_default();
    for entry in entries.iter().filter(|entry| !entry.name.starts_with('.')) {
        let path = folder.join(&entry.name);
        if entry.kind == Kind::Folder {
            collect(world, &path, bytes);
        } else {
            bytes.extend(world.read(&path).unwrap_or_default());
        }
    }
}
