//! The variable `paginator`. Mirrors `PaginateV2::Generator::Paginator`.

use super::int;
use super::urls::{IndexName, numbered};
use hastie_liquid::{Hash, Value};

/// The value of `paginator` on one page. `posts` contains the posts of this page, but `total_posts` counts the posts of
/// all pages.
pub(crate) struct Pager {
    /// The page's own path.
    pub path: String,
    number: usize,
    total: usize,
    per_page: Value,
    total_posts: usize,
    posts: Vec<Value>,
    first: String,
    others: String,
}

impl Pager {
    /// The pager of page `number` of `total`. `first` is the URL of the first page, and `others` the format for the
    /// URLs of the other pages. `shown` contains the documents of all pages. Each page lists `per_page` of them.
    /// Templates read `shown_per_page` as `per_page`.
    pub(crate) fn new(
        number: usize,
        total: usize,
        (per_page, shown_per_page): (i64, Value),
        shown: &[Value],
        first: &str,
        others: &str,
        name: &IndexName,
    ) -> Self {
        let own = name.own_path(if number == 1 { first } else { others });
        let (start, end) = range(number, per_page, shown.len());
        Pager {
            path: numbered(&own, number, total),
            number,
            total,
            per_page: shown_per_page,
            total_posts: shown.len(),
            posts: shown[start..end].to_vec(),
            first: name.path_for_others(first),
            others: name.path_for_others(others),
        }
    }

    /// `Paginator#to_liquid`: the hash that templates read. `trail` is its `page_trail`.
    pub(crate) fn into_value(self, trail: Value) -> Hash {
        let first = numbered(&self.first, 1, self.total);
        let other = |number: usize| Value::from(numbered(&self.others, number, self.total));
        let previous = (self.number > 1).then(|| self.number - 1);
        let previous_path = previous.map_or(Value::Nil, |number| match number {
            1 => Value::from(first.as_str()),
            _ => other(number),
        });
        let next = (self.number < self.total).then_some(self.number + 1);
        let mut pager = Hash::new();
        pager.set("per_page", self.per_page);
        pager.set("posts", Value::array(self.posts));
        pager.set("total_posts", int(self.total_posts));
        pager.set("total_pages", int(self.total));
        pager.set("page", int(self.number));
        pager.set("page_path", self.path.as_str());
        pager.set("previous_page", previous.map_or(Value::Nil, int));
        pager.set("previous_page_path", previous_path);
        pager.set("next_page", next.map_or(Value::Nil, int));
        pager.set("next_page_path", next.map_or(Value::Nil, other));
        pager.set("first_page", int(1));
        pager.set("first_page_path", first.as_str());
        pager.set("last_page", int(self.total));
        pager.set("last_page_path", other(self.total));
        pager.set("page_trail", trail);
        pager
    }
}

/// The range of posts on a page. If the number per page is negative, the end is counted from the last post.
fn range(number: usize, per_page: i64, posts: usize) -> (usize, usize) {
    let posts = i64::try_from(posts).unwrap_or(i64::MAX);
    let start = i64::try_from(number - 1).unwrap_or(i64::MAX).saturating_mul(per_page);
    let last = start.saturating_add(per_page).saturating_sub(1).min(posts);
    let last = if last < 0 { last.saturating_add(posts) } else { last };
    let start = start.clamp(0, posts);
    let end = last.saturating_add(1).clamp(start, posts);
    let index = |position: i64| usize::try_from(position).unwrap_or(0);
    (index(start), index(end))
}
