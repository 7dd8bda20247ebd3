# Prints what Nokogiri makes of random markup, selectors and changes. `compare` runs it twice: with the gem, and in Hastie.
require "nokogiri"

RANDOM = Random.new(SEED)
TAGS = %w(p div span b i a ul li table tr td th tbody h1 h2 section em br img hr pre script style form input option select dl dt dd
          head body html title meta x-y svg font center blockquote code textarea video source).freeze
NAMES = %w(class id href src title hidden checked name data-x lang alt).freeze
WORDS = ["a", "b c", " ", "\n", "x & y", "&amp;", "&lt;i&gt;", "&copy;", "&copy", "&#65;", "&#x41;", "&#0;", "&nbsp;", "é", "<", ">", "\"q\"", "'", "]]>",
         "<!-- c -->", "<!--x", "<?pi y?>", "<!DOCTYPE html>", "&unknown;", "1 < 2", "%20", "&"].freeze

def pick(list)
  list[RANDOM.rand(list.size)]
end

def attributes
  Array.new(RANDOM.rand(3)) do
    name = pick(NAMES)
    case RANDOM.rand(5)
    when 0 then name
    when 1 then "#{name}=#{pick(%w(a b1 /x?y=1&z=2 #q))}"
    when 2 then "#{name}='#{pick(["a b", "it\"s", "é ü", "a&b", "x&amp;y", ""])}'"
    else "#{name}=\"#{pick(["a b", "it's", "/é ü", "a&b", "x&quot;y", "", " c ", "[1]"])}\""
    end
  end.map { |one| " #{one}" }.join
end

def markup(depth = 0)
  Array.new(1 + RANDOM.rand(4)) do
    tag = pick(TAGS)
    inner = depth > 3 ? pick(WORDS) : markup(depth + 1)
    case RANDOM.rand(10)
    when 0..2 then pick(WORDS)
    when 3 then "<#{tag}#{attributes}>#{inner}"
    when 4 then "#{inner}</#{tag}>"
    when 5 then "<#{tag}#{attributes}/>"
    when 6 then "<b>#{pick(WORDS)}<i></b>#{inner}</i>"
    else "<#{tag}#{attributes}>#{inner}</#{tag}>"
    end
  end.join
end

def xml(depth = 0)
  Array.new(1 + RANDOM.rand(3)) do
    tag = pick(%w(a b c x:d e-f _g))
    attributes = Array.new(RANDOM.rand(3)) { " #{pick(%w(k m x:n xml:lang xmlns xmlns:x))}=\"#{pick(["1", "u", "a&amp;b", "é", "x\ty"])}\"" }.uniq.join
    case RANDOM.rand(12)
    when 0..2 then pick(["t", " ", "\n", "é", "&amp;", "&#65;", "a &lt; b", "<![CDATA[x<y]]>", "<!-- c -->", "<?p q?>"])
    when 3 then pick(["&nbsp;", "<", "&", "</z>", "<q", "]]>", "<a b>", "<a b=c/>", "&foo"])
    when 4 then "<#{tag}#{attributes}/>"
    else "<#{tag}#{attributes}>#{depth > 3 ? "t" : xml(depth + 1)}</#{tag}>"
    end
  end.join
end

SELECTORS = ["p", "div p", "div > p", "p + b", "p ~ i", ".a", "#b", "[href]", "[class~=a]", "a[href^='/']", "li:first-child", "li:nth-child(2n+1)",
             "td:last", "p:not(.a)", "div:has(b)", ":empty", "b, i", "*", "p:contains('a')", "li:nth-of-type(2)", "ul > li:last-child", "tr:eq(1)",
             "h1:only-child", "p[2]", "b:first-of-type", "div *", "> p", "x|y", "p:", "a[", "text()", "p/@class", "P", "li:nth-child(-n+2)", "p:gt(0)"].freeze
PATHS = ["//p", ".//b", "//*[@class]", "//p[1]", "(//p)[1]", "//b/..", "//text()", "count(//*)", "//li[last()]", "//a/@href", "string(//p)",
         "//*[self::p or self::b]", "//p/following-sibling::*", "//b/ancestor::*", "//i/preceding::*", "//p/following::text()", "//comment()",
         "//p | //b", "name(//*[3])", "normalize-space(//p)", "sum(//p)", "//*[position() mod 2 = 0]", "//p[contains(., 'a')]", "//p[", "//foo()",
         "//x:p", "//td[2]/preceding-sibling::td", "translate('abc', 'ab', 'B')", "substring('12345', 1.5, 2.6)", "1 div 3", "-7 mod 3", "round(-2.5)",
         "//*[starts-with(@href, '/')]", "//p = 'a'", "number('x')", "//*[@id != 'b']", "boolean(//q)", "//descendant::b[2]", "./p", ".", "/", "$v",
         "//processing-instruction()", "//node()", "string-length(//p)", "concat('a', 1, true())", "floor(1.5)", "1e3", "12345678901", "0.000001"].freeze

def show(label)
  value = yield
  value = value.map { |node| node.respond_to?(:to_html) ? node.to_html : node.to_s } if value.is_a?(Nokogiri::XML::NodeSet)
  puts "#{label}: #{value.inspect}"
rescue StandardError => e
  puts "#{label}: #{e.class}"
end

def change(part)
  nodes = part.css("*").to_a
  return if nodes.empty?

  node = pick(nodes)
  other = pick(nodes)
  case RANDOM.rand(16)
  when 0 then node.add_child("<i>n</i> t")
  when 1 then node.before("x<b>y</b>")
  when 2 then node.after("z")
  when 3 then node.replace("<u>r</u>s")
  when 4 then node.remove
  when 5 then node["class"] = "k \"q\""
  when 6 then node.content = "c < d"
  when 7 then node.inner_html = "<p>in<p>ner"
  when 8 then node.name = "div"
  when 9 then node.add_child(other) unless other == node || node.ancestors.include?(other)
  when 10 then node.wrap("<q><s></s></q>")
  when 11 then node.remove_attribute("class")
  when 12 then node.prepend_child("first")
  when 13 then node.children.first&.replace("text")
  when 14 then node.add_next_sibling(other.dup)
  else node << Nokogiri::XML::Text.new("t & u", part.document)
  end
end

COUNT.times do |index|
  text = markup
  puts "#{index} #{text.inspect}"
  page = Nokogiri::HTML(text)
  part = Nokogiri::HTML.fragment(text)
  show("page") { page.to_html }
  show("fragment") { part.to_html }
  show("errors") { page.errors.map(&:to_s) }
  show("xml") { page.root&.to_xml }
  show("xhtml") { part.to_xhtml }
  show("ascii") { part.to_html(:encoding => "US-ASCII") }
  3.times { selector = pick(SELECTORS); show("css #{selector}") { page.css(selector) } }
  2.times { selector = pick(SELECTORS); show("part #{selector}") { part.css(selector) } }
  4.times { path = pick(PATHS); show("xpath #{path}") { page.xpath(path) } }
  2.times { path = pick(PATHS); show("part #{path}") { part.xpath(path) } }
  4.times { show("change") { change(part); part.to_html } }
  3.times { show("change page") { change(page); page.to_html } }
  show("html5") { Nokogiri::HTML5(text).to_html }
  show("html5 fragment") { Nokogiri::HTML5.fragment(text).to_html }
  data = "<r xmlns:x=\"u\">#{xml}</r>"
  puts "#{index} #{data.inspect}"
  document = Nokogiri::XML(data)
  show("xml") { document.to_xml }
  show("errors") { document.errors.map(&:to_s) }
  show("indent") { document.to_xml(:indent => 3) }
  show("blanks") { Nokogiri::XML(data, &:noblanks).to_xml }
  show("text") { document.root&.text }
  show("html") { document.root&.to_html }
  2.times { path = pick(["//a", "//x:d", "//b[@k]", "//@*", "//a/b", "name(//*[2])", "//xmlns:a"]); show("xpath #{path}") { document.xpath(path).is_a?(Nokogiri::XML::NodeSet) ? document.xpath(path).map(&:to_s) : document.xpath(path) } }
  show("css") { document.css("a, b").map(&:to_xml) }
  show("fragment") { Nokogiri::XML.fragment(data.sub(/\A<r[^>]*>/, "").sub("</r>", "")).to_xml }
end
