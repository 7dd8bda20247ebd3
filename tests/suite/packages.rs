//! Gem packages, as tests need them: made by hand, so that they can also be malicious.

use crate::github::Server;
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};
use std::io::Write;

/// Compresses bytes.
pub(crate) fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(bytes).expect("memory");
    gzip.finish().expect("memory")
}

/// An archive. An entry whose contents start with `->` is a symbolic link, with `=>` a hard link.
pub(crate) fn tarred(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, contents) in files {
        let mut header = tar::Header::new_ustar();
        header.set_mode(0o644);
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        let (kind, target) = match contents.get(..2) {
            Some(b"->") => (tar::EntryType::Symlink, &contents[2..]),
            Some(b"=>") => (tar::EntryType::Link, &contents[2..]),
            _ => (tar::EntryType::Regular, &[][..]),
        };
        header.set_entry_type(kind);
        header.as_mut_bytes()[157..157 + target.len()].copy_from_slice(target);
        let contents = if kind == tar::EntryType::Regular { contents } else { &[][..] };
        header.set_size(contents.len() as u64);
        header.set_cksum();
        archive.append(&header, contents).expect("memory");
    }
    archive.into_inner().expect("memory")
}

/// The checksum of a package.
pub(crate) fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A gem without dependencies, of which the index says nothing else.
#[derive(Clone)]
pub(crate) struct Gem {
    pub name: &'static str,
    pub version: &'static str,
    /// Names with a requirement: `bell ~> 1.0`.
    needs: Vec<&'static str>,
    /// Further lines of the specification.
    metadata: &'static str,
    ruby: &'static str,
    files: Vec<(&'static str, &'static str)>,
    package: Option<Vec<u8>>,
}

impl Gem {
    /// A gem with files.
    pub(crate) fn new(name: &'static str, version: &'static str, files: &[(&'static str, &'static str)]) -> Self {
        let files = files.to_vec();
        Gem { name, version, needs: Vec::new(), metadata: "", ruby: ">= 0", files, package: None }
    }

    /// With dependencies.
    pub(crate) fn needing(self, needs: &[&'static str]) -> Self {
        Gem { needs: needs.to_vec(), ..self }
    }

    /// With further lines in its specification.
    pub(crate) fn with_metadata(self, metadata: &'static str) -> Self {
        Gem { metadata, ..self }
    }

    /// For these versions of Ruby.
    pub(crate) fn for_ruby(self, ruby: &'static str) -> Self {
        Gem { ruby, ..self }
    }

    /// With another package than the one that its files make.
    pub(crate) fn packed(self, package: Vec<u8>) -> Self {
        Gem { package: Some(package), ..self }
    }

    /// The specification in YAML.
    pub(crate) fn specification(&self) -> String {
        let mut text = format!(
            "--- !ruby/object:Gem::Specification\nname: {}\nversion: !ruby/object:Gem::Version\n  version: {}\n\
             platform: ruby\nauthors:\n- Ada\nrequire_paths:\n- lib\ndependencies:\n",
            self.name, self.version
        );
        for need in &self.needs {
            let (name, requirement) = need.split_once(' ').expect("a name and a requirement");
            let (operator, version) = requirement.split_once(' ').expect("an operator and a version");
            text += &format!(
                "- !ruby/object:Gem::Dependency\n  name: {name}\n  requirement: !ruby/object:Gem::Requirement\n    \
                 requirements:\n    - - \"{operator}\"\n      - !ruby/object:Gem::Version\n        version: '{version}'\n  \
                 type: :runtime\n"
            );
        }
        text + self.metadata
    }

    /// The bytes of the `.gem` file.
    pub(crate) fn package(&self) -> Vec<u8> {
        if let Some(package) = &self.package {
            return package.clone();
        }
        let files: Vec<(&str, &[u8])> = self.files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
        let (metadata, data) = (gzipped(self.specification().as_bytes()), gzipped(&tarred(&files)));
        tarred(&[("metadata.gz", &metadata), ("data.tar.gz", &data)])
    }

    /// The line of an index.
    fn line(&self) -> String {
        let needs: Vec<String> = self.needs.iter().map(|need| need.replacen(' ', ":", 1)).collect();
        format!("{} {}|checksum:{},ruby:{}\n", self.version, needs.join(","), sum(&self.package()), self.ruby)
    }
}

/// A server with gems.
pub(crate) fn serve(gems: &[Gem]) -> Server {
    let mut answers: Vec<(String, Vec<u8>)> = Vec::new();
    for gem in gems {
        let index: String = gems.iter().filter(|other| other.name == gem.name).map(Gem::line).collect();
        answers.push((format!("/info/{}", gem.name), format!("---\n{index}").into_bytes()));
        answers.push((format!("/gems/{}-{}.gem", gem.name, gem.version), gem.package()));
    }
    let answers: Vec<(&str, Vec<u8>)> = answers.iter().map(|(path, body)| (path.as_str(), body.clone())).collect();
    Server::new(&answers)
}
