import DataSourceInterface
import Documents
import Foundation

/// The lines of a feed, and the number of lines of each agency.
struct RouteImport {
  /// The number of lines of each agency, by `agency_id`.
  private(set) var linesByAgency: [String: Int] = [:]
  private var ids: IDTable
  private var rows: [Row] = []

  private struct Row {
    var name = ""
    var longName = ""
    var color: Int32 = -1
    var textColor: Int32 = -1
    /// The feed's `route_sort_order`; the greatest number without one.
    var sortOrder = Int32.max
    var type: Int32 = 1
    var agency = ""
    /// The network of the line, for fares.
    var network = ""
    /// Whether routes.txt lists the line; other lines appear only in trips.txt.
    var isListed = false
  }

  init(_ feed: Feed) throws(FeedRejection) {
    let table = try feed.table("routes.txt", with: ["route_id"])
    // Some feeds with one line leave out its id everywhere.
    ids = IDTable(limit: feed.limits.lines, allowsEmpty: true)
    let (id, color) = (table.column("route_id"), table.column("route_color"))
    let (short, long) = (table.column("route_short_name"), table.column("route_long_name"))
    let (agency, type) = (table.column("agency_id"), table.column("route_type"))
    let network = table.column("network_id")
    let (textColor, sortOrder) = (
      table.column("route_text_color"), table.column("route_sort_order")
    )
    try table.forEachRow { row in
      guard ids.add(row[id])?.isNew == true else {
        return table.report(.repeatedID, at: row, row[id])
      }
      let name = [row[short], row[long], row[id]].first { !$0.isEmpty }?.text ?? ""
      let longName = row[long].text
      let lineColor = LineColor(row[color].text)
      if lineColor == nil, !row[color].isEmpty {
        table.report(.unreadableColor, at: row, row[color])
      }
      rows.append(
        Row(
          name: name, longName: longName == name ? "" : longName,
          color: lineColor.map { Int32($0.rgb) } ?? -1,
          textColor: LineColor(row[textColor].text).map { Int32($0.rgb) } ?? -1,
          sortOrder: row[sortOrder].integer.map { Int32($0) } ?? .max,
          // A line of an unknown kind is most likely a metro.
          type: Int32(row[type].integer ?? 1), agency: row[agency].text,
          network: row[network].text, isListed: true))
      linesByAgency[row[agency].text, default: 0] += 1
    }
    try feed.checkCount(of: ids, in: "routes.txt")
    guard !rows.isEmpty else {
      throw FeedRejection("routes.txt lists no line; expected routes with ids")
    }
  }

  /// Returns the number of a line, in the order of the file; nil when the line is unknown.
  func number(of id: CSVField) -> Int? { ids.number(of: id) }

  /// Returns the `agency_id` of a line; empty when the feed does not give it.
  func agency(of line: Int) -> String { rows[line].agency }

  /// Returns the `network_id` of a line; empty when the feed does not give it.
  func network(of line: Int) -> String { rows[line].network }

  /// Adds a line that routes.txt does not list, with its id as its name, and returns its number. In
  /// a feed with one line, an empty id means that line.
  mutating func add(_ id: CSVField) -> Int? {
    if id.isEmpty, rows.count == 1 { return 0 }
    guard let (number, isNew) = ids.add(id) else { return nil }
    if isNew { rows.append(Row(name: id.isEmpty ? "?" : id.text)) }
    return number
  }

  /// Returns the lines by id, the rank of each line by its number, and the numbers by rank. Omits
  /// unused lines that routes.txt does not list, whose rank is −1.
  func sorted(using isUsed: (Int) -> Bool = { _ in true }) -> (
    routes: Timetable.Routes, types: Column<Int32>, ranks: [Int32], order: [Int]
  ) {
    let order = ids.sorted().filter { rows[$0].isListed || isUsed($0) }
    var ranks = [Int32](repeating: -1, count: rows.count)
    for (rank, number) in order.enumerated() { ranks[number] = Int32(rank) }
    return (
      Timetable.Routes(
        id: TextColumn(order.map { ids[$0] }), name: TextColumn(order.map { rows[$0].name }),
        longName: TextColumn(order.map { rows[$0].longName }),
        color: Column(order.map { rows[$0].color }),
        textColor: Column(order.map { rows[$0].textColor }, unlessAll: -1),
        sortOrder: Column(order.map { rows[$0].sortOrder }, unlessAll: .max)),
      Column(order.map { rows[$0].type }),
      ranks, order
    )
  }
}

extension Column<Int32> {
  /// Creates a column of values; an empty one if all of them are those of lines without a value.
  fileprivate init(_ values: [Int32], unlessAll missing: Int32) {
    self.init(values.allSatisfy { $0 == missing } ? [] : values)
  }
}

/// The agency of a feed that runs most of its lines; among equals, the first one of the file. If it
/// has no known time zone, the feed has that of the next agency with one.
struct AgencyImport {
  /// The system reads a file to find a zone, and a feed may have as many agencies as its size
  /// allows.
  static let maximumZones = 100

  let name: String
  let timeZone: String
  /// The ids of the agencies whose clocks differ from those of `timeZone`. GTFS forbids them: the
  /// times of their trips would be wrong.
  let otherClocks: Set<String>
  /// The `agency_phone` of each agency, by `agency_id`.
  let phones: [String: String]
  /// The `agency_name` of each agency, by `agency_id`.
  let names: [String: String]

  /// - Parameter days: The days on which trips may run.
  init(
    _ feed: Feed, linesByAgency: [String: Int], days: ClosedRange<CalendarDate>
  ) throws(FeedRejection) {
    var agencies: [(id: String, name: String, timeZone: String, line: Int)] = []
    var phones: [String: String] = [:]
    if let table = try feed.table("agency.txt") {
      let (id, name) = (table.column("agency_id"), table.column("agency_name"))
      let (zone, phone) = (table.column("agency_timezone"), table.column("agency_phone"))
      var ids: Set<String> = []
      try table.forEachRow { row in
        guard ids.insert(row[id].text).inserted else {
          return table.report(.repeatedID, at: row, row[id])
        }
        agencies.append((row[id].text, row[name].text, row[zone].text, row.line))
        phones[row[id].text] = row[phone].text
      }
    }
    agencies.sort { first, second in
      let (lines, others) = (linesByAgency[first.id] ?? 0, linesByAgency[second.id] ?? 0)
      return lines == others ? first.line < second.line : lines > others
    }
    name = agencies.first?.name ?? ""
    self.phones = phones
    names = Dictionary(agencies.map { ($0.id, $0.name) }) { first, _ in first }
    let zones = agencies.map(\.timeZone).distinct(atMost: Self.maximumZones)
      .filter { TimeZone(identifier: $0) != nil }
    if agencies.isEmpty { feed.diagnostics.file("agency.txt").add(.unknownZone, "") }
    for agency in agencies where !zones.contains(agency.timeZone) {
      feed.diagnostics.file("agency.txt").add(
        .unknownZone, atLine: agency.line, agency.timeZone)
    }
    timeZone = zones.first ?? "UTC"
    let others = Set(
      zones.dropFirst().filter { TimeZone.haveOtherClocks($0, than: zones[0], on: days) })
    for agency in agencies where zones.dropFirst().contains(agency.timeZone) {
      feed.diagnostics.file("agency.txt").add(
        .severalTimeZones, atLine: agency.line, "\(agency.id) (\(agency.timeZone))")
    }
    otherClocks = Set(agencies.filter { others.contains($0.timeZone) }.map(\.id))
  }

  /// Returns the id of an agency as agency.txt has it. In a feed with one agency, an empty id means
  /// that agency.
  func id(of agency: String) -> String {
    agency.isEmpty && names.count == 1 ? names.first?.key ?? "" : agency
  }
}

extension Feed {
  /// The first known time zone of an agency; nil if there is none. Its problems are reported later.
  var timeZone: TimeZone? {
    get throws(FeedRejection) {
      guard let table = try tableAgain("agency.txt") else { return nil }
      let zone = table.column("agency_timezone")
      var found: TimeZone?
      var tried = 0
      try table.forEachRow { row in
        guard found == nil, tried < AgencyImport.maximumZones else { return }
        tried += 1
        found = TimeZone(identifier: row[zone].text)
      }
      return found
    }
  }
}

extension TimeZone {
  /// Whether the clocks of two zones differ at noon of one of the first days; false for an unknown
  /// zone.
  static func haveOtherClocks(
    _ name: String, than other: String, on days: ClosedRange<CalendarDate>
  ) -> Bool {
    let maximumDays = 4000
    guard let zone = TimeZone(identifier: name), let other = TimeZone(identifier: other) else {
      return false
    }
    return (days.lowerBound.day...days.upperBound.day).prefix(maximumDays).contains { day in
      let noon = Date(timeIntervalSince1970: Double(day) * 86400 + 43200)
      return zone.secondsFromGMT(for: noon) != other.secondsFromGMT(for: noon)
    }
  }
}

extension [String] {
  /// The first texts that differ from each other.
  fileprivate func distinct(atMost limit: Int) -> [String] {
    var (seen, found): (Set<String>, [String]) = ([], [])
    for text in self where found.count < limit && seen.insert(text).inserted {
      found.append(text)
    }
    return found
  }
}
