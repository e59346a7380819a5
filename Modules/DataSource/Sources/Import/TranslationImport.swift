import DataSourceInterface
import Mediator

/// The names in other languages, from translations.txt in its current format or in the format used
/// before 2019.
struct TranslationImport {
  /// The largest number of translations of one name that are kept.
  private static let maxLanguages = 50

  /// A row of a field's file. A row of stop_times.txt has a sequence number.
  private struct Record: Hashable {
    let field: TranslatedField
    let number: Int
    var sequence = ""
  }

  private struct Value: Hashable {
    let field: TranslatedField
    let text: String
  }

  /// The translations of a name by language.
  private typealias Names = [String: String]

  private let feed: Feed
  private let stops: StopImport
  private let trips: TripImport
  private var byRecord: [Record: Names] = [:]
  private var byValue: [Value: Names] = [:]

  init(
    _ feed: Feed, stops: StopImport, lines: RouteImport, trips: TripImport
  ) throws(FeedRejection) {
    self.feed = feed
    self.stops = stops
    self.trips = trips
    guard let table = try feed.table("translations.txt") else { return }
    let (kind, field) = (table.column("table_name"), table.column("field_name"))
    let (id, sequence) = (table.column("record_id"), table.column("record_sub_id"))
    let value = table.column("field_value") ?? table.column("trans_id")
    let (text, tag) = (
      table.column("translation"), table.column("language") ?? table.column("lang")
    )
    let stopNames = Set(stops.stops.name)
    var (records, values) = (byRecord, byValue)
    try table.forEachRow { row in
      guard !row[text].isEmpty else { return }
      let (kind, column) = (kind.map { row[$0].text }, field.map { row[$0].text })
      let language = Language(row[tag].text).map(\.description)
      let fields = TranslatedField.allCases.filter {
        kind ?? $0.table == $0.table && column ?? $0.column == $0.column
      }
      if fields.isEmpty { table.report(.unusedTranslation, at: row, row[field]) }
      if !fields.isEmpty, language == nil { table.report(.unknownLanguage, at: row, row[tag]) }
      for field in fields {
        func add(to names: inout Names?) {
          let isNew = names.add(row[text].text, in: language ?? Self.unknownLanguage)
          if !isNew { table.report(.repeatedID, at: row, row[text]) }
        }
        guard row[id].isEmpty else {
          let number: Int? =
            switch field {
            case .stop: stops.index[row[id]]
            case .shortName, .longName: lines.number(of: row[id])
            case .tripHeadsign, .stopHeadsign: trips.index[row[id]]
            }
          if let number {
            add(to: &records[Record(field: field, number: number, sequence: row[sequence].text)])
          } else if field != .stop || stops.stationIndex[row[id]] == nil {
            table.report(field.unknownRecord, at: row, row[id])
          }
          continue
        }
        if kind != nil, field == .stop, !stopNames.contains(row[value].text) {
          table.report(.unknownStop, at: row, row[value])
        } else {
          add(to: &values[Value(field: field, text: row[value].text)])
        }
      }
    }
    (byRecord, byValue) = (records, values)
  }

  /// ISO 639-2's code for a language that nobody has determined.
  private static let unknownLanguage = "und"
}

extension TranslationImport {
  /// Returns the translations of all names of a timetable.
  /// - Parameters:
  ///   - order: The numbers of the lines, in the order of the timetable.
  ///   - languages: The tags of the feed's own names, and of the names for people whose language
  ///     nobody knows. The names of a feed in several languages, `mul`, have no language of their
  ///     own.
  func translations(
    stops: Timetable.Stops, routes: Timetable.Routes, order: [Int], languages: [String]
  ) throws(FeedRejection) -> Timetable.Translations {
    guard !byRecord.isEmpty || !byValue.isEmpty else { return Timetable.Translations() }
    let tags = languages.map { Language($0)?.description ?? "" }
    var columns = TranslationColumns(
      languages: tags.map { ["mul", Self.unknownLanguage].contains($0) ? "" : $0 })
    let stations = self.stops.stations
    for station in 0..<stations.count {
      let range = stations.stops(of: station)
      let translations = range.map { names(of: stops.name[$0], [.stop], number: $0) }
      let local = stops.name[range.lowerBound]
      // A platform of the same name may be translated instead of the station, and usually is as
      // well.
      let ofStation =
        zip(range, translations).first { !$1.isEmpty && stops.name[$0] == local }?.1 ?? [:]
      columns.add(limited(ofStation, local))
      for (stop, names) in zip(range, translations).dropFirst() {
        let isSame = stops.name[stop] == local && names == ofStation
        columns.add(isSame ? [:] : limited(names, stops.name[stop]))
      }
    }
    for (route, line) in order.enumerated() {
      // A line without a long name may have it in place of the short one.
      let fields: [TranslatedField] =
        routes.longName[route].isEmpty ? [.longName, .shortName] : [.shortName]
      columns.add(limited(names(of: routes.name[route], fields, number: line), routes.name[route]))
    }
    for (route, line) in order.enumerated() {
      let name = routes.longName[route]
      columns.add(name.isEmpty ? [:] : limited(names(of: name, [.longName], number: line), name))
    }
    let headsigns = try headsigns.sorted {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }
    for headsign in headsigns { columns.add(limited(headsign.value, headsign.key)) }
    return columns.translations(headsigns: headsigns.map(\.key))
  }

  /// The translations of a name. Those of its row take precedence over those of its text, and those
  /// of a later field over those of an earlier one.
  private func names(of name: String, _ fields: [TranslatedField], number: Int) -> Names {
    fields.reduce(into: [:]) { names, field in
      for found in [
        byValue[Value(field: field, text: name)], byRecord[Record(field: field, number: number)],
      ] {
        names.merge(found ?? [:]) { $1 }
      }
    }
  }

  /// The translations by headsign. Rows about single trips and stops count for their text.
  private var headsigns: [String: Names] {
    get throws(FeedRejection) {
      var headsigns: [String: Names] = [:]
      for field in [TranslatedField.stopHeadsign, .tripHeadsign] {
        for (value, names) in byValue where value.field == field {
          headsigns[value.text, default: [:]].merge(names) { $1 }
        }
      }
      // Different translations of one text belong to different trains, so none is right for all of
      // them.
      var ofRecords = try stopHeadsigns
      for (record, names) in byRecord where record.field == .tripHeadsign {
        ofRecords[trips.headsign[record.number], default: [:]]
          .merge(names) { $0 == $1 ? $0 : "" }
      }
      for (headsign, names) in ofRecords {
        headsigns[headsign, default: [:]].merge(names) { $1 }
      }
      headsigns[""] = nil
      return headsigns.mapValues { $0.filter { !$0.value.isEmpty } }.filter { !$0.value.isEmpty }
    }
  }

  /// The translations of the rows of stop_times.txt, by the text of the row; an empty text for
  /// different ones.
  private var stopHeadsigns: [String: Names] {
    get throws(FeedRejection) {
      guard byRecord.keys.contains(where: { $0.field == .stopHeadsign }),
        let table = try feed.tableAgain("stop_times.txt"),
        let headsign = table.column("stop_headsign")
      else { return [:] }
      let (trip, sequence) = (table.column("trip_id"), table.column("stop_sequence"))
      var found: [String: Names] = [:]
      try table.forEachRow { row in
        guard !row[headsign].isEmpty, let number = trips.index[row[trip]] else { return }
        let record = Record(field: .stopHeadsign, number: number, sequence: row[sequence].text)
        guard let names = byRecord[record] else { return }
        found[row[headsign].text, default: [:]].merge(names) { $0 == $1 ? $0 : "" }
      }
      return found
    }
  }

  private func limited(_ names: Names, _ name: String) -> Names {
    guard names.count > Self.maxLanguages else { return names }
    feed.diagnostics.file("translations.txt").add(.surplusTranslation, name)
    let kept = names.sorted { $0.key < $1.key }.prefix(Self.maxLanguages)
    return Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }
}

/// A field of the feed whose texts are translated.
private enum TranslatedField: CaseIterable {
  case stop, shortName, longName, tripHeadsign, stopHeadsign

  var table: String {
    switch self {
    case .stop: "stops"
    case .shortName, .longName: "routes"
    case .tripHeadsign: "trips"
    case .stopHeadsign: "stop_times"
    }
  }

  var column: String {
    switch self {
    case .stop: "stop_name"
    case .shortName: "route_short_name"
    case .longName: "route_long_name"
    case .tripHeadsign: "trip_headsign"
    case .stopHeadsign: "stop_headsign"
    }
  }

  /// The problem of a row of translations.txt whose id is unknown.
  var unknownRecord: FeedProblem {
    switch self {
    case .stop: .unknownStop
    case .shortName, .longName: .unknownRoute
    case .tripHeadsign, .stopHeadsign: .unknownTrip
    }
  }
}

extension [String: String]? {
  /// Adds a translation; of several in one language, the first in the order of the alphabet is
  /// kept.
  /// - Returns: Whether there was none in this language.
  fileprivate mutating func add(_ text: String, in language: String) -> Bool {
    if self == nil { self = [:] }
    // Changed in place: a copy for each translation would take a time that grows with the square.
    let other = self?.updateValue(text, forKey: language)
    if let other { self?[language] = Swift.min(text, other) }
    return other == nil
  }
}

/// The columns of translations, which are added name by name.
private struct TranslationColumns {
  private(set) var languages: [String]
  private var numbers: [String: Int32] = [:]
  private var first: [Int32] = [0]
  private var language: [Int32] = []
  private var texts: [String] = []

  init(languages: [String]) {
    self.languages = languages
  }

  mutating func add(_ names: [String: String]) {
    for (tag, text) in names.sorted(by: { $0.key < $1.key }) {
      let number = numbers[tag] ?? Int32(languages.count)
      if numbers[tag] == nil {
        numbers[tag] = number
        languages.append(tag)
      }
      language.append(number)
      texts.append(text)
    }
    first.append(Int32(texts.count))
  }

  func translations(headsigns: [String]) -> Timetable.Translations {
    Timetable.Translations(
      languages: TextColumn(languages), headsigns: TextColumn(headsigns), first: Column(first),
      language: Column(language), text: TextColumn(texts))
  }
}
