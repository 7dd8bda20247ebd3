# frozen_string_literal: true

# Fixes the order of a drop's keys, which shows in `jsonify`, `inspect` and loops over a document.
#
# Ruby lists a class's methods in the order of its method table. That order depends on the symbols that were interned
# before, so it differs between two programs that load Jekyll. Hastie uses the order below.

module DropKeys
  ORDER = {
    "CollectionDrop"     => %w(label files output directory docs relative_directory),
    "DocumentDrop"       => %w(name id tags collection next url relative_path excerpt previous title path content
                               output date categories),
    "ExcerptDrop"        => %w(name date excerpt layout id tags collection next url relative_path previous title path
                               content output categories),
    "SiteDrop"           => %w(time config static_files collections data posts tags html_pages documents related_posts
                               categories pages),
    "StaticFileDrop"     => %w(name basename extname modified_time path collection),
    "ThemeDrop"          => %w(root metadata dependencies version authors description),
    "UnifiedPayloadDrop" => %w(paginator jekyll theme layout content site highlighter_prefix
                              highlighter_suffix page),
    "UrlDrop"            => %w(collection minute output_ext title categories path name year slug hour
                               slugified_categories i_day second i_month long_month short_year short_month week w_day
                               w_year short_day long_day y_day day month),
  }.freeze

  def getter_method_names
    @ordered_getter_method_names ||= begin
      names = super
      first = (ORDER.fetch(name.to_s.split("::").last, []) | methods_as_defined) & names
      first + (names - first)
    end
  end

  # The methods of a plugin's drop, in the order of their definition. Its own come before inherited ones.
  def methods_as_defined
    inherited = equal?(Jekyll::Drops::Drop) ? [] : superclass.methods_as_defined
    (@methods_as_defined || []) | inherited
  end

  def method_added(name)
    super
    (@methods_as_defined ||= []) << name.to_s
  end
end

Jekyll::Drops::Drop.singleton_class.prepend(DropKeys)
