# Writes the table of contents and the footnotes as kramdown's converter to HTML does.
module Kramdown
  module Converter
    class Html
      # The links of a table of contents, as nested lists by the levels of the headers.
      def generate_toc_tree(toc, type, attr)
        sections = Element.new(type, nil, attr.dup)
        sections.attr["id"] ||= "markdown-toc"
        open = []
        toc.each do |level, id, children|
          hastie_close(open) while open.any? && open.last.options[:level] >= level
          item = hastie_toc_item(level, id, children, type, sections.attr["id"])
          (open.empty? ? sections : open.last.children.last).children << item
          open << item
        end
        hastie_close(open) until open.empty?
        sections
      end

      def fix_for_toc_entry(elements)
        remove_footnotes(elements)
        unwrap_links(elements)
        elements
      end

      def unwrap_links(elements)
        elements.each { |element| unwrap_links(element.children) }
        elements.replace(elements.flat_map { |element| element.type == :a ? element.children : [element] })
      end

      def remove_footnotes(elements)
        elements.each { |element| remove_footnotes(element.children) }
        elements.reject! { |element| element.type == :footnote }
      end

      def convert_footnote(element, _indent)
        name = @options[:footnote_prefix] + element.options[:name]
        known = @footnotes_by_name[name]
        if known
          repeat = ":#{known[3] += 1}"
        else
          known = @footnotes_by_name[name] = [name, element.value, @footnote_counter, 0]
          @footnotes << known
          @footnote_counter += 1
        end
        text = format(@options[:footnote_link_text], known[2])
        "<sup id=\"fnref:#{name}#{repeat}\"><a href=\"#fn:#{name}\" class=\"footnote\" rel=\"footnote\" " \
          "role=\"doc-noteref\">#{text}</a></sup>"
      end

      # The list of the footnotes that have marks. A footnote may contain marks of other footnotes, which then follow it.
      def footnote_content
        list = Element.new(:ol)
        list.attr["start"] = @footnote_start if @footnote_start != 1
        at = 0
        while at < @footnotes.size
          list.children << Element.new(:raw, convert(hastie_footnote(*@footnotes[at]), 4))
          at += 1
        end
        return "" if list.children.empty?

        format_as_indented_block_html("div", { :class => "footnotes", :role => "doc-endnotes" }, convert_ol(list, 2), 0)
      end

      # Text in which every ASCII character is an entity.
      def obfuscate(text)
        text.each_char.map { |char| char.ascii_only? ? format("&#%03d;", char.ord) : char }.join
      end

      private

      def hastie_close(open)
        item = open.pop
        item.children.pop if item.children.last.children.empty?
      end

      def hastie_toc_item(level, id, children, type, prefix)
        link = Element.new(:a, nil, "href" => "##{id}", "id" => "#{prefix}-#{id}")
        link.children = fix_for_toc_entry(children.map(&:hastie_copy))
        text = Element.new(:p, nil, nil, :transparent => true)
        text.children << link
        item = Element.new(:li, nil, nil, :level => level)
        item.children.push(text, Element.new(type))
        item
      end

      def hastie_footnote(name, content, _number, repeats)
        item = Element.new(:li, nil, "id" => "fn:#{name}")
        item.children = content.children.map(&:hastie_copy)
        last = hastie_last_paragraph(item) if item.children.last&.type == :p || @options[:footnote_backlink_inline]
        item.children << (place = Element.new(:p)) unless last
        hastie_backlinks(last || place, name, repeats, !last.nil?)
        item
      end

      def hastie_last_paragraph(element)
        last = element.children.last
        last.nil? || %i(p header).include?(last.type) ? last : hastie_last_paragraph(last)
      end

      def hastie_backlinks(paragraph, name, repeats, is_behind_text)
        text = escape_html(@options[:footnote_backlink], :text)
        return if text.empty?

        space = entity_to_str(Utils::Entities.entity("nbsp"))
        (0..repeats).each do |repeat|
          target = repeat.zero? ? name : "#{name}:#{repeat}"
          shown = repeat.zero? ? text : "#{text}<sup>#{repeat + 1}</sup>"
          link = "<a href=\"#fnref:#{target}\" class=\"reversefootnote\" role=\"doc-backlink\">#{shown}</a>"
          paragraph.children << Element.new(:raw, is_behind_text || repeat.positive? ? space + link : link)
        end
      end
    end
  end
end
