import DataSourceInterface

/// The names of stations in other languages, as translations.txt gives them, in its form of today
/// and in the one of before 2019.
struct TranslationImport {
  /// More languages than that nobody needs, nor more stations of one name.
  private static let most = 50

  /// The names of each station, in order, none twice.
  private(set) var names: [[String]]

  init(_ feed: Feed, stops: StopImport) throws(Refusal) {
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
        let named = byName[row[value ?? oldValue].text] ?? []
        let stations = row[id].isEmpty ? named : stops.stationIndex[row[id]].map { [$0] } ?? []
        if stations.isEmpty, kind != nil { table.found(.unknownStop, at: row, row[id ?? value]) }
        for station in stations.prefix(Self.most)
        where names[station].count < Self.most && !names[station].contains(row[text].text) {
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
