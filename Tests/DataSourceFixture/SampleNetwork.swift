package import DataSourceInterface

/// A small network that a test writes down, and from which it builds a `Timetable`.
///
/// ```swift
/// let network = SampleNetwork(
///   stations: [("A", []), ("B", ["B1", "B2"])],
///   trips: [.init("t1", line: "1", "A 8:00, B1 8:10")])
/// let timetable = network.timetable()
/// ```
package struct SampleNetwork: Sendable {
  /// One call of a trip; times are seconds after midnight.
  package struct Call: Sendable {
    package var stop: String
    package var arrival: Int
    package var departure: Int
    package var allows: Timetable.CallRules

    package init(
      stop: String, arrival: Int, departure: Int, allows: Timetable.CallRules = [.board, .alight]
    ) {
      self.stop = stop
      self.arrival = arrival
      self.departure = departure
      self.allows = allows
    }
  }

  /// One trip of a line, with the index of its service.
  package struct Trip: Sendable {
    package var id: String
    package var line: String
    package var headsign: String
    package var service: Int
    /// Seconds between approximate departures; 0 when the times are exact.
    package var headway: Int
    /// The block; empty for none.
    package var block: String
    package var access: Timetable.Accessibility
    package var calls: [Call]

    package init(
      id: String, line: String, headsign: String = "", service: Int = 0, headway: Int = 0,
      block: String = "", access: Timetable.Accessibility = .unknown, calls: [Call]
    ) {
      self.id = id
      self.block = block
      self.access = access
      self.line = line
      self.headsign = headsign
      self.service = service
      self.headway = headway
      self.calls = calls
    }

    /// A trip from text such as `"A 8:00, B 8:10"`; it departs from each stop when it arrives
    /// there.
    package init(
      _ id: String, line: String = "L", headsign: String = "", service: Int = 0, headway: Int = 0,
      block: String = "", access: Timetable.Accessibility = .unknown, _ text: String
    ) {
      self.init(
        id: id, line: line, headsign: headsign, service: service, headway: headway, block: block,
        access: access,
        calls: text.split(separator: ",").map { call in
          let parts = call.split(separator: " ")
          let time = ServiceTime(String(parts[1]))?.seconds ?? 0
          return Call(stop: String(parts[0]), arrival: time, departure: time)
        })
    }
  }

  /// A change between two stops or stations, in seconds, for all trains or for those of some lines
  /// or trips.
  package struct Transfer: Sendable {
    /// The trains on one side of a change.
    package enum Trains: Hashable, Sendable {
      case all
      case line(String)
      case trip(String)
    }

    package var from: String
    package var to: String
    package var seconds: Int
    package var leaving: Trains
    package var boarding: Trains

    package init(
      from: String, to: String, seconds: Int, leaving: Trains = .all, boarding: Trains = .all
    ) {
      self.from = from
      self.to = to
      self.seconds = seconds
      self.leaving = leaving
      self.boarding = boarding
    }
  }

  /// A way through a station, in seconds.
  package struct Walkway: Sendable {
    package var from: String
    package var to: String
    package var seconds: Int
    /// The seconds of the way without steps, −1 for none; nil for the same way.
    package var stepFreeSeconds: Int?
    /// Whether the mode of the way without steps is known.
    package var hasKnownMode = true

    package init(from: String, to: String, seconds: Int, stepFreeSeconds: Int? = nil) {
      self.from = from
      self.to = to
      self.seconds = seconds
      self.stepFreeSeconds = stepFreeSeconds
    }
  }

  /// Whether passengers can go between the street and a stop without steps.
  package struct StopAccess: Sendable {
    package var entry: Timetable.Accessibility
    package var exit: Timetable.Accessibility
    /// Whether passengers can board and leave trains there, however they come there.
    package var platform: Timetable.Accessibility

    package init(
      _ entry: Timetable.Accessibility, exit: Timetable.Accessibility? = nil,
      platform: Timetable.Accessibility? = nil
    ) {
      self.entry = entry
      self.exit = exit ?? entry
      self.platform = platform ?? (exit == nil ? entry : .unknown)
    }
  }

  /// Whether passengers may stay on a train that goes on as another trip.
  package struct InSeatTransfer: Sendable {
    package var from: String
    package var to: String
    package var isAllowed: Bool

    package init(from: String, to: String, isAllowed: Bool = true) {
      self.from = from
      self.to = to
      self.isAllowed = isAllowed
    }
  }

  /// The city's name.
  package var name: String
  package var timeZone: String
  /// Each station with its platforms; ids and names are the same. A station without platforms is
  /// its own stop.
  package var stations: [(name: String, platforms: [String])]
  package var trips: [Trip]
  package var transfers: [Transfer]
  package var walkways: [Walkway]
  package var inSeatTransfers: [InSeatTransfer]
  /// For each service the weekdays on which it runs: bit 0 is Monday.
  package var services: [UInt8]
  /// The last day of every service, in days after 1970-01-01.
  package var lastDay: Int32
  /// The `direction_id` of trips by their ids; a trip that is not listed has none.
  package var directions: [String: Int8]
  /// The positions of stops; a stop that is not listed has none.
  package var positions: [String: Coordinate]
  /// The access to stops; that of a stop that is not listed is unknown.
  package var access: [String: StopAccess] = [:]
  /// The fares; nil when none are known.
  package var fares: Timetable.Fares?

  package init(
    name: String = "Sample", timeZone: String = "UTC",
    stations: [(name: String, platforms: [String])], trips: [Trip], transfers: [Transfer] = [],
    walkways: [Walkway] = [], inSeatTransfers: [InSeatTransfer] = [],
    services: [UInt8] = [0b111_1111], lastDay: Int32 = 100_000, directions: [String: Int8] = [:],
    positions: [String: Coordinate] = [:], fares: Timetable.Fares? = nil
  ) {
    self.name = name
    self.timeZone = timeZone
    self.stations = stations
    self.trips = trips
    self.transfers = transfers
    self.walkways = walkways
    self.inSeatTransfers = inSeatTransfers
    self.services = services
    self.lastDay = lastDay
    self.directions = directions
    self.positions = positions
    self.fares = fares
  }
}

extension SampleNetwork {
  /// The names of all stops, in the timetable's order.
  package var stops: [String] { stations.flatMap { [$0.name] + $0.platforms } }

  /// The index of a stop in the timetable; −1 for an unknown one.
  package func stop(_ name: String) -> Int { stops.firstIndex(of: name) ?? -1 }

  /// The index of a station in the timetable; −1 for an unknown one.
  package func station(_ name: String) -> Int { stations.firstIndex { $0.name == name } ?? -1 }

  /// The columns of the network, in the order that DataSource's compiler gives them.
  package func timetable(of city: CityID = .builtIn) -> Timetable {
    let stops = stops
    let stopIndices = Dictionary(zip(stops, stops.indices.map(Int32.init))) { first, _ in first }
    var groups: [[String]: [Trip]] = [:]
    for trip in trips {
      let key = trip.calls.map { "\($0.stop) \($0.allows.rawValue)" }
      groups[[trip.line] + key, default: []].append(trip)
    }
    let patterns = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { entry in
      entry.value.sorted { ($0.calls[0].departure, $0.id) < ($1.calls[0].departure, $1.id) }
    }
    let sorted = patterns.flatMap(\.self)
    let times = SharedTimes(sorted)
    let lines = Set(trips.map(\.line)).sorted()
    return Timetable(
      city: city, name: name, agency: name, timeZone: timeZone,
      stations: .init(firstStop: offsets(stations.map { $0.platforms.count + 1 })),
      stops: .init(
        id: TextColumn(stops), name: TextColumn(stops),
        station: Column(
          stations.enumerated().flatMap { entry in
            Array(repeating: Int32(entry.offset), count: entry.element.platforms.count + 1)
          }),
        latitude: Column(stops.map { positions[$0]?.latitude ?? .nan }),
        longitude: Column(stops.map { positions[$0]?.longitude ?? .nan })),
      routes: .init(
        id: TextColumn(lines), name: TextColumn(lines), longName: TextColumn(lines.map { _ in "" }),
        color: Column(lines.map { _ in Int32(-1) })),
      patterns: .init(
        route: Column(patterns.map { Int32(lines.firstIndex(of: $0[0].line) ?? 0) }),
        direction: Column(patterns.map { directions[$0[0].id] ?? -1 }),
        firstCall: offsets(patterns.map { $0[0].calls.count }),
        firstTrip: offsets(patterns.map(\.count)),
        stop: Column(patterns.flatMap { $0[0].calls.map { stopIndices[$0.stop] ?? -1 } }),
        allows: Column(patterns.flatMap { $0[0].calls.map(\.allows) })),
      trips: .init(
        start: Column(sorted.map { Int32($0.calls[0].departure) }),
        service: Column(sorted.map { Int32($0.service) }),
        headway: Column(sorted.map { Int32($0.headway) }),
        times: Column(times.first),
        label: Column(sorted.indices.map { Int32($0) }),
        arrival: Column(times.arrival), departure: Column(times.departure),
        id: TextColumn(sorted.map(\.id)), headsign: TextColumn(sorted.map(\.headsign)),
        block: blockColumn(sorted)),
      services: .init(
        firstDay: Column(services.map { _ in Int32(0) }),
        lastDay: Column(services.map { _ in lastDay }), weekdays: Column(services),
        firstException: offsets(services.map { _ in 0 }), exceptionDay: Column([Int32]()),
        exceptionAdds: Column([UInt8]())),
      transfers: transferColumns(trips: sorted.map(\.id), lines: lines),
      describesChanges: !transfers.isEmpty || !inSeatTransfers.isEmpty,
      walkways: walkwayColumns(walkways),
      stepFree: .init(
        stops: Column(
          access.isEmpty
            ? []
            : stops.map { stop in
              access[stop].map {
                $0.entry.rawValue | $0.exit.rawValue << 2 | $0.platform.rawValue << 4
              } ?? 0
            }),
        trips: Column(sorted.map(\.access.rawValue)),
        detours: walkwayColumns(
          detours.map { way in
            Walkway(from: way.from, to: way.to, seconds: max(way.stepFreeSeconds ?? 0, 0))
          }),
        detourAccess: Column(
          stops.flatMap { stop in detours.filter { $0.from == stop } }.map { way in
            let access: Timetable.Accessibility =
              way.stepFreeSeconds == -1 ? .impossible : way.hasKnownMode ? .possible : .unknown
            return access.rawValue
          })),
      inSeatTransfers: .init(
        from: Column(inSeatTransfers.map { index(of: $0.from, in: sorted.map(\.id)) }),
        to: Column(inSeatTransfers.map { index(of: $0.to, in: sorted.map(\.id)) }),
        isAllowed: Column(inSeatTransfers.map { $0.isAllowed ? 1 : 0 })), fares: fares)
  }

  /// The ways with another one without steps, in the order of their destinations.
  private var detours: [Walkway] {
    walkways.filter { $0.stepFreeSeconds != nil }.sorted { stop($0.to) < stop($1.to) }
  }

  private func blockColumn(_ trips: [Trip]) -> Column<Int32> {
    let blocks = Set(trips.map(\.block)).subtracting([""]).sorted()
    return blocks.isEmpty ? Column([]) : Column(trips.map { index(of: $0.block, in: blocks) })
  }

  private func index(of name: String, in names: [String]) -> Int32 {
    Int32(names.firstIndex(of: name) ?? -1)
  }

  private func transferColumns(trips: [String], lines: [String]) -> Timetable.Transfers {
    // The most specific one last; of equal ones, the last of the list.
    let ranked = transfers.enumerated().sorted { one, other in
      (rank(one.element), one.offset) < (rank(other.element), other.offset)
    }.map(\.element)
    let byStop = stops.map { name in
      ranked.enumerated().filter { $0.element.from == name }
    }
    let rows = byStop.flatMap(\.self)
    func side(_ trains: Transfer.Trains) -> (line: Int32, trip: Int32) {
      switch trains {
      case .all: (-1, -1)
      // A line without a train is none of them.
      case .line(let line): (Int32(lines.firstIndex(of: line) ?? lines.count), -1)
      case .trip(let trip): (-1, index(of: trip, in: trips))
      }
    }
    let conditions = rows.map { row -> Timetable.Transfers.Condition in
      let (leaving, boarding) = (side(row.element.leaving), side(row.element.boarding))
      return .init(
        fromRoute: leaving.line, toRoute: boarding.line, fromTrip: leaving.trip,
        toTrip: boarding.trip)
    }
    return .init(
      first: offsets(byStop.map(\.count)), to: Column(rows.map { Int32(stop($0.element.to)) }),
      seconds: Column(rows.map { Int32($0.element.seconds) }),
      rank: Column(rows.map { Int32($0.offset) }),
      conditions: Column(conditions.contains { $0 != .none } ? conditions : []))
  }

  private func rank(_ transfer: Transfer) -> Int {
    let sides = [transfer.leaving, transfer.boarding].map { trains in
      switch trains {
      case .all: 0
      case .line: 1
      case .trip: 2
      }
    }.sorted()
    let order = [[0, 0], [0, 1], [1, 1], [0, 2], [1, 2], [2, 2]]
    let areStops = ![transfer.from, transfer.to].contains { name in
      stations.contains { $0.name == name && !$0.platforms.isEmpty }
    }
    return 2 * (order.firstIndex(of: sides) ?? 0) + (areStops ? 1 : 0)
  }

  private func walkwayColumns(_ walkways: [Walkway]) -> Timetable.Walkways {
    let byStop = stops.map { name in
      walkways.filter { $0.from == name }.sorted { stop($0.to) < stop($1.to) }
    }
    let ways = byStop.flatMap(\.self)
    return .init(
      first: offsets(byStop.map(\.count)), to: Column(ways.map { Int32(stop($0.to)) }),
      seconds: Column(ways.map { Int32($0.seconds) }), steps: TextColumn(ways.map { _ in "" }))
  }
}

private func offsets(_ counts: [Int]) -> Column<Int32> {
  var offsets: [Int32] = [0]
  for count in counts { offsets.append((offsets.last ?? 0) + Int32(count)) }
  return Column(offsets)
}

/// The times of trips relative to their start, each of which is stored once, as DataSource does.
private struct SharedTimes {
  /// By trip, the position of its first call.
  private(set) var first: [Int32] = []
  private(set) var arrival: [Int32] = []
  private(set) var departure: [Int32] = []

  init(_ trips: [SampleNetwork.Trip]) {
    var known: [[[Int]]: Int32] = [:]
    for trip in trips {
      let start = trip.calls[0].departure
      let times = trip.calls.map { [$0.arrival - start, $0.departure - start] }
      if known[times] == nil {
        known[times] = Int32(arrival.count)
        arrival += times.map { Int32($0[0]) }
        departure += times.map { Int32($0[1]) }
      }
      first.append(known[times] ?? 0)
    }
  }
}
