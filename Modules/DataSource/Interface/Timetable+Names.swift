import Mediator

extension Timetable {
  /// The translations of the names of stops, lines and headsigns.
  public struct Translations: Sendable {
    /// The feed's languages as BCP 47 tags: that of its own names, that for people whose language
    /// nobody knows, both perhaps empty; and those of the translations.
    public let languages: TextColumn
    /// The translated headsigns, in the order of their UTF-8 bytes.
    public let headsigns: TextColumn
    /// The first translation of each name, and one more entry. The names are those of all stops, of
    /// all lines, the long ones of all lines, and the headsigns. Empty if there is no translation.
    public let first: Column<Int32>
    /// The language of each translation, by its position in `languages`.
    public let language: Column<Int32>
    /// The translations.
    public let text: TextColumn

    /// Creates translations from their columns; none unless given.
    public init(
      languages: TextColumn = TextColumn([]), headsigns: TextColumn = TextColumn([]),
      first: Column<Int32> = Column([]), language: Column<Int32> = Column([]),
      text: TextColumn = TextColumn([])
    ) {
      self.languages = languages
      self.headsigns = headsigns
      self.first = first
      self.language = language
      self.text = text
    }

    /// Returns a name with its translations.
    func name(_ local: String, _ number: Int) -> TranslatedName {
      guard number + 1 < first.count, first[number] < first[number + 1] else {
        return TranslatedName(local)
      }
      var names: [String: String] = [:]
      if !languages[0].isEmpty { names[languages[0]] = local }
      for translation in Int(first[number])..<Int(first[number + 1]) {
        names[languages[Int(language[translation])]] = text[translation]
      }
      return TranslatedName(local, names, defaultLanguage: Language(languages[1]))
    }

    /// The position of a headsign in `headsigns`; nil if it has no translation.
    func position(ofHeadsign text: String) -> Int? {
      var range = headsigns.indices
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        let other = headsigns[middle]
        if other == text { return middle }
        let precedes = other.utf8.lexicographicallyPrecedes(text.utf8)
        range = precedes ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      return nil
    }
  }

  /// What passengers read and hear at the stops; each column is empty if the feed has no such
  /// texts.
  public struct Signs: Sendable {
    /// The sign on the platform of each stop, such as `2`; empty when the feed does not give it.
    public let platform: TextColumn
    /// The feed's `stop_code` of each stop, a short text or number for passengers; empty when the
    /// feed does not give it.
    public let code: TextColumn
    /// The name of each stop as it is spoken; empty where it is that which is written.
    public let spokenName: TextColumn

    /// Creates signs from columns with one text for each stop, or none.
    public init(
      platform: TextColumn = TextColumn([]), code: TextColumn = TextColumn([]),
      spokenName: TextColumn = TextColumn([])
    ) {
      self.platform = platform
      self.code = code
      self.spokenName = spokenName
    }
  }
}

extension Timetable {
  /// Returns the name of a stop with its translations.
  public func name(ofStop stop: Int) -> TranslatedName {
    let own = translations.name(stops.name[stop], stop)
    let station = Int(stations.firstStop[Int(stops.station[stop])])
    guard own.translations.isEmpty, stop != station, stops.name[station] == own.local else {
      return own
    }
    return translations.name(own.local, station)
  }

  /// Returns the long name of a line with its translations; nil when the feed gives none, or when
  /// its name is the long one.
  public func longName(ofRoute route: Int) -> TranslatedName? {
    let longName = routes.longName[route]
    guard !longName.isEmpty else { return nil }
    return translations.name(longName, stops.count + routes.count + route)
  }

  /// Returns a headsign with its translations; if it has none and is the name of a stop, with those
  /// of the stop.
  public func name(ofHeadsign headsign: String) -> TranslatedName {
    guard !translations.first.isEmpty else { return TranslatedName(headsign) }
    if let position = translations.position(ofHeadsign: headsign) {
      return translations.name(headsign, stops.count + 2 * routes.count + position)
    }
    return stops.name.firstIndex(ofUTF8: headsign.utf8).map { name(ofStop: $0) }
      ?? TranslatedName(headsign)
  }

  /// Returns the sign on the platform of a stop; nil when the feed does not give it.
  public func platform(ofStop stop: Int) -> String? { signs.platform.text(at: stop) }

  /// Returns the short text or number on the sign of a stop; nil when the feed does not give it.
  public func code(ofStop stop: Int) -> String? { signs.code.text(at: stop) }

  /// Returns the name of a stop as it is spoken; nil if it is that which is written.
  public func spokenName(ofStop stop: Int) -> String? { signs.spokenName.text(at: stop) }
}

extension TextColumn {
  /// The text at a position; nil if it is empty or missing.
  fileprivate func text(at position: Int) -> String? {
    guard position < count, starts[position] < starts[position + 1] else { return nil }
    return self[position]
  }
}
