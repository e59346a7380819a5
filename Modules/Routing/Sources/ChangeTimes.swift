import DataSourceInterface

/// How long the change from one stop to another takes, for every pair that allows one.
struct ChangeTimes: Sendable {
  /// A change that leaves a stop.
  struct Row: Sendable {
    /// The stop it leads to.
    let to: Int32
    fileprivate let time: Int32

    /// How long it takes; `defaultTime` where the feed says nothing.
    func seconds(default defaultTime: Int32) -> Int32 {
      time == Timetable.Transfers.defaultTime ? defaultTime : time
    }
  }

  private let first: [Int32]
  private let rows: [Row]

  private init(_ rowsByStop: [[Row]]) {
    var first: [Int32] = [0]
    for rows in rowsByStop { first.append((first.last ?? 0) + Int32(rows.count)) }
    self.first = first
    self.rows = rowsByStop.flatMap(\.self)
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
        for to in stations.stops(of: station) {
          seconds[Int32(to)] = Timetable.Transfers.defaultTime
        }
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
          .map { Row(to: $0.key, time: $0.value) }
      })
  }

  /// The changes that leave a stop, to itself included.
  func from(_ stop: Int) -> ArraySlice<Row> {
    rows[Int(first[stop])..<Int(first[stop + 1])]
  }

  /// The same changes in the opposite direction.
  var reversed: ChangeTimes {
    var mirror = [[Row]](repeating: [], count: first.count - 1)
    for from in 0..<first.count - 1 {
      for row in self.from(from) {
        mirror[Int(row.to)].append(Row(to: Int32(from), time: row.time))
      }
    }
    return ChangeTimes(mirror)
  }
}
