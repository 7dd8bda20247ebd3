# Documents that the program has just created and not yet read. Their `post_init` hooks see the data that come from the path.
module Hastie
  class Created
    # The fingerprint of a list without items.
    EMPTY = Fingerprint.of([])

    # `data` lists the front matter with which documents of the collection can begin.
    def initialize(collection, data)
      @collection = collection
      @data = data
      @prints = data.map { |one| Fingerprint.of(one) }
      @values = data.map { |one| Fingerprint.of_each(one) }
    end

    # Runs the hooks. Returns the changes: the document's index, values, whether these are all of its data, and the URL and the id if
    # a hook has asked for them. `answers` are the outputs of git commands that the hooks will probably call.
    def run(numbers, paths, kinds, answers)
      Confined.answers = answers if defined?(Confined)
      changes = []
      at = 0
      while at < numbers.size
        change = run_one(at, numbers[at], paths[at], kinds[at])
        changes << change if change
        at += 1
      end
      changes
    ensure
      Confined.answers = nil if defined?(Confined)
    end

    private

    def run_one(at, number, path, kind)
      document = Hastie.model.find("doc:#{number}")
      document.hastie_blank(path, @collection, copy(@data[kind]), @prints[kind])
      Server.trigger(document, :post_init)
      note_values(document)
      found = change(at, document.hastie_blank_data, @values[kind])
      url = document.instance_variable_get(:@url) or return found
      [*(found || [at, {}, false]), url, document.instance_variable_get(:@id)]
    ensure
      document.hastie_forget
    end

    # Hooks may give the same object to several documents.
    def note_values(document)
      values = document.hastie_blank_data
      Hastie.model.note_created(document, values) if values.size > @data.first.size
    end

    # Copies the data, because hooks may change the lists in them.
    def copy(data)
      copy = {}
      keys = data.keys
      at = 0
      while at < keys.size
        value = data[keys[at]]
        value = value.empty? ? [] : value.map(&:dup) if value.is_a?(Array)
        copy[keys[at]] = value
        at += 1
      end
      copy
    end

    # Whether a value has another fingerprint than before.
    def differs?(value, before)
      return value.hash != before unless value.is_a?(Array) || value.is_a?(Hash)

      (value.is_a?(Array) && value.empty? ? EMPTY : Fingerprint.of(value)) != before
    end

    def change(index, data, before)
      keys = data.keys
      known = before.keys
      set = {}
      at = 0
      while at < keys.size
        key = keys[at]
        return [index, {}.merge(data), true] if at < known.size && key != known[at]

        set[key] = data[key] if at >= known.size || differs?(data[key], before[key])
        at += 1
      end
      return [index, {}.merge(data), true] if keys.size < known.size

      set.empty? ? nil : [index, set, false]
    end
  end
end
