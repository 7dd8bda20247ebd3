//! The options of a build that only the user can set, with the command line or environment variables. No site can set
//! them in its configuration.

use super::World;
use super::network::Permission;
use super::places::folders_in;
use std::sync::Arc;
use std::time::Duration;

/// The options of a build that only the user can set, not the site.
///
/// [`World::of_process`] reads them from the environment, and options of the command line override them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildOptions {
    /// `--offline`, `HASTIE_OFFLINE`: whether all network access is forbidden, even the download of gems and themes.
    /// Overrides `network`.
    pub is_offline: bool,
    /// `--network`, `HASTIE_NETWORK`: the servers that plugins may use.
    pub network: Permission,
    /// `HASTIE_TIMEOUT`: the time to wait for a server's response.
    pub response_timeout: Option<Duration>,
    /// `--gem-server`, `HASTIE_GEM_SERVER`: the URL of the gem server.
    pub gem_server: Option<String>,
    /// `HASTIE_GITHUB_MIRROR`: the URL of a server that replaces GitHub's, for tests and mirrors. Archives are at
    /// `/OWNER/NAME/tar.gz/REF`, the API at `/repos/...`.
    pub github_mirror: Option<String>,
    /// `--ruby`, `HASTIE_RUBY`: the Ruby that runs a site's plugins.
    pub ruby: RubyMode,
    /// `HASTIE_SYSTEM_RUBY`: the name or path of the program that runs as the installed Ruby. `None` for `ruby`.
    pub ruby_program: Option<String>,
    /// `HASTIE_RUBY_WASM`: the path of the WebAssembly module that contains the sandboxed Ruby, as typed.
    pub ruby_module: Option<String>,
    /// `HASTIE_RUBY_WASM_ANY`: whether the sandboxed Ruby may be a WebAssembly module that Hastie was not tested with.
    pub allows_any_ruby_module: bool,
    /// `HASTIE_RUBY_ENGINE=interpreter`: whether the sandboxed Ruby's module is interpreted even if it could be
    /// compiled.
    pub interprets_ruby: bool,
    /// `HASTIE_RUBY_FOLDERS`: additional folders that a site's Ruby may read.
    pub ruby_folders: Vec<String>,
    /// `HASTIE_LIMITS`: the limits on the processor time and memory of a build, which the command line enforces.
    pub limits: ResourceLimits,
}

impl BuildOptions {
    /// The options in environment variables such as `HASTIE_OFFLINE`. `variable` returns a variable's value, or `None`
    /// if the variable is not set.
    pub fn from_variables<'a>(variable: impl Fn(&str) -> Option<&'a str>) -> Self {
        let text = |name: &str| variable(name).map(str::to_owned);
        let unless_empty = |name: &str| text(name).filter(|value| !value.is_empty());
        BuildOptions {
            is_offline: variable("HASTIE_OFFLINE").is_some_and(|value| !is_false(value)),
            network: variable("HASTIE_NETWORK").map_or(Permission::None, Permission::parse),
            response_timeout: variable("HASTIE_TIMEOUT").and_then(|value| value.parse().ok()).map(Duration::from_secs),
            gem_server: unless_empty("HASTIE_GEM_SERVER"),
            github_mirror: text("HASTIE_GITHUB_MIRROR"),
            ruby: variable("HASTIE_RUBY").map_or(RubyMode::default(), RubyMode::parse),
            ruby_program: text("HASTIE_SYSTEM_RUBY"),
            ruby_module: unless_empty("HASTIE_RUBY_WASM"),
            allows_any_ruby_module: variable("HASTIE_RUBY_WASM_ANY").is_some(),
            interprets_ruby: variable("HASTIE_RUBY_ENGINE") == Some("interpreter"),
            ruby_folders: folders_in(variable("HASTIE_RUBY_FOLDERS").unwrap_or_default()),
            limits: variable("HASTIE_LIMITS").map_or(ResourceLimits::default(), ResourceLimits::parse),
        }
    }
}

/// The processor time and the memory that a build may use: a percentage of the usual limits, or no limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResourceLimits {
    /// This percentage of the usual limits.
    Percent(u32),
    /// No limits.
    Off,
}

impl Default for ResourceLimits {
    fn default() -> Self {
        ResourceLimits::Percent(100)
    }
}

impl ResourceLimits {
    /// Reads the limits from a text: `off`, or a percentage such as `200`. Any other text means
    /// [`ResourceLimits::default`].
    pub fn parse(name: &str) -> Self {
        match name {
            "off" => ResourceLimits::Off,
            percent => percent.parse().map_or(ResourceLimits::default(), ResourceLimits::Percent),
        }
    }
}

/// The Ruby that runs a site's plugins: the sandbox, an installed Ruby, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RubyMode {
    /// No Ruby: plugins in Ruby are skipped.
    Off,
    /// An installed Ruby, which may do whatever the user may.
    System,
    /// CRuby as WebAssembly, which is confined to the site.
    #[default]
    Sandbox,
}

impl RubyMode {
    /// Reads the mode from a text: `off` or `system`. Any other text means the sandbox.
    pub fn parse(name: &str) -> Self {
        match name {
            "off" => RubyMode::Off,
            "system" => RubyMode::System,
            _ => RubyMode::Sandbox,
        }
    }
}

impl World {
    /// The options that come from the command line or environment variables. No site can set them.
    pub fn options(&self) -> &BuildOptions {
        &self.surroundings.options
    }

    /// Replaces the options that come from the command line or environment variables.
    #[must_use]
    pub fn with_options(mut self, options: BuildOptions) -> Self {
        Arc::make_mut(&mut self.surroundings).options = options;
        self
    }

    /// Allows plugins to use all public servers, and servers on this machine, like `--network`.
    #[must_use]
    pub fn online(mut self) -> Self {
        Arc::make_mut(&mut self.surroundings).options.network = Permission::Any;
        self
    }

    /// Forbids all use of the network, whatever the environment says.
    #[must_use]
    pub fn offline(mut self) -> Self {
        Arc::make_mut(&mut self.surroundings).options.is_offline = true;
        self
    }

    /// Turns off the plugins that are written in Ruby.
    #[must_use]
    pub fn without_ruby(mut self) -> Self {
        Arc::make_mut(&mut self.surroundings).options.ruby = RubyMode::Off;
        self
    }
}

pub(super) fn is_false(value: &str) -> bool {
    matches!(value, "" | "0" | "false" | "no" | "off")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_set_the_options_and_empty_ones_do_not() {
        let of = |all: &'static [(&str, &str)]| {
            let value = |name: &str| all.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
            BuildOptions::from_variables(value)
        };
        assert_eq!(of(&[]), BuildOptions::default());
        let empty = [
            ("HASTIE_OFFLINE", "no"),
            ("HASTIE_NETWORK", ""),
            ("HASTIE_NETWORK", "off"),
            ("HASTIE_GEM_SERVER", ""),
            ("HASTIE_RUBY_WASM", ""),
        ];
        for variable in empty {
            let value = |name: &str| (name == variable.0).then_some(variable.1);
            assert_eq!(BuildOptions::from_variables(value), BuildOptions::default(), "{variable:?}");
        }
        let options = of(&[("HASTIE_OFFLINE", "1"), ("HASTIE_RUBY", "system"), ("HASTIE_TIMEOUT", "7")]);
        assert_eq!(
            options,
            BuildOptions {
                is_offline: true,
                ruby: RubyMode::System,
                response_timeout: Some(Duration::from_secs(7)),
                ..BuildOptions::default()
            }
        );
        assert_eq!(of(&[("HASTIE_RUBY", "other")]).ruby, RubyMode::Sandbox);
    }
}
