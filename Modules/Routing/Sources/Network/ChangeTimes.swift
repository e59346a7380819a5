import DataSourceInterface
import Foundation
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
    var firstRow: [Int32] = [0]
    var rows: [Row] = []
    for from in 0..<timetable.stops.count {
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
      for to in reached {
        switch seconds[Int(to)] {
        case Timetable.Transfers.forbidden: break
        case Timetable.Transfers.defaultTime: rows.append(Row(to: to, seconds: changeTime))
        case let time: rows.append(Row(to: to, seconds: time))
        }
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
    guard stops.count * stops.count > Self.maximumWalks else { return }
    var count = 0
    visitWalks(upTo: Double(metres)) { station, other, _ in
      count += 2 * stations.stops(of: station).count * stations.stops(of: other).count
      return count <= Self.maximumWalks
    }
    guard count <= Self.maximumWalks else { throw .tooManyWalks(metres) }
  }

  /// For each station, the other stations within a distance in metres, with the seconds of the walk.
  fileprivate func walks(upTo metres: Double) -> [[(station: Int, seconds: Int32)]] {
    var walks = [[(station: Int, seconds: Int32)]](repeating: [], count: stations.count)
    visitWalks(upTo: metres) { station, other, walk in
      walks[station].append((other, walk.seconds))
      walks[other].append((station, walk.seconds))
      return true
    }
    return walks
  }

  /// Passes every two stations within a distance in metres to `body`, until it returns false.
  private func visitWalks(
    upTo metres: Double,
    _ body: (_ station: Int, _ other: Int, _ walk: WalkingDistance) -> Bool
  ) {
    let known = (0..<stations.count).compactMap { station in
      coordinate(ofStation: station).map { StationDirection(station: station, coordinate: $0) }
    }.sorted { $0.coordinate.latitude < $1.coordinate.latitude }
    // These bounds are a little too wide, because only `metres(to:)` decides.
    let angle = metres / 6_371_000 * 1.000_001
    let (degrees, cosine) = (angle * 180 / .pi, cos(angle) - 1e-12)
    for (index, one) in known.enumerated() {
      for other in known[(index + 1)...] {
        // The stations after this one are even farther north.
        guard other.coordinate.latitude - one.coordinate.latitude <= degrees else { break }
        guard (one.direction * other.direction).sum() >= cosine else { continue }
        let walk = WalkingDistance(metres: one.coordinate.metres(to: other.coordinate))
        guard walk.metres <= metres else { continue }
        guard body(one.station, other.station, walk) else { return }
      }
    }
  }
}

/// A station, as seen from the middle of the Earth.
private struct StationDirection {
  let station: Int
  let coordinate: Coordinate
  /// A vector of length 1. The product of two of them is the cosine of the angle between them.
  let direction: SIMD3<Double>

  init(station: Int, coordinate: Coordinate) {
    self.station = station
    self.coordinate = coordinate
    let (north, east) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
    direction = SIMD3(cos(north) * cos(east), cos(north) * sin(east), sin(north))
  }
}
