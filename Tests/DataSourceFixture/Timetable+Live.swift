package import DataSourceInterface
package import Foundation

extension Timetable {
  /// The same timetable, of which some trips do not run on a day, and of others all times are
  /// expected ones.
  /// - Parameters:
  ///   - liveTrips: The trips with expected times, by their numbers; they follow all others.
  ///   - scheduled: The trips in whose place these run, in the same order.
  ///   - hasClosures: Whether trains end at a closure.
  package func with(
    cancelled: [TripOnDay] = [], liveTrips: Range<Int>? = nil, scheduled: [Int] = [],
    hasClosures: Bool = false, asOf: Date
  ) -> Timetable {
    let live = liveTrips ?? trips.count..<trips.count
    let counts = live.map { patterns.calls(of: patterns.pattern(ofTrip: $0)).count }
    let firstCalls = counts.indices.map { Int32(counts[..<$0].reduce(0, +)) }
    var labels = Array(trips.label)
    for (trip, base) in zip(live, scheduled) where base >= 0 { labels[trip] = labels[base] }
    let trips = Trips(
      start: trips.start, service: trips.service, headway: trips.headway, times: trips.times,
      label: Column(labels), arrival: trips.arrival, departure: trips.departure, id: trips.id,
      headsign: trips.headsign, block: trips.block)
    return Timetable(
      city: city, name: name, agency: agency, timeZone: timeZone, stations: stations, stops: stops,
      routes: routes, patterns: patterns, trips: trips, services: services, transfers: transfers,
      describesChanges: describesChanges, walkways: walkways, stepFree: stepFree,
      inSeatTransfers: inSeatTransfers,
      live: LiveTrips(
        asOf: asOf, first: live.lowerBound, scheduled: Column(scheduled.map { Int32($0) }),
        skippedCalls: Column(live.map { _ in 0 }), firstCall: Column(firstCalls),
        isKnown: Column(Array(repeating: 1, count: counts.reduce(0, +))), cancelled: cancelled,
        hasClosures: hasClosures))
  }
}
