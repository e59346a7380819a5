import DataSourceInterface
import FaresInterface

/// Prices rides of one city for one rider category.
struct FareCalculator {
  let timetable: Timetable
  private let rider: Int32?

  /// - Parameter rider: The text that means a rider category; nil for none.
  /// - Throws: `FaresError.unknownRider`.
  init(_ timetable: Timetable, rider text: String?) throws(FaresError) {
    self.timetable = timetable
    rider = try text.map { text throws(FaresError) in try timetable.rider(text) }
  }

  /// The name of the rider category; nil for none.
  var riderName: String? {
    guard let rider, case .byLeg(let rules)? = timetable.fares?.rules else { return nil }
    return rules.riderName[Int(rider)]
  }

  /// Returns the price of rides, or why none is known.
  /// - Throws: `FaresError` when there are too many rides, or one has an unknown id.
  func price(of rides: [FareRide]) throws(FaresError) -> FareTotal {
    guard (1...RidesQuery.limit).contains(rides.count) else {
      throw .rideCountOutOfRange(rides.count)
    }
    guard let fares = timetable.fares else { return noFares }
    for ride in rides {
      guard let line = ride.laterLines?.first(where: { $0.id != ride.line.id }) else { continue }
      let reason =
        "the train from \(ride.from.name) to \(ride.to.name) goes on as line \(line.name), and the feed "
        + "does not say what one ride on both lines costs"
      return FareTotal(price: nil, fares: [], reason: reason)
    }
    var priced: [RideIndexes] = []
    for ride in rides { priced.append(try self.ride(ride)) }
    return price(of: priced, by: fares)
  }

  /// Returns the price of entering and leaving a station.
  func price(ofVisitTo station: Int) -> FareTotal {
    guard let fares = timetable.fares else { return noFares }
    let stop = timetable.stations.stops(of: station).lowerBound
    let visit = RideIndexes(
      route: nil, origin: stop, destination: stop, stops: [stop], departure: 0, arrival: 0)
    return price(of: [visit], by: fares)
  }

  /// The answer for a feed without fares.
  var noFares: FareTotal {
    FareTotal(price: nil, fares: [], reason: "the feed of \(timetable.name) has no fares")
  }

  private func price(of rides: [RideIndexes], by fares: Timetable.Fares) -> FareTotal {
    let words = RuleDescription(timetable, fares)
    let result =
      switch fares.rules {
      case .byZone(let rules): ZoneFareSearch(timetable, fares.prices, rules).price(of: rides)
      case .byLeg(let rules): LegFareSearch(fares.prices, rules, rider: rider).price(of: rides)
      }
    switch result {
    case .found(let solution):
      return FareTotal(
        price: words.money(solution.amount, solution.currency),
        fares: solution.parts.compactMap { words.fare($0, solution.currency) }, reason: nil)
    case .uncovered(let ride):
      return FareTotal(price: nil, fares: [], reason: words.reason(rides[ride]))
    }
  }

  private func ride(_ ride: FareRide) throws(FaresError) -> RideIndexes {
    guard let route = timetable.routes.id.firstIndex(ofUTF8: ride.line.id.utf8) else {
      throw .unknownID(ride.line.id, city: timetable.name)
    }
    var stops: [Int] = []
    for place in [ride.from] + ride.through + [ride.to] {
      guard let stop = timetable.stops.id.firstIndex(ofUTF8: place.id.utf8) else {
        throw .unknownID(place.id, city: timetable.name)
      }
      stops.append(stop)
    }
    return RideIndexes(
      route: Int32(route), origin: stops[0], destination: stops[stops.count - 1], stops: stops,
      departure: ride.departure.seconds, arrival: ride.arrival.seconds)
  }
}

/// The price of rides, or why none is known.
struct FareTotal {
  let price: Money?
  let fares: [AppliedFare]
  let reason: String?
}

extension Timetable {
  /// The rider category that a text means: by id, by name, or by a part that only one name has.
  fileprivate func rider(_ text: String) throws(FaresError) -> Int32 {
    guard case .byLeg(let rules)? = fares?.rules else {
      throw .unknownRider(text, city: name, riders: [])
    }
    let names = Array(rules.riderName)
    guard let found = rules.riderID.firstIndex(of: text) ?? names.firstIndex(ofRider: text) else {
      throw .unknownRider(text, city: name, riders: names)
    }
    return Int32(found)
  }
}
