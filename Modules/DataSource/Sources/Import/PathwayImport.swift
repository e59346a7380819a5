import DataSourceInterface

/// The facilities of stations, from pathways.txt.
struct PathwayImport {
  /// The bits of each station's facilities.
  let facilities: [UInt8]

  init(_ feed: Feed, stations: IDIndex, count: Int) throws(FeedRejection) {
    var bits = [UInt8](repeating: 0, count: count)
    if let table = try feed.table("pathways.txt") {
      let ends = [table.column("from_stop_id"), table.column("to_stop_id")]
      let mode = table.column("pathway_mode")
      try table.forEachRow { row in
        let known = ends.compactMap { stations[row[$0]] }
        guard known.count == 2 else {
          let unknown = ends.first { stations[row[$0]] == nil }
          return table.report(.unknownStop, at: row, row[unknown ?? nil])
        }
        guard let facility = row[mode].integer.flatMap(Facility.init(pathwayMode:)) else { return }
        for station in known { bits[station] |= facility.bit }
      }
    }
    facilities = bits
  }
}

extension Facility {
  /// Creates the facility of a `pathway_mode`; nil for a walkway or an unknown mode.
  fileprivate init?(pathwayMode: Int) {
    switch pathwayMode {
    case 2: self = .stairs
    case 3: self = .movingWalkway
    case 4: self = .escalator
    case 5: self = .lift
    case 6, 7: self = .fareGate
    default: return nil
    }
  }

  /// The bit of the facility in a compiled city.
  var bit: UInt8 {
    switch self {
    case .stairs: 1
    case .movingWalkway: 2
    case .escalator: 4
    case .lift: 8
    case .fareGate: 16
    }
  }
}
