# Lists and hashes of the site that plugins read and change.
module Hastie
  # A list of the site's objects that plugins may change.
  class List
    # `kind` is the class that all items have, if Hastie can write no others.
    def initialize(kind = nil, &fetch)
      @kind = kind
      @fetch = fetch
      @stale = true
    end

    def array
      Hastie.model.note_read
      if @stale
        @stale = false
        fresh = @fetch.call
        @array ? @array.replace(fresh) : @array = fresh
        @sent = @array.dup
      end
      @array
    end

    def array=(items)
      array
      @array = items
    end

    def stale
      @stale = true
    end

    # Adds items that the program has added itself, before the items with numbers above theirs.
    def hastie_add(items)
      return if @stale || (new = items - @array).empty?

      at = @array.index { |item| item.hastie_number.to_i > new.last.hastie_number.to_i } || @array.size
      @array.insert(at, *new)
      @sent = @array.dup
    end

    # Raises an error if the list has an item twice, which Jekyll would render or write twice.
    def hastie_check_twice
      return unless @array.uniq(&:object_id).size < @array.size

      twice = @array.find { |item| !item.is_a?(Jekyll::StaticFile) && @array.count { |other| other.equal?(item) } > 1 }
      raise NotImplementedError, "#{twice.relative_path} is twice in a list of the site: this is not supported" if twice
    end
    private :hastie_check_twice

    # Raises an error for an item of a class that Hastie cannot write. Jekyll renders and writes all items, whatever their class.
    def hastie_check_kinds
      other = @kind && @array.find { |item| item.is_a?(Mirror) && !item.is_a?(@kind) && !item.is_a?(OwnStaticFile) }
      return unless other

      raise NotImplementedError, "#{other.relative_path} is a #{other.class}: a list of #{@kind} cannot have it"
    end
    private :hastie_check_kinds

    # Whether a plugin has read the list.
    def hastie_read?
      !@stale
    end

    # All items of a list that the program does not have yet.
    def hastie_all
      array.tap { hastie_adopt }.tap { @sent = @array.dup }
    end

    # Makes items of other classes known to the program, if the site may write them.
    def hastie_adopt
      OwnStaticFile.adopt(@array) if @kind == Jekyll::StaticFile
    end
    private :hastie_adopt

    # The items of the list. nil if the program has the same items.
    def changed
      return if @stale || @sent == @array

      hastie_adopt
      hastie_check_twice
      hastie_check_kinds

      @sent = @array.dup
      @array
    end
  end

  # A list that plugins can only read, because the program ignores changes of it.
  module FixedList
    CHANGES = %i(
      << push append unshift prepend insert concat delete delete_if delete_at reject! select! filter! keep_if clear replace pop shift
      sort! sort_by! reverse! rotate! shuffle! map! collect! uniq! compact! slice! fill []=
    ).freeze

    def self.of(name, items)
      items.instance_variable_set(:@hastie_name, name)
      items.extend(self)
    end

    CHANGES.each do |change|
      define_method(change) do |*arguments, &block|
        changed = dup
        result = changed.public_send(change, *arguments, &block)
        next result if changed == self

        raise NotImplementedError, "changing Site##{@hastie_name} is not supported: Hastie calls #{@hastie_name} itself"
      end
    end
  end

  # A hash of the program. Each key is compared with its earlier value.
  class Table
    # `name` is the name of the hash in the program.
    def initialize(name, hash)
      @hastie_name = name
      reset(hash)
    end

    attr_reader :hash, :hastie_name

    # The values that the last comparison has found to be new or changed. nil if there are none, or if they were taken before.
    def take_sent
      found, @sent = @sent, nil
      found
    end

    # The object at a key.
    def hastie_value(key)
      @hash[key]
    end

    def reset(hash)
      @hash = hash
      note
    end

    def note
      @seen = Fingerprint.of_each(@hash)
      @watch = Watch.new(@hash)
      watch_objects if Hastie.model.rendering?
    end

    # Templates share the objects in the hash from now on.
    def watch_objects
      @snapshot = Snapshot.of(@hash)
    end

    # The keys that were set, the keys that were removed, and the objects that have changed in place.
    def changes
      @sent = nil
      return unless @watch.changed?

      before = @seen
      in_place = @snapshot ? @snapshot.changes.reject { |path, _| path.empty? } : []
      note
      set = Fingerprint.changed(@hash, @seen, before)
      gone = before.keys - @seen.keys
      @sent = set
      set.empty? && gone.empty? ? nil : [set.to_a, gone, in_place]
    end
  end

  # The hash of `site.tags` or `site.categories`, as the program sent it. In Jekyll, reading a missing key adds it.
  def self.group(name, hash)
    return hash unless hash.instance_of?(Hash)

    hash.default_proc = proc do |all, key|
      found = all[key] = model.site.public_send(name)[key]
      model.flush
      found
    end
    hash
  end
end
