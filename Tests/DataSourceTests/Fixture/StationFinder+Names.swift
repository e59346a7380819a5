import DataSourceInterface

@testable import DataSource

extension StationFinder {
  /// A finder for stations with these names and the ids `s0`, `s1` ….
  static func named(_ names: String...) throws -> StationFinder { try named(names) }

  static func named(_ names: [String]) throws -> StationFinder {
    let stops = names.enumerated().map { "s\($0),\"\($1)\"" }.joined(separator: "\n")
    let feed = SampleFeed()
      .with("stops.txt", "stop_id,stop_name\n\(stops)")
      .running(
        names.indices.flatMap {
          ["8:00,8:00,s\($0),\(2 * $0),,", "8:00,8:00,s\($0),\(2 * $0 + 1),,"]
        })
    return StationFinder(try feed.city())
  }

  func found(_ text: String) throws -> Station {
    city.station(try station(text))
  }

  func names(_ text: String, limit: Int? = nil) throws -> [String] {
    try stations(text, limit: limit).map { city.station($0).name }
  }
}
