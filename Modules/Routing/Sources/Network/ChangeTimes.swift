import DataSourceInterface

/// The minimum change time from one stop to another, for every pair of stops that allows a change.
struct ChangeTimes: Sendable {
  /// A change from a known stop to another one.
  struct Row: Sendable {
    /// The destination stop.
    var to: Int32
    /// The minimum change time.
    var seconds: Int32
  }

  /// By stop, the index of its first row, and at the end the number of rows.
  private let firstRow: [Int32]
  private let rows: [Row]

  /// Creates change times from the rows of each stop.
  init(_ rowsByStop: some Collection<[Row]>) {
    var firstRow: [Int32] = [0]
    var rows: [Row] = []
    for changes in rowsByStop {
      rows += changes
      firstRow.append(Int32(rows.count))
    }
    self.firstRow = firstRow
    self.rows = rows
  }

  /// Creates the change times of a timetable. A transfer between two stops takes precedence over
  /// one between their stations, and that over the default within one station.
  /// - Parameters:
  ///   - changeTime: Seconds for a change where the feed gives none.
  ///   - walk: The longest walk between two stations where the feed gives no change, in metres; nil
  ///     for none.
  init(_ timetable: Timetable, default changeTime: Int32, walk: Int? = nil) {
    let (transfers, stations) = (timetable.transfers, timetable.stations)
    let walks = walk.map { timetable.walks(upTo: Double($0)) } ?? []
    // By stop, the most specific time found so far, and the origin stop for which it was found.
    var seconds = [Int32](repeating: 0, count: timetable.stops.count)
    var setForOrigin = [Int32](repeating: -1, count: timetable.stops.count)
    var reached: [Int32] = []
    self.init(
      (0..<timetable.stops.count).map { from in
        reached.removeAll(keepingCapacity: true)
        func set(_ time: Int32, to stop: Int) {
          if setForOrigin[stop] != from { reached.append(Int32(stop)) }
          setForOrigin[stop] = Int32(from)
          seconds[stop] = time
        }
        let ownStops = stations.stops(of: Int(timetable.stops.station[from]))
        for to in ownStops { set(Timetable.Transfers.defaultTime, to: to) }
        for (station, seconds) in walks.isEmpty ? [] : walks[Int(timetable.stops.station[from])] {
          for to in stations.stops(of: station) { set(seconds, to: to) }
        }
        for row in transfers.rows(from: ownStops.lowerBound) {
          let to = Int(transfers.to[row])
          let otherStops = stations.stops(of: Int(timetable.stops.station[to]))
          guard otherStops.lowerBound == to else { continue }
          for to in otherStops { set(transfers.seconds[row], to: to) }
        }
        for row in transfers.rows(from: from) {
          set(transfers.seconds[row], to: Int(transfers.to[row]))
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

  /// The changes from a stop, including the one to itself.
  @inline(__always)
  func from(_ stop: Int) -> ArraySlice<Row> {
    rows[Int(firstRow[stop])..<Int(firstRow[stop + 1])]
  }

  /// The change time from one stop to another; nil where no change is possible.
  func seconds(from stop: Int, to other: Int) -> Int32? {
    from(stop).first { $0.to == other }?.seconds
  }

  /// The same changes in the opposite direction.
  var reversed: ChangeTimes {
    var reversedRows = [[Row]](repeating: [], count: firstRow.count - 1)
    for from in reversedRows.indices {
      for row in self.from(from) {
        reversedRows[Int(row.to)].append(Row(to: Int32(from), seconds: row.seconds))
      }
    }
    return ChangeTimes(reversedRows)
  }
}

extension Timetable {
  /// For each station, the other stations within a distance in metres, with the seconds of the walk.
  fileprivate func walks(upTo metres: Double) -> [[(station: Int, seconds: Int32)]] {
    let known = (0..<stations.count).compactMap { station in
      coordinate(ofStation: station).map { (station: station, coordinate: $0) }
    }.sorted { $0.coordinate.latitude < $1.coordinate.latitude }
    var walks = [[(station: Int, seconds: Int32)]](repeating: [], count: stations.count)
    for (index, one) in known.enumerated() {
      for other in known[(index + 1)...] {
        // The stations after this one are even farther north.
        let north = Coordinate(
          latitude: other.coordinate.latitude, longitude: one.coordinate.longitude)
        guard one.coordinate.metres(to: north) <= metres else { break }
        let walk = WalkingDistance(metres: one.coordinate.metres(to: other.coordinate))
        guard walk.metres <= metres else { continue }
        walks[one.station].append((other.station, walk.seconds))
        walks[other.station].append((one.station, walk.seconds))
      }
    }
    return walks
  }
}
