import DataSourceInterface

/// How long the change from one stop to another takes, for every pair that allows one.
struct ChangeTimes: Sendable {
  /// A change that leaves a stop.
  struct Row: Sendable {
    /// The stop it leads to.
    var to: Int32
    /// How long it takes.
    var seconds: Int32
  }

  private let first: [Int32]
  private let rows: [Row]

  /// Changes by the stop they leave.
  init(_ rowsByStop: some Collection<[Row]>) {
    var first: [Int32] = [0]
    var rows: [Row] = []
    for changes in rowsByStop {
      rows += changes
      first.append(Int32(rows.count))
    }
    self.first = first
    self.rows = rows
  }

  /// The changes of a timetable: a row between two stops comes before one between their stations,
  /// and that before the default within one station.
  /// - Parameter changeTime: Seconds a change takes where the feed says nothing.
  init(_ timetable: Timetable, default changeTime: Int32) {
    let (transfers, stations) = (timetable.transfers, timetable.stations)
    // The newest word on each stop, and for which stop's changes it was said.
    var seconds = [Int32](repeating: 0, count: timetable.stops.count)
    var saidFor = [Int32](repeating: -1, count: timetable.stops.count)
    var reached: [Int32] = []
    self.init(
      (0..<timetable.stops.count).map { from in
        reached.removeAll(keepingCapacity: true)
        func say(_ time: Int32, to stop: Int) {
          if saidFor[stop] != from { reached.append(Int32(stop)) }
          saidFor[stop] = Int32(from)
          seconds[stop] = time
        }
        let own = stations.stops(of: Int(timetable.stops.station[from]))
        for to in own { say(Timetable.Transfers.defaultTime, to: to) }
        for row in transfers.rows(from: own.lowerBound) {
          let to = Int(transfers.to[row])
          let others = stations.stops(of: Int(timetable.stops.station[to]))
          guard others.lowerBound == to else { continue }
          for to in others { say(transfers.seconds[row], to: to) }
        }
        for row in transfers.rows(from: from) {
          say(transfers.seconds[row], to: Int(transfers.to[row]))
        }
        return reached.compactMap { to -> Row? in
          switch seconds[Int(to)] {
          case Timetable.Transfers.forbidden: nil
          case Timetable.Transfers.defaultTime: Row(to: to, seconds: changeTime)
          case let time: Row(to: to, seconds: time)
          }
        }
      })
  }

  /// The changes that leave a stop, to itself included.
  @inline(__always)
  func from(_ stop: Int) -> ArraySlice<Row> {
    rows[Int(first[stop])..<Int(first[stop + 1])]
  }

  /// How long the change from one stop to another takes; nil where there is none.
  func seconds(from stop: Int, to other: Int) -> Int32? {
    from(stop).first { $0.to == other }?.seconds
  }

  /// The same changes in the opposite direction.
  var mirrored: ChangeTimes {
    var mirror = [[Row]](repeating: [], count: first.count - 1)
    for from in mirror.indices {
      for row in self.from(from) {
        mirror[Int(row.to)].append(Row(to: Int32(from), seconds: row.seconds))
      }
    }
    return ChangeTimes(mirror)
  }
}
