import DataSourceInterface

/// Trains of one line that stop at A, B and C in this order, ten minutes apart.
struct Trains {
  var line = "1"
  var headsign = "C"
  /// When they leave A, in seconds.
  var starts: [Int]
  /// Whether they can be boarded at B.
  var stopsAtB = true
  /// On which weekdays they run: bit 0 is Monday.
  var weekdays: UInt8 = 0b111_1111
}

extension Timetable {
  /// The stations A, B and C with all these trains, each entry a pattern and a service.
  static func trains(_ all: [Trains], in timeZone: String = "UTC") -> Timetable {
    let names = TextColumn(["A", "B", "C"])
    let lines = Set(all.map(\.line)).sorted()
    var first: [Int32] = [0]
    var labels: [Int32] = []
    for (index, trains) in all.enumerated() {
      first.append(first[index] + Int32(trains.starts.count))
      labels += trains.starts.map { _ in Int32(index) }
    }
    let starts = all.flatMap { $0.starts.map(Int32.init) }
    let offsets: [Int32] = [0, 600, 1200]
    return Timetable(
      city: .builtIn, name: "Sample", agency: "", timeZone: timeZone,
      stations: Stations(firstStop: Column([0, 1, 2, 3])),
      stops: Stops(
        id: names, name: names, station: Column([0, 1, 2]),
        latitude: Column([.nan, .nan, .nan]), longitude: Column([.nan, .nan, .nan])),
      routes: Routes(
        id: TextColumn(lines), name: TextColumn(lines), color: Column(lines.map { _ in -1 })),
      patterns: Patterns(
        route: Column(all.map { Int32(lines.firstIndex(of: $0.line) ?? 0) }),
        direction: Column(all.map { _ in 0 }),
        firstCall: Column((0...all.count).map { Int32(3 * $0) }), firstTrip: Column(first),
        stop: Column(all.flatMap { _ in [0, 1, 2] }),
        allows: Column(
          all.flatMap { [.board, $0.stopsAtB ? [.board, .alight] : [], .alight] as [CallRules] })),
      trips: Trips(
        start: Column(starts), service: Column(labels), times: Column(starts.map { _ in 0 }),
        label: Column(labels), arrival: Column(offsets), departure: Column(offsets),
        id: TextColumn(all.map(\.line)), headsign: TextColumn(all.map(\.headsign))),
      services: Services(
        firstDay: Column(all.map { _ in 0 }), lastDay: Column(all.map { _ in 30_000 }),
        weekdays: Column(all.map(\.weekdays)),
        firstException: Column((0...all.count).map { _ in 0 }), exceptionDay: Column([Int32]()),
        exceptionAdds: Column([UInt8]())),
      transfers: Transfers(
        first: Column([0, 0, 0, 0]), to: Column([Int32]()), seconds: Column([Int32]())))
  }
}
