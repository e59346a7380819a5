import DataSourceInterface
import Documents

/// What feed_info.txt says about the feed, and attributions.txt about the organizations behind it.
struct FeedInformationImport {
  let information: FeedInformation
  /// The language of the feed's own names, and that for people whose language nobody knows; empty
  /// when the feed does not give them.
  private(set) var languages = ["", ""]

  /// Organizations with equal roles are listed once, however many trips they are named for.
  private struct Attribution: Hashable {
    let roles: String
    let organization: String
    let address: String
  }

  /// - Parameter hasOtherClocks: Whether the clocks at a stop differ from those of the agency.
  init(
    _ feed: Feed, trips: IDIndex, lines: RouteImport, hasOtherClocks: Bool
  ) throws(FeedRejection) {
    var credits: [[String]] = []
    var lastDay: Int?
    if let table = try feed.table("feed_info.txt") {
      let (name, version) = (table.column("feed_publisher_name"), table.column("feed_version"))
      let addresses = ["feed_publisher_url", "feed_contact_url", "feed_contact_email"]
        .map(table.column)
      let end = table.column("feed_end_date")
      let tags = ["feed_lang", "default_lang"].map(table.column)
      var languages = languages
      try table.forEachRow { row in
        let work = row[version].isEmpty ? "timetable" : "timetable, version \(row[version].text)"
        if !row[name].isEmpty { credits.append([work, row[name].text, row.first(of: addresses)]) }
        if !row[end].isEmpty, row[end].date == nil {
          table.report(.unreadableDate, at: row, row[end])
        }
        lastDay = row[end].date?.day ?? lastDay
        languages = zip(languages, tags).map { $0.isEmpty ? row[$1].text : $0 }
      }
      self.languages = languages
    }
    var attributions: [Attribution] = []
    // Whether each of them is named for the whole feed, and not only for some of its trips.
    var isWhole: [Attribution: Bool] = [:]
    if let table = try feed.table("attributions.txt") {
      let name = table.column("organization_name")
      let roles = [
        ("is_producer", "data"), ("is_operator", "trains"), ("is_authority", "authority"),
      ]
      .map { (column: table.column($0), work: $1) }
      let addresses = ["attribution_url", "attribution_email", "attribution_phone"]
        .map(table.column)
      let (agency, route) = (table.column("agency_id"), table.column("route_id"))
      let trip = table.column("trip_id")
      let limit = feed.limits.lines
      try table.forEachRow { row in
        guard attributions.count <= limit else { return }
        guard !row[name].isEmpty else { return table.report(.unreadableRow, at: row, row[name]) }
        guard row[route].isEmpty || lines.number(of: row[route]) != nil else {
          return table.report(.unknownRoute, at: row, row[route])
        }
        guard row[trip].isEmpty || trips[row[trip]] != nil else {
          return table.report(.unknownTrip, at: row, row[trip])
        }
        let works = roles.filter { row[$0.column].integer == 1 }.map(\.work)
        let attribution = Attribution(
          roles: works.isEmpty ? "timetable" : works.joined(separator: ", "),
          organization: row[name].text, address: row.first(of: addresses))
        if isWhole[attribution] == nil { attributions.append(attribution) }
        isWhole[attribution, default: false] =
          isWhole[attribution] == true
          || [agency, route, trip].allSatisfy { row[$0].isEmpty }
      }
      try feed.checkCount(attributions.count, limit: limit, in: "attributions.txt")
    }
    credits += attributions.map {
      [$0.roles + (isWhole[$0] == true ? "" : " of some lines"), $0.organization, $0.address]
    }
    information = FeedInformation(
      credits: TextColumn(credits.flatMap(\.self)), lastDay: lastDay,
      hasOtherClocks: hasOtherClocks)
  }
}

extension CSVRow {
  /// The first value that is not empty in some columns; empty if there is none.
  fileprivate func first(of columns: [Int?]) -> String {
    columns.map { self[$0] }.first { !$0.isEmpty }?.text ?? ""
  }
}
