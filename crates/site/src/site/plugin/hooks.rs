//! `Jekyll::Hooks`: plugins that look at, or change, what passes by.

use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::{Document, Page, SiteContext};
use crate::render::{Item, RenderContext, Rendered};
use crate::site::Site;
use hastie_liquid::Hash;
use std::sync::Arc;

/// `Jekyll::Hooks`: one set of hooks of one plugin. Each method is one of Jekyll's hook points; those
/// for pages, posts and documents get an [`Item`] and look themselves which owner it has.
pub trait Hooks: Send + Sync {
    /// Their priority; Jekyll's default is 20.
    fn priority(&self) -> i32 {
        20
    }

    /// `:site, :after_init`
    fn after_init(&self, context: &SiteContext, log: &mut Log) -> Result<(), Failure> {
        let _ = (context, log);
        Ok(())
    }

    /// `:site, :after_reset`
    fn after_reset(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let _ = (site, log);
        Ok(())
    }

    /// Before the site is read once more for another pass: what the plugin holds of the last one is let go.
    fn before_pass(&self) {}

    /// `:site, :post_read`
    fn post_read(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let _ = (site, log);
        Ok(())
    }

    /// `:site, :pre_render`; what is set in `payload` is a variable of every template.
    fn pre_render(&self, site: &mut Site, payload: &mut Hash, log: &mut Log) -> Result<(), Failure> {
        let _ = (site, payload, log);
        Ok(())
    }

    /// `:site, :post_render`
    fn post_render(&self, rendered: &mut Rendered, log: &mut Log) -> Result<(), Failure> {
        let _ = (rendered, log);
        Ok(())
    }

    /// Before the site is published, where the plugin has an [overlay](super::Plugin::overlay): what is to be written is
    /// laid under it.
    fn pre_publish(&self, items: &[Item<'_>], rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        let _ = (items, rendered, log);
        Ok(())
    }

    /// `:site, :post_write`
    fn post_write(&self, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        let _ = (rendered, log);
        Ok(())
    }

    /// `:pages, :post_init`
    fn page_post_init(&self, page: &mut Page) {
        let _ = page;
    }

    /// `:documents, :post_init` and `:posts, :post_init`
    fn document_post_init(&self, document: &mut Document) {
        let _ = document;
    }

    /// `:pre_render` of a page or document. What it returns replaces the source that is rendered;
    /// what is set in `payload` is a variable of its templates.
    fn item_pre_render(
        &self,
        item: Item<'_>,
        payload: &mut Hash,
        rendering: &mut RenderContext,
    ) -> Result<Option<String>, Failure> {
        let _ = (item, payload, rendering);
        Ok(None)
    }

    /// `:post_convert` of a page or document: the content on its way to the layouts.
    fn item_post_convert(
        &self,
        item: Item<'_>,
        content: String,
        rendering: &mut RenderContext,
    ) -> Result<String, Failure> {
        let _ = (item, rendering);
        Ok(content)
    }

    /// `:post_render` of a page or document: the output on its way to the disk.
    fn item_post_render(
        &self,
        item: Item<'_>,
        output: String,
        rendering: &mut RenderContext,
    ) -> Result<String, Failure> {
        let _ = (item, rendering);
        Ok(output)
    }

    /// `:post_write` of a page or document.
    fn item_post_write(&self, item: Item<'_>, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        let _ = (item, rendered, log);
        Ok(())
    }

    /// `:clean, :on_obsolete`: the files about to be deleted.
    fn on_obsolete(&self, files: &mut Vec<String>) {
        let _ = files;
    }
}
