import DataSourceInterface

/// How long the change from one stop to another takes, for every pair that allows one.
struct Walks: Sendable {
  /// `seconds` of a change that takes the default change time of the question.
  static let defaultTime: Int32 = Timetable.Transfers.defaultTime

  struct Walk: Sendable {
    var to: Int32
    var seconds: Int32
  }

  private let first: [Int32]
  private let walks: [Walk]

  private init(_ walksByStop: [[Walk]]) {
    var first: [Int32] = [0]
    for walks in walksByStop { first.append((first.last ?? 0) + Int32(walks.count)) }
    self.first = first
    self.walks = walksByStop.flatMap(\.self)
  }

  /// The changes of a timetable: a row between two stops comes before one between their stations,
  /// and that before the default within one station.
  init(_ timetable: Timetable) {
    let transfers = timetable.transfers
    let stations = timetable.stations
    self.init(
      (0..<timetable.stops.count).map { from in
        let station = Int(timetable.stops.station[from])
        var seconds: [Int32: Int32] = [:]
        for to in stations.stops(of: station) { seconds[Int32(to)] = Self.defaultTime }
        let root = stations.stops(of: station).lowerBound
        for row in transfers.rows(from: root) {
          let other = Int(timetable.stops.station[Int(transfers.to[row])])
          guard stations.stops(of: other).lowerBound == Int(transfers.to[row]) else { continue }
          for to in stations.stops(of: other) { seconds[Int32(to)] = transfers.seconds[row] }
        }
        for row in transfers.rows(from: from) {
          seconds[transfers.to[row]] = transfers.seconds[row]
        }
        return seconds.filter { $0.value != Timetable.Transfers.forbidden }
          .sorted { $0.key < $1.key }
          .map { Walk(to: $0.key, seconds: $0.value) }
      })
  }

  /// The changes that leave a stop, to itself included.
  func from(_ stop: Int) -> ArraySlice<Walk> {
    walks[Int(first[stop])..<Int(first[stop + 1])]
  }

  /// The same changes in the opposite direction.
  func reversed() -> Walks {
    var mirror = [[Walk]](repeating: [], count: first.count - 1)
    for from in 0..<first.count - 1 {
      for walk in self.from(from) {
        mirror[Int(walk.to)].append(Walk(to: Int32(from), seconds: walk.seconds))
      }
    }
    return Walks(mirror)
  }
}
