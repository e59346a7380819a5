import DataSourceInterface
import Documents
import Foundation
import NetworkInterface
import NewsInterface
import Platform
import RealtimeInterface

/// The last answer of a source that can be used, and why a later one cannot.
struct SourceAnswer: Sendable {
  /// A file that says that it was made later than so many seconds from now is wrong.
  private static let clockDifference: TimeInterval = 60

  let source: LiveSource
  /// When the answer was made.
  private(set) var asOf: Date?
  /// The time between the last two different answers; nil if it is not known.
  private(set) var interval: Duration?
  /// Why the last request had no answer that can be used; nil if it had one.
  private(set) var failure: String?
  private(set) var alerts: [NewsItem] = []
  private(set) var vehicles: [Vehicle] = []
  private var feed: RealtimeFeed?
  private var content = Data()
  private var used = 0
  private var unused: [String: Int] = [:]

  init(_ source: LiveSource) {
    self.source = source
  }

  var status: RealtimeStatus.Source {
    RealtimeStatus.Source(
      address: source.shownAddress, asOf: asOf, used: used, unused: unused, alerts: alerts.count,
      vehicles: vehicles.count, failure: failure)
  }

  /// Takes over an answer.
  /// - Returns: Whether what is known has changed.
  mutating func update(_ result: Result<Data, any Error>, at now: Date) -> Bool {
    do {
      let new = try result.get()
      failure = nil
      if new == content, let feed {
        // Without a time of its own, an answer is as old as the request.
        guard feed.header.timestamp == nil else { return false }
        asOf = now
        return true
      }
      let decoded = try RealtimeFeed(decoding: Array(new))
      let date = decoded.header.timestamp.map { Date(timeIntervalSince1970: Double($0)) } ?? now
      guard date.timeIntervalSince(now) <= Self.clockDifference else {
        failure = "the file says that it was made in the future; check the clock of this machine"
        return false
      }
      if let asOf, date < asOf {
        // One of several servers is behind the others.
        return false
      }
      if let asOf, date > asOf { interval = .seconds(date.timeIntervalSince(asOf)) }
      (content, feed, asOf) = (new, decoded, min(date, now))
      return true
    } catch {
      failure = source.reason(of: error)
      return false
    }
  }

  /// The patch that the answer makes. It also reads alerts and vehicles.
  /// - Parameter number: The number of the source among those of its city.
  mutating func patch(_ index: TripIndex, number: Int, at now: Date) -> TimetablePatch {
    guard let feed, let asOf else { return source.emptyPatch(of: index.timetable) }
    var builder = PatchBuilder(index, at: now)
    for update in feed.tripUpdates { builder.add(update) }
    used = builder.used
    let rejected = feed.rejectedEntities.map { ($0.key.rawValue, $0.value) }
    unused = builder.unused.merging(rejected, uniquingKeysWith: +)
    alerts = feed.alerts.compactMap { NewsItem($0, of: number, in: index) }
    vehicles = feed.vehicles.compactMap { Vehicle($0, in: index, asOf: asOf) }
    return builder.patch(source: source.patchName, asOf: asOf)
  }
}

extension LiveSource {
  /// The address without secrets.
  var shownAddress: String { isWebAddress ? address.shownAddress : address }

  /// Why a request had no answer that can be used.
  fileprivate func reason(of error: any Error) -> String {
    error is POSIXError ? "cannot read the file: \(error.systemReason)" : "\(error)"
  }
}

extension Vehicle {
  /// Creates a vehicle of a feed; nil without a position.
  /// - Parameter asOf: When the file was made, for a vehicle that says nothing else.
  fileprivate init?(_ vehicle: RealtimeFeed.VehiclePosition, in index: TripIndex, asOf: Date) {
    guard let position = vehicle.position else { return nil }
    let descriptor = vehicle.vehicle
    let name = [descriptor?.label, descriptor?.id].compactMap(\.self).first { !$0.isEmpty }
    self.init(
      name: name, line: index.line(of: vehicle.trip), trip: vehicle.trip?.tripID,
      coordinate: Coordinate(latitude: position.latitude, longitude: position.longitude),
      bearing: position.bearing.flatMap { $0.isFinite ? $0 : nil },
      asOf: vehicle.timestamp.map { Date(timeIntervalSince1970: Double($0)) } ?? asOf)
  }
}
