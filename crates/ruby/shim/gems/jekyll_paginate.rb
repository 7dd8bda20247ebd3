# The classes of jekyll-paginate, for plugins that make pages of posts with them. The program paginates the blog itself.
module Jekyll
  module Paginate
    VERSION = "1.1.0"

    # A page of posts, as templates see it in `paginator`.
    class Pager
      KEYS = %w(page per_page posts total_posts total_pages previous_page previous_page_path next_page next_page_path).freeze
      attr_reader(*KEYS)

      class << self
        def calculate_pages(all_posts, per_page)
          (all_posts.size / per_page.to_i.to_f).ceil
        end

        def pagination_enabled?(site)
          site.pages.any? && !site.config["paginate"].nil?
        end

        # Whether a page is an index.html above the paginated pages, or beside them.
        def pagination_candidate?(config, page)
          source = config["source"]
          folders = [page.path, config["paginate_path"]].map { |path| File.dirname(File.expand_path(remove_leading_slash(path), source)) }
          page.name == "index.html" && in_hierarchy(source, *folders)
        end

        # Whether the folder of a page is one of the folders above `paginate_path`, or this folder itself.
        def in_hierarchy(_source, page_dir, paginate_path)
          until paginate_path == (parent = File.dirname(paginate_path))
            return true if page_dir == paginate_path

            paginate_path = parent
          end
          false
        end

        def paginate_path(site, number)
          return if number.nil?
          return Pagination.first_page_url(site) unless number > 1

          ensure_leading_slash(site.config["paginate_path"].sub(":num", number.to_s))
        end

        def ensure_leading_slash(path)
          path.start_with?("/") ? path : "/#{path}"
        end

        def remove_leading_slash(path)
          path.delete_prefix("/")
        end
      end

      def initialize(site, page, all_posts, num_pages = nil)
        @page = page
        @per_page = site.config["paginate"].to_i
        @total_posts = all_posts.size
        @total_pages = num_pages || Pager.calculate_pages(all_posts, @per_page)
        raise "page number can't be greater than total pages: #{@page} > #{@total_pages}" if @page > @total_pages

        @posts = all_posts[(@page - 1) * @per_page, @per_page]
        @previous_page = @page - 1 unless @page == 1
        @next_page = @page + 1 unless @page == @total_pages
        @previous_page_path, @next_page_path = [@previous_page, @next_page].map { |number| Pager.paginate_path(site, number) }
      end

      def to_liquid
        KEYS.to_h { |key| [key, public_send(key)] }
      end
    end

    class Pagination < Generator
      safe true
      priority :lowest

      class << self
        # The program runs this generator itself. Only its subclasses run here.
        def descendants
          super - [Pagination]
        end

        def first_page_url(site)
          new.template_page(site)&.url
        end
      end

      def generate(site)
        return unless Pager.pagination_enabled?(site)

        template = template_page(site)
        return paginate(site, template) if template

        Jekyll.logger.warn "Pagination:", "Pagination is enabled, but I couldn't find an index.html page to use as the pagination template. Skipping pagination."
      end

      def paginate(site, page)
        posts = site.site_payload["site"]["posts"].reject { |post| post["hidden"] }
        count = Pager.calculate_pages(posts, site.config["paginate"])
        1.upto(count) do |number|
          pager = Pager.new(site, number, posts, count)
          next page.pager = pager if number == 1

          site.pages << Page.new(site, site.source, page.dir, page.name).tap do |copy|
            copy.pager = pager
            copy.dir = Pager.paginate_path(site, number)
          end
        end
      end

      def template_page(site)
        site.pages.select { |page| Pager.pagination_candidate?(site.config, page) }.max_by { |page| page.path.size }
      end
    end
  end
end
