//! YAML as SafeYAML 1.0.5 reads it, over libyaml's events.
