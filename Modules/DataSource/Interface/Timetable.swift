/// The timetable of a city: immutable columns that suit every search algorithm.
///
/// Rows refer to each other by index. A *station* owns a range of *stops*: first itself, then its
/// platforms. A *pattern* is a sequence of *calls* at stops, shared by trips of one line. A *trip*
/// belongs to one pattern, runs on the days of its *service*, and starts at `start`. Its times at
/// the calls are relative to `start`; trips with equal relative times share them. A trip of
/// frequencies.txt is expanded to one trip for each departure. All times are seconds after 00:00
/// local time of the service day and may exceed 86,400.
///
/// It is a class, because a copy of a struct would copy the references of some eighty columns.
public final class Timetable: Sendable {
  /// The id of the city.
  public let city: CityID
  /// The city's name for people.
  public let name: String
  /// The agency that runs the network.
  public let agency: String
  /// The agency's time zone, as an identifier of the IANA database.
  public let timeZone: String
  /// The stations.
  public let stations: Stations
  /// The stops, grouped by station.
  public let stops: Stops
  /// The lines.
  public let routes: Routes
  /// The stop sequences.
  public let patterns: Patterns
  /// The trips, grouped by pattern and ordered by start.
  public let trips: Trips
  /// What trains show besides the headsigns of their trips.
  public let trainSigns: TrainSigns
  /// The numbers of the calls of trips.
  public let callNumbers: CallNumbers
  /// The days on which trips run.
  public let services: Services
  /// The change times between stops.
  public let transfers: Transfers
  /// Whether transfers.txt has a row, even one that cannot be used. Otherwise the feed says nothing
  /// about changes.
  public let describesChanges: Bool
  /// The ways between the platforms of stations.
  public let walkways: Walkways
  /// What the feed says about travel without steps.
  public let stepFree: StepFreeAccess
  /// Whether passengers may stay on trains that go on as another trip.
  public let inSeatTransfers: InSeatTransfers
  /// The fares; nil when no fares are known.
  public let fares: Fares?
  /// What passengers read at the stops.
  public let signs: Signs
  /// The names in other languages.
  public let translations: Translations
  /// The trains that do not run as the feed says; nil if nothing is known about them.
  public let live: LiveTrips?

  /// Creates a timetable from its tables.
  public init(
    city: CityID, name: String, agency: String, timeZone: String, stations: Stations,
    stops: Stops, routes: Routes, patterns: Patterns, trips: Trips,
    trainSigns: TrainSigns = .none, callNumbers: CallNumbers = .none, services: Services,
    transfers: Transfers,
    describesChanges: Bool, walkways: Walkways, stepFree: StepFreeAccess = .unknown,
    inSeatTransfers: InSeatTransfers, fares: Fares? = nil, signs: Signs = Signs(),
    translations: Translations = Translations(), live: LiveTrips? = nil
  ) {
    self.city = city
    self.name = name
    self.agency = agency
    self.timeZone = timeZone
    self.stations = stations
    self.stops = stops
    self.routes = routes
    self.patterns = patterns
    self.trips = trips
    self.trainSigns = trainSigns
    self.callNumbers = callNumbers
    self.services = services
    self.transfers = transfers
    self.describesChanges = describesChanges
    self.walkways = walkways
    self.stepFree = stepFree
    self.inSeatTransfers = inSeatTransfers
    self.fares = fares
    self.signs = signs
    self.translations = translations
    self.live = live
  }
}

extension Timetable {
  /// Returns the index of the station that owns the stop with an id; nil when no stop has the id. A
  /// station owns itself.
  public func station(ofStopID id: String) -> Int? {
    stops.id.firstIndex(ofUTF8: id.utf8).map { Int(stops.station[$0]) }
  }

  /// Returns the id and the platform of a stop, together with the name of its station.
  public func stopReference(ofStop stop: Int) -> StopReference {
    let station = stations.stops(of: Int(stops.station[stop])).lowerBound
    return StopReference(
      id: stops.id[stop], name: name(ofStop: station), platform: platform(ofStop: stop))
  }

  /// Returns the id and the name of a station.
  public func stopReference(ofStation station: Int) -> StopReference {
    stopReference(ofStop: Int(stations.firstStop[station]))
  }

  /// Returns a station with its position: that of the station itself, or else the mean of those of
  /// its platforms; nil when the feed gives none.
  public func pointOfInterest(ofStation station: Int) -> PointOfInterest {
    let place = stopReference(ofStation: station)
    return PointOfInterest(
      id: place.id, name: place.translatedName, coordinate: coordinate(ofStation: station))
  }

  /// Returns the position of a station: its own, or else the mean of those of its platforms; nil
  /// when the feed gives none.
  public func coordinate(ofStation station: Int) -> Coordinate? {
    let stops = stations.stops(of: station)
    if let own = coordinate(ofStop: stops.lowerBound) { return own }
    let platforms = stops.dropFirst().compactMap { coordinate(ofStop: $0) }
    guard !platforms.isEmpty else { return nil }
    let count = Double(platforms.count)
    return Coordinate(
      latitude: platforms.reduce(0) { $0 + $1.latitude } / count,
      longitude: platforms.reduce(0) { $0 + $1.longitude } / count)
  }

  /// Returns the position of a stop; nil when the feed does not give it.
  public func coordinate(ofStop stop: Int) -> Coordinate? {
    let (latitude, longitude) = (stops.latitude[stop], stops.longitude[stop])
    guard !latitude.isNaN, !longitude.isNaN else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Returns the line of a route.
  public func line(ofRoute route: Int) -> Line {
    func color(_ rgb: Int32) -> LineColor? { rgb < 0 ? nil : LineColor(rgb: UInt32(rgb)) }
    return Line(
      id: routes.id[route],
      name: translations.name(routes.name[route], stops.count + route),
      color: color(routes.color[route]),
      textColor: routes.textColor.isEmpty ? nil : color(routes.textColor[route]))
  }

  /// Returns the destination that a trip of a pattern shows at one of its calls, as the feed gives
  /// it; the name of its last station when it shows none.
  public func headsign(ofTrip trip: Int, of pattern: Int, at call: Int) -> String {
    let label = Int(trips.label[trip])
    let position = call - patterns.calls(of: pattern).lowerBound + skippedCalls(of: trip)
    let headsign =
      trainSigns.headsign(ofLabel: label, at: position) ?? trips.headsign[label]
    guard headsign.isEmpty else { return headsign }
    let last = Int(patterns.stop[patterns.calls(of: pattern).upperBound - 1])
    return stops.name[Int(stations.firstStop[Int(stops.station[last])])]
  }

  /// How many calls of the trip of the feed come before the first one of a trip.
  private func skippedCalls(of trip: Int) -> Int {
    guard let live, trip >= live.first else { return 0 }
    return Int(live.skippedCalls[trip - live.first])
  }

  /// Returns some trips of a pattern by the destinations that they show at one of its calls, each
  /// once.
  public func headsigns(
    of trips: [Int], in pattern: Int, at call: Int
  ) -> [(headsign: String, trips: [Int])] {
    var groups: [(headsign: String, trips: [Int])] = []
    var last: (trip: Int, group: Int)?
    for trip in trips {
      if let last, showsSameHeadsign(trip, as: last.trip) {
        groups[last.group].trips.append(trip)
        continue
      }
      let headsign = headsign(ofTrip: trip, of: pattern, at: call)
      let group = groups.firstIndex { $0.headsign == headsign } ?? groups.count
      if group == groups.count { groups.append((headsign, [])) }
      groups[group].trips.append(trip)
      last = (trip, group)
    }
    return groups
  }

  /// Whether two trips of a pattern certainly show the same destination at every call. It creates no
  /// texts, because a station has thousands of departures.
  private func showsSameHeadsign(_ trip: Int, as other: Int) -> Bool {
    let (label, otherLabel) = (Int(trips.label[trip]), Int(trips.label[other]))
    let firstHeadsign = trainSigns.firstHeadsign
    return label == otherLabel
      || (firstHeadsign.isEmpty || firstHeadsign[label] < 0 && firstHeadsign[otherLabel] < 0)
        && trips.headsign.hasEqualTexts(at: label, otherLabel)
  }
}
