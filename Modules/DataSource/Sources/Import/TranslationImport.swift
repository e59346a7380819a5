import DataSourceInterface

/// The names of stations in other languages, from translations.txt in its current format or in the
/// format used before 2019.
struct TranslationImport {
  /// The largest number of translations per station, and of stations per name.
  private static let maxCount = 50

  /// The different names of each station, sorted.
  private(set) var names: [[String]]

  init(_ feed: Feed, stops: StopImport) throws(FeedRejection) {
    var names = [[String]](repeating: [], count: stops.stations.count)
    if let table = try feed.table("translations.txt") {
      let (kind, field) = (table.column("table_name"), table.column("field_name"))
      let (id, value) = (table.column("record_id"), table.column("field_value"))
      let (text, oldValue) = (table.column("translation"), table.column("trans_id"))
      let byName = stops.stationsByName
      try table.forEachRow { row in
        guard !row[text].isEmpty, kind == nil || row[kind].text == "stops",
          field == nil || row[field].text == "stop_name"
        else { return }
        let sameName = byName[row[value ?? oldValue].text] ?? []
        let stations = row[id].isEmpty ? sameName : stops.stationIndex[row[id]].map { [$0] } ?? []
        if stations.isEmpty, kind != nil { table.report(.unknownStop, at: row, row[id ?? value]) }
        for station in stations.prefix(Self.maxCount)
        where names[station].count < Self.maxCount && !names[station].contains(row[text].text) {
          names[station].append(row[text].text)
        }
      }
    }
    self.names = names.map { $0.sorted() }
  }
}

extension StopImport {
  fileprivate var stationsByName: [String: [Int]] {
    let names = (0..<stations.count).map { stops.name[Int(stations.firstStop[$0])] }
    return Dictionary(grouping: names.indices) { names[$0] }
  }
}
