# The libraries that Jekyll and its gems load before plugins. Plugins must require others. `uri` and `open3` come with
# sass-embedded, `base64` with safe_yaml, `optparse` with Mercenary. Most are only loaded on first use, because an interpreter loads them slowly.
require "date"
require "forwardable"
require "English"
{
  :CSV => "csv", :FileUtils => "fileutils", :JSON => "json", :YAML => "yaml", :Psych => "psych", :ERB => "erb", :CGI => "cgi",
  :URI => "uri", :Digest => "digest", :Logger => "logger", :Pathname => "pathname", :StringIO => "stringio", :Set => "set",
  :SortedSet => "set", :OpenStruct => "ostruct", :StringScanner => "strscan", :BigDecimal => "bigdecimal",
  :BigMath => "bigdecimal", :Base64 => "base64", :Find => "find", :OptionParser => "optparse", :OptParse => "optparse",
  :IPAddr => "ipaddr", :Monitor => "monitor", :MonitorMixin => "monitor", :Open3 => "open3", :REXML => "rexml/parsers/baseparser"
}.each { |name, file| Object.autoload(name, file) unless Object.const_defined?(name, false) }

# Newer versions of Psych, Ruby's YAML, create dates of the Gregorian calendar. They print differently.
module Hastie
  module Dates
    def tokenize(string)
      value = super
      value.instance_of?(Date) ? value.new_start(Date::ITALY) : value
    end
  end
end

module Kernel
  # Methods that a library adds to every object. They load the library when they are first called.
  { :to_yaml => "yaml", :to_json => "json", :Pathname => "pathname" }.each do |name, file|
    define_method(name) do |*arguments, **options, &block|
      Kernel.send(:remove_method, name) if Kernel.instance_method(name).source_location&.first.to_s.start_with?("hastie/")
      require file
      send(name, *arguments, **options, &block)
    end
  end
end

class Time
  class << self
    # Methods for parsing times. Jekyll loads their library, and here they load it when they are first called.
    %i(parse iso8601 xmlschema strptime httpdate rfc2822 rfc822 zone_offset).each do |name|
      define_method(name) do |*arguments, &block|
        singleton_class.send(:remove_method, :parse, :iso8601, :xmlschema, :strptime, :httpdate, :rfc2822, :rfc822, :zone_offset)
        require "time"
        public_send(name, *arguments, &block)
      end
    end
  end

  %i(iso8601 xmlschema httpdate rfc2822 rfc822).each do |name|
    next if method_defined?(name)

    define_method(name) do |*arguments|
      %i(iso8601 xmlschema httpdate rfc2822 rfc822).each do |one|
        Time.send(:remove_method, one) if Time.instance_method(one).source_location&.first.to_s.start_with?("hastie/")
      end
      require "time"
      public_send(name, *arguments)
    end
  end
end
