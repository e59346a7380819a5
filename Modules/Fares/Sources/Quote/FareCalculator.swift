import DataSourceInterface
import Documents
import FaresInterface

/// Prices rides of one city for one rider category and one fare medium.
struct FareCalculator {
  let timetable: Timetable
  private let rider: Int32?
  private let medium: Int32?

  /// - Parameters:
  ///   - rider: The text that means a rider category; nil for the default one.
  ///   - medium: The text that means a fare medium; nil for any.
  /// - Throws: `FaresError.unknownRider`, `.unknownMedium`.
  init(_ timetable: Timetable, rider: String?, medium: String? = nil) throws(FaresError) {
    self.timetable = timetable
    self.rider = try rider.map { text throws(FaresError) in try timetable.rider(text) }
    self.medium = try medium.map { text throws(FaresError) in try timetable.medium(text) }
  }

  /// The name of the fare medium; nil for any.
  var mediumName: String? { medium.flatMap { timetable.fares?.name(ofMedium: $0) } }

  /// The name of the rider category; nil for none.
  var riderName: String? {
    guard let rider, case .byLeg(let rules)? = timetable.fares?.rules else { return nil }
    return rules.riders.name[Int(rider)]
  }

  /// Returns the price of rides, or why none is known.
  /// - Parameter date: The date that the times count from; nil if no train has these times.
  /// - Throws: `FaresError` when there are too many rides, or one has an unknown id.
  func price(of rides: [FareRide], on date: CalendarDate?) throws(FaresError) -> FareTotal {
    guard (1...RidesQuery.limit).contains(rides.count) else {
      throw .rideCountOutOfRange(rides.count)
    }
    guard let fares = timetable.fares else { return noFares }
    // Only rules for legs know the times of clocks.
    var timeline: Timeline?
    if case .byLeg = fares.rules { timeline = date.map { Timeline($0, in: timetable.timeZone) } }
    var priced: [RideIndexes] = []
    for ride in rides { priced.append(try self.ride(ride, on: timeline)) }
    return price(of: priced, by: fares)
  }

  /// Returns the price of entering and leaving a station.
  func price(ofVisitTo station: Int) -> FareTotal {
    guard let fares = timetable.fares else { return noFares }
    let stop = timetable.stations.stops(of: station).lowerBound
    let visit = RideIndexes(
      routes: [], origin: stop, destination: stop, stops: [stop], departure: 0, arrival: 0,
      boarding: nil, alighting: nil)
    return price(of: [visit], by: fares)
  }

  /// The answer for a feed without fares.
  var noFares: FareTotal { FareTotal(reason: "the feed of \(timetable.name) has no fares") }

  private func price(of rides: [RideIndexes], by fares: Timetable.Fares) -> FareTotal {
    if let reason = fares.unsupportedReason { return FareTotal(reason: reason) }
    let words = RuleDescription(timetable, fares)
    switch fares.rules {
    case .byZone(let rules):
      let result = ZoneFareSearch(timetable, fares, rules).price(of: rides)
      return total([(nil, result)], rides, fares, words)
    case .byLeg(let rules):
      let hasTimes = rules.rules.contains { $0.fromTimes >= 0 || $0.toTimes >= 0 }
      guard !hasTimes || rides.allSatisfy({ $0.boarding != nil }) else {
        return FareTotal(reason: "the price depends on the time of a train, which is not known")
      }
      let search = LegFareSearch(timetable, fares, rules, rider: rider, rides: rides)
      return total(search.prices(medium: medium), rides, fares, words)
    }
  }

  /// - Parameter results: The results by medium, of which the first one is the price.
  private func total(
    _ results: [(medium: Int32?, result: FareResult)], _ rides: [RideIndexes],
    _ fares: Timetable.Fares, _ words: RuleDescription
  ) -> FareTotal {
    switch results.first {
    case .none: return noFares
    case (_, .uncovered(let leg, let riders))?:
      let riders = rider == nil ? riders : []
      return FareTotal(
        reason: words.reason(Array(rides[leg]), riders: riders, medium: mediumName))
    case (_, .mixedCurrencies)?:
      return FareTotal(reason: "the feed prices the rides in different currencies")
    case (_, .ambiguous(let ride, let prices))?:
      return FareTotal(reason: words.reason(rides[ride], prices: prices))
    case (let medium, .found(let solution))?:
      let media = results.compactMap { medium, result -> MediumPrice? in
        guard case .found(let solution) = result else { return nil }
        return words.money(solution.amount, solution.currency).map {
          MediumPrice(medium: medium.map(fares.name(ofMedium:)), price: $0)
        }
      }
      let parts = solution.parts.compactMap { words.fare($0, of: rides, solution.currency) }
      let riders = Set(parts.compactMap(\.rider))
      return FareTotal(
        price: words.money(solution.amount, solution.currency), fares: parts, reason: nil,
        rider: riderName ?? (riders.count == 1 ? riders.first : nil),
        media: media.contains { $0.medium != nil } ? media : [],
        rank: fares.rank(ofMedium: medium))
    }
  }

  private func ride(_ ride: FareRide, on timeline: Timeline?) throws(FaresError) -> RideIndexes {
    var routes: [Int32] = []
    for line in [ride.line] + (ride.laterLines ?? []) {
      guard let route = timetable.routes.id.firstIndex(ofUTF8: line.id.utf8) else {
        throw .unknownID(line.id, city: timetable.name)
      }
      if !routes.contains(Int32(route)) { routes.append(Int32(route)) }
    }
    var stops: [Int] = []
    for place in [ride.from] + ride.through + [ride.to] {
      guard let stop = timetable.stops.id.firstIndex(ofUTF8: place.id.utf8) else {
        throw .unknownID(place.id, city: timetable.name)
      }
      stops.append(stop)
    }
    func local(_ time: ServiceTime) -> LocalDateTime? {
      timeline.map { LocalDateTime(date: $0.date, time: $0.time(time.seconds)) }
    }
    return RideIndexes(
      routes: routes, origin: stops[0], destination: stops[stops.count - 1], stops: stops,
      departure: ride.departure.seconds, arrival: ride.arrival.seconds,
      boarding: local(ride.departure), alighting: local(ride.arrival))
  }
}

/// The price of rides, or why none is known.
struct FareTotal {
  var price: Money?
  var fares: [AppliedFare] = []
  var reason: String?
  /// The name of the rider category that the price is for; nil for everybody.
  var rider: String?
  /// The prices by medium; empty when the price does not depend on it.
  var media: [MediumPrice] = []
  /// The rank of the medium; see `Timetable.Fares.rank(ofMedium:)`.
  var rank = 0
}

extension Timetable {
  /// The rider category that a text means: by id, by name, or by a part that only one name has.
  fileprivate func rider(_ text: String) throws(FaresError) -> Int32 {
    guard case .byLeg(let rules)? = fares?.rules else {
      throw .unknownRider(text, city: name, riders: [])
    }
    let names = Array(rules.riders.name)
    guard let found = rules.riders.id.firstIndex(of: text) ?? names.firstIndex(matching: text)
    else { throw .unknownRider(text, city: name, riders: names) }
    return Int32(found)
  }

  /// The fare medium that a text means, in the same way.
  fileprivate func medium(_ text: String) throws(FaresError) -> Int32 {
    let names = fares?.mediumNames ?? []
    guard case .byLeg(let rules)? = fares?.rules,
      let found = rules.media.id.firstIndex(of: text) ?? names.firstIndex(matching: text)
    else { throw .unknownMedium(text, city: name, media: names) }
    return Int32(found)
  }
}
