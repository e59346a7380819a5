import DataSourceInterface
import RoutingInterface

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

  private init(firstRow: [Int32], rows: [Row]) {
    self.firstRow = firstRow
    self.rows = rows
  }

  /// Creates change times from the rows of each stop.
  init(_ rowsByStop: some Collection<[Row]>) {
    var firstRow: [Int32] = [0]
    var rows: [Row] = []
    for changes in rowsByStop {
      rows += changes
      firstRow.append(Int32(rows.count))
    }
    self.init(firstRow: firstRow, rows: rows)
  }

  /// Creates the change times of a timetable under constraints.
  /// - Parameter changeTime: Seconds for a change where the feed gives none.
  init(_ stops: NetworkStops, default changeTime: Int32, _ constraints: RouteConstraints) {
    let changes = ChangeTimes(
      stops, default: changeTime, walk: constraints.walk(in: stops.timetable))
    self = constraints.isStepFree ? changes.withoutSteps(stops) : changes
  }

  /// Creates the change times of a timetable: those of its transfers, or else the ways through
  /// stations, the default within a station, and walks between stations.
  /// - Parameters:
  ///   - changeTime: Seconds for a change where the feed gives none.
  ///   - walk: The longest walk between two stations where the feed gives no change, in metres.
  init(_ stops: NetworkStops, default changeTime: Int32, walk: Int) {
    let timetable = stops.timetable
    let walkways = timetable.walkways
    let walks = timetable.walks(upTo: Double(walk))
    // By stop, the time of the transfer with the greatest rank so far, and the origin for which it
    // was found.
    var seconds = [Int32](repeating: 0, count: stops.count)
    var setForOrigin = [Int32](repeating: -1, count: stops.count)
    var reached: [Int32] = []
    var firstRow: [Int32] = [0]
    var rows: [Row] = []
    for from in 0..<stops.count {
      reached.removeAll(keepingCapacity: true)
      func set(_ time: Int32, to stop: Int) {
        if setForOrigin[stop] != from { reached.append(Int32(stop)) }
        setForOrigin[stop] = Int32(from)
        seconds[stop] = time
      }
      let stop = stops.stop(of: from)
      let station = Int(timetable.stops.station[stop])
      for to in stops.stops(ofStation: station) { set(changeTime, to: to) }
      for way in walkways.ways(from: stop) {
        let time = max(walkways.seconds[way], changeTime)
        for to in stops.variants(of: Int(walkways.to[way])) { set(time, to: to) }
      }
      for (other, walk) in walks.isEmpty ? [] : walks[station] {
        for to in stops.stops(ofStation: other) { set(max(walk, changeTime), to: to) }
      }
      for row in stops.transfers(from: from) {
        let time = stops.seconds(of: row, from: station, default: changeTime)
        for to in stops.destinations(of: row) { set(time, to: to) }
      }
      for to in reached where seconds[Int(to)] != Timetable.Transfers.forbidden {
        rows.append(Row(to: to, seconds: seconds[Int(to)]))
      }
      firstRow.append(Int32(rows.count))
    }
    self.init(firstRow: firstRow, rows: rows)
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
    // A counting sort by destination.
    var next = [Int32](repeating: 0, count: firstRow.count)
    for row in rows { next[Int(row.to) + 1] += 1 }
    for stop in next.indices.dropFirst() { next[stop] += next[stop - 1] }
    let firstReversedRow = next
    var reversedRows = rows
    for from in 0..<firstRow.count - 1 {
      for row in self.from(from) {
        reversedRows[Int(next[Int(row.to)])] = Row(to: Int32(from), seconds: row.seconds)
        next[Int(row.to)] += 1
      }
    }
    return ChangeTimes(firstRow: firstReversedRow, rows: reversedRows)
  }
}

extension Timetable {
  /// The most changes on foot between stops, in both directions, that a query may add.
  private static let maximumWalks = 4_000_000

  /// Checks how many changes on foot a distance in metres adds.
  /// - Throws: `RoutingError.tooManyWalks`.
  func checkWalks(upTo metres: Int) throws(RoutingError) {
    // Most timetables have too few stops to exceed the limit.
    guard metres > 0, stops.count * stops.count > Self.maximumWalks else { return }
    var count = 0
    visitStations(within: Double(metres)) { station, other, _ in
      count += 2 * stations.stops(of: station).count * stations.stops(of: other).count
      return count <= Self.maximumWalks
    }
    guard count <= Self.maximumWalks else { throw .tooManyWalks(metres) }
  }

  /// For each station, the other stations within a distance in metres, with the seconds of the
  /// walk; empty for no distance.
  fileprivate func walks(upTo metres: Double) -> [[(station: Int, seconds: Int32)]] {
    guard metres > 0 else { return [] }
    var walks = [[(station: Int, seconds: Int32)]](repeating: [], count: stations.count)
    visitStations(within: metres) { station, other, metres in
      let seconds = WalkingDistance(metres: metres).seconds
      walks[station].append((other, seconds))
      walks[other].append((station, seconds))
      return true
    }
    return walks
  }
}
