//! The rules of Windows for paths and names. They only use the text of a path, so they can be tested on every system.

/// Converts a path to slashes and removes the prefix added by `canonicalize`: `\\?\C:\site` becomes `C:/site`,
/// `\\?\UNC\server\share` becomes `//server/share`.
pub fn slashed(path: &str) -> String {
    let path = match (path.strip_prefix(r"\\?\UNC\"), path.strip_prefix(r"\\?\")) {
        (Some(share), _) => format!(r"\\{share}"),
        (None, Some(local)) => local.to_owned(),
        (None, None) => path.to_owned(),
    };
    path.replace('\\', "/")
}

/// The drive or network share at the start of a path with slashes: `C:` or `//server/share`. Empty for all other paths.
pub fn root(path: &str) -> &str {
    let bytes = path.as_bytes();
    if let [drive, b':', rest @ ..] = bytes
        && drive.is_ascii_alphabetic()
        && matches!(rest, [] | [b'/', ..])
    {
        return &path[..2];
    }
    let Some(share) = path.strip_prefix("//").filter(|share| !share.starts_with('/')) else { return "" };
    let Some((server, rest)) = share.split_once('/') else { return "" };
    let name = rest.split('/').next().unwrap_or_default();
    if name.is_empty() { "" } else { &path[..2 + server.len() + 1 + name.len()] }
}

/// The reason why Windows does not allow a file or folder with this name. `None` if the name is allowed.
pub fn refusal(name: &str) -> Option<&'static str> {
    if name.chars().any(|c| c < ' ' || matches!(c, '<' | '>' | ':' | '"' | '|' | '?' | '*' | '\\')) {
        return Some("names must not contain this character");
    }
    if name.ends_with(['.', ' ']) {
        return Some("names must not end with a period or a space");
    }
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ').to_ascii_uppercase();
    let is_device = match stem.as_str() {
        "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$" => true,
        other => other.strip_prefix("COM").or_else(|| other.strip_prefix("LPT")).is_some_and(|number| {
            matches!(number, "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³")
        }),
    };
    is_device.then_some("it is the name of a device")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_slashes_and_no_prefix() {
        assert_eq!(slashed(r"C:\Users\mara\site"), "C:/Users/mara/site");
        assert_eq!(slashed(r"\\?\C:\site"), "C:/site");
        assert_eq!(slashed(r"\\?\UNC\server\share\site"), "//server/share/site");
        assert_eq!(slashed("a/b"), "a/b");
    }

    #[test]
    fn a_root_is_a_drive_or_a_share() {
        assert_eq!(root("C:/site"), "C:");
        assert_eq!(root("c:"), "c:");
        assert_eq!(root("C:site"), "");
        assert_eq!(root("//server/share/site"), "//server/share");
        assert_eq!(root("//server"), "");
        assert_eq!(root("///a/b"), "");
        assert_eq!(root("/a"), "");
        assert_eq!(root(""), "");
        assert_eq!(root("é:/a"), "");
    }

    #[test]
    fn names_of_devices_are_refused_with_any_extension() {
        for name in
            ["CON", "aux.md", "nul.tar.gz", "Com1.html", "LPT³", "con .html", "a.", "b ", "a:b", "what?.html", "a\\b"]
        {
            assert!(refusal(name).is_some(), "{name}");
        }
        for name in ["console.html", "auxiliary", "com.html", "com10", ".htaccess", "a b", "überblick.html", ""] {
            assert_eq!(refusal(name), None, "{name}");
        }
    }
}
