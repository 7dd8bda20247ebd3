//! Responses of services, and imports.

mod imports;
mod services;
