import DataSourceInterface

/// A network small enough to be written down in a test.
struct SmallNetwork {
  struct Call {
    var stop: String
    var arrival: Int
    var departure: Int
    var allows: Timetable.CallRules = [.board, .alight]
  }

  struct Trip {
    var id: String
    var line: String
    var service = 0
    var calls: [Call]
  }

  struct Transfer {
    var from: String
    var to: String
    var seconds: Int
  }

  /// Each station with its platforms; one without platforms is its own stop.
  var stations: [(name: String, platforms: [String])]
  var trips: [Trip]
  var transfers: [Transfer] = []
  /// For each service the weekdays it runs on, Monday first.
  var services: [UInt8] = [0b111_1111]
  /// The last day of every service.
  var lastDay: Int32 = 100_000
  /// What lines have as their direction; none where they are not named.
  var directions: [String: Int8] = [:]
}

extension SmallNetwork.Trip {
  /// A trip from text such as `"A 8:00, B 8:10"`; a train leaves when it arrives.
  init(_ id: String, line: String = "L", service: Int = 0, _ text: String) {
    self.init(
      id: id, line: line, service: service,
      calls: text.split(separator: ",").map { call in
        let parts = call.split(separator: " ")
        let time = ServiceTime(String(parts[1]))?.seconds ?? 0
        return SmallNetwork.Call(stop: String(parts[0]), arrival: time, departure: time)
      })
  }
}

extension SmallNetwork {
  /// The names of all stops, in the timetable's order.
  var stops: [String] { stations.flatMap { [$0.name] + $0.platforms } }

  func stop(_ name: String) -> Int { stops.firstIndex(of: name) ?? -1 }

  func station(_ name: String) -> Int { stations.firstIndex { $0.name == name } ?? -1 }

  /// The network as the data source would compile it.
  func timetable() -> Timetable {
    var groups: [[String]: [Trip]] = [:]
    for trip in trips {
      let key = trip.calls.map { "\($0.stop) \($0.allows.rawValue)" }
      groups[[trip.line] + key, default: []].append(trip)
    }
    let patterns = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { entry in
      entry.value.sorted { ($0.calls[0].departure, $0.id) < ($1.calls[0].departure, $1.id) }
    }
    let sorted = patterns.flatMap(\.self)
    let lines = Set(trips.map(\.line)).sorted()
    return Timetable(
      city: .builtIn, name: "Test", agency: "Test", timeZone: "UTC",
      stations: .init(firstStop: offsets(stations.map { $0.platforms.count + 1 })),
      stops: .init(
        id: TextColumn(stops), name: TextColumn(stops),
        station: Column(
          stations.enumerated().flatMap { entry in
            Array(repeating: Int32(entry.offset), count: entry.element.platforms.count + 1)
          }),
        latitude: Column(stops.map { _ in Double.nan }),
        longitude: Column(stops.map { _ in Double.nan })),
      routes: .init(
        id: TextColumn(lines), name: TextColumn(lines), color: Column(lines.map { _ in Int32(-1) })),
      patterns: .init(
        route: Column(patterns.map { Int32(lines.firstIndex(of: $0[0].line) ?? 0) }),
        direction: Column(patterns.map { directions[$0[0].line] ?? -1 }),
        firstCall: offsets(patterns.map { $0[0].calls.count }),
        firstTrip: offsets(patterns.map(\.count)),
        stop: Column(patterns.flatMap { $0[0].calls.map { Int32(stop($0.stop)) } }),
        allows: Column(patterns.flatMap { $0[0].calls.map(\.allows) })),
      trips: .init(
        start: Column(sorted.map { Int32($0.calls[0].departure) }),
        service: Column(sorted.map { Int32($0.service) }),
        times: offsets(sorted.map(\.calls.count)),
        label: Column(sorted.indices.map { Int32($0) }),
        arrival: Column(
          sorted.flatMap { trip in
            trip.calls.map { Int32($0.arrival - trip.calls[0].departure) }
          }),
        departure: Column(
          sorted.flatMap { trip in
            trip.calls.map { Int32($0.departure - trip.calls[0].departure) }
          }),
        id: TextColumn(sorted.map(\.id)), headsign: TextColumn(sorted.map { _ in "" })),
      services: .init(
        firstDay: Column(services.map { _ in Int32(0) }),
        lastDay: Column(services.map { _ in lastDay }), weekdays: Column(services),
        firstException: offsets(services.map { _ in 0 }), exceptionDay: Column([Int32]()),
        exceptionAdds: Column([UInt8]())),
      transfers: transferColumns())
  }

  private func transferColumns() -> Timetable.Transfers {
    let byStop = stops.map { name in
      transfers.filter { $0.from == name }.sorted { stop($0.to) < stop($1.to) }
    }
    return .init(
      first: offsets(byStop.map(\.count)),
      to: Column(byStop.flatMap { $0.map { Int32(stop($0.to)) } }),
      seconds: Column(byStop.flatMap { $0.map { Int32($0.seconds) } }))
  }
}

private func offsets(_ counts: [Int]) -> Column<Int32> {
  var offsets: [Int32] = [0]
  for count in counts { offsets.append((offsets.last ?? 0) + Int32(count)) }
  return Column(offsets)
}
