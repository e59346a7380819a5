import DataSourceInterface

/// A random query between two stations with service, for a departure between 05:00 and 24:00.
struct RandomQuery {
  let from: Int
  let to: Int
  let time: ServiceTime

  /// Returns `count` queries, or none for a timetable with less than two stations with service.
  /// - Parameter seed: The same seed gives the same queries.
  static func queries(_ count: Int, for timetable: Timetable, seed: UInt64) -> [RandomQuery] {
    let served = Set(timetable.patterns.stop.map { Int(timetable.stops.station[Int($0)]) }).sorted()
    guard served.count > 1 else { return [] }
    var random = SplitMix64(state: seed)
    return (0..<count).map { _ in
      let from = Int.random(in: served.indices, using: &random)
      let step = Int.random(in: 1..<served.count, using: &random)
      return RandomQuery(
        from: served[from], to: served[(from + step) % served.count],
        time: ServiceTime(seconds: Int.random(in: 5 * 3600..<24 * 3600, using: &random)))
    }
  }
}

/// Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
