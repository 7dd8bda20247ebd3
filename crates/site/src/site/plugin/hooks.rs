//! The trait for plugins that run at certain points of a build. Mirrors `Jekyll::Hooks`.

use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::{Document, Page, SiteContext};
use crate::render::{Item, RenderContext, Rendered};
use crate::site::Site;
use hastie_liquid::Hash;
use std::sync::Arc;

/// A plugin's hooks. The comment on a method names its hook point in Jekyll. Except at `:post_init`, pages, posts and
/// other documents share one method, whose [`Item`] tells which of the three it is.
pub trait Hooks: Send + Sync {
    /// The priority. Jekyll's default is 20.
    fn priority(&self) -> i32 {
        20
    }

    /// `:site, :after_init`: the site is created, and nothing has been read.
    fn after_init(&self, context: &SiteContext, log: &mut Log) -> Result<(), Failure> {
        let _ = (context, log);
        Ok(())
    }

    /// `:site, :after_reset`: the content of the last build is discarded.
    fn after_reset(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let _ = (site, log);
        Ok(())
    }

    /// `:site, :post_read`: the source has been read.
    fn post_read(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let _ = (site, log);
        Ok(())
    }

    /// `:site, :pre_render`: rendering is about to start. Variables set in `payload` are visible in every template.
    fn pre_render(&self, site: &mut Site, payload: &mut Hash, log: &mut Log) -> Result<(), Failure> {
        let _ = (site, payload, log);
        Ok(())
    }

    /// `:site, :post_render`: all items have been rendered, and nothing has been written.
    fn post_render(&self, rendered: &mut Rendered, log: &mut Log) -> Result<(), Failure> {
        let _ = (rendered, log);
        Ok(())
    }

    /// `:site, :post_write`: the site has been written.
    fn post_write(&self, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        let _ = (rendered, log);
        Ok(())
    }

    /// `:pages, :post_init`: a page has been created.
    fn page_post_init(&self, page: &mut Page) {
        let _ = page;
    }

    /// `:documents, :post_init` and `:posts, :post_init`: a document has been created, and its file is not read yet.
    fn document_post_init(&self, document: &mut Document) {
        let _ = document;
    }

    /// Like [`document_post_init`](Self::document_post_init), for new documents of one collection in their order. An
    /// interpreter can handle them in one call.
    fn documents_post_init(&self, documents: &mut [Document]) {
        documents.iter_mut().for_each(|document| self.document_post_init(document));
    }

    /// `:pre_render` of a page or document. A returned string replaces the source that is rendered. Variables set in
    /// `payload` are visible in the templates of this page or document.
    fn item_pre_render(
        &self,
        item: Item<'_>,
        payload: &mut Hash,
        rendering: &mut RenderContext,
    ) -> Result<Option<String>, Failure> {
        let _ = (item, payload, rendering);
        Ok(None)
    }

    /// `:post_convert` of a page or document: may replace the content before layouts are applied.
    fn item_post_convert(
        &self,
        item: Item<'_>,
        content: String,
        rendering: &mut RenderContext,
    ) -> Result<String, Failure> {
        let _ = (item, rendering);
        Ok(content)
    }

    /// `:post_render` of a page or document: may replace the output.
    fn item_post_render(
        &self,
        item: Item<'_>,
        output: String,
        rendering: &mut RenderContext,
    ) -> Result<String, Failure> {
        let _ = (item, rendering);
        Ok(output)
    }

    /// `:post_write` of a page or document: its file has been written.
    fn item_post_write(&self, item: Item<'_>, rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure> {
        let _ = (item, rendered, log);
        Ok(())
    }

    /// `:clean, :on_obsolete`: may remove entries from the list of files to delete.
    fn on_obsolete(&self, files: &mut Vec<String>) {
        let _ = files;
    }
}
