import DataSourceFixture
import DataSourceInterface
import TestSupport

extension SampleNetwork {
  /// A random network with up to six stations and thirty trips within an hour. It has overtaking,
  /// loops, calls without boarding or alighting, trips around midnight and 03:00, steps, and all
  /// kinds of transfers.
  static func random(using random: inout SplitMix64) -> SampleNetwork {
    let stations = (0..<Int.random(in: 3...6, using: &random)).map { number in
      let platforms = (0..<Int.random(in: 0...2, using: &random)).map { "S\(number)P\($0)" }
      return (name: "S\(number)", platforms: platforms)
    }
    let stops = stations.flatMap { $0.platforms.isEmpty ? [$0.name] : $0.platforms }
    let sequences = (0..<5).map { line in
      let sequence = (0..<Int.random(in: 2...5, using: &random)).map { _ in
        stops.randomElement(using: &random) ?? ""
      }
      // The first line is a loop.
      let rounds = line == 0 ? Int.random(in: 1...6, using: &random) : 1
      return (0..<rounds).flatMap { _ in sequence }
    }
    var trips: [Trip] = []
    for number in 0..<Int.random(in: 5...30, using: &random) {
      let line = Int.random(in: 0..<5, using: &random)
      var time = 60 * Int.random(in: 0..<40, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: time += 86400 - 1200
      case 1: time += 10_800 - 1200
      default: break
      }
      let calls = sequences[line].map { stop in
        let arrival = time
        time += 60 * Int.random(in: 0...1, using: &random)
        let departure = time
        time += 60 * Int.random(in: 1...8, using: &random)
        let allows: Timetable.CallRules =
          switch (Int.random(in: 0..<12, using: &random), line) {
          case (0, 0), (0, 4): [.board]
          case (1, 0), (1, 4): [.alight]
          default: [.board, .alight]
          }
        return Call(stop: stop, arrival: arrival, departure: departure, allows: allows)
      }
      let block = Int.random(in: 0..<6, using: &random)
      trips.append(
        Trip(id: "t\(number)", line: "L\(line)", block: block == 0 ? "b" : "", calls: calls))
    }
    func anyTrip() -> String { "t\(Int.random(in: 0..<trips.count, using: &random))" }
    let inSeatTransfers = (0..<2).map { _ in
      InSeatTransfer(from: anyTrip(), to: anyTrip(), isAllowed: Bool.random(using: &random))
    }
    let named: [Transfer.Trains] = [.all, .trip(anyTrip()), .line("L1")]
    var transfers: [Transfer] = []
    let everyStop = stations.flatMap { [$0.name] + $0.platforms }
    for _ in 0..<8 {
      let kinds = [Int(Timetable.Transfers.defaultTime), Int(Timetable.Transfers.forbidden)]
      guard
        let from = everyStop.randomElement(using: &random),
        let to = everyStop.randomElement(using: &random),
        let seconds = (kinds + [0, 60, 180, 300]).randomElement(using: &random)
      else { continue }
      var transfer = Transfer(from: from, to: to, seconds: seconds)
      if Bool.random(using: &random) {
        transfer.leaving = named.randomElement(using: &random) ?? .all
        transfer.boarding = named.randomElement(using: &random) ?? .all
      }
      transfers.append(transfer)
    }
    var walkways = stations.flatMap { station -> [Walkway] in
      station.platforms.count < 2 || Bool.random(using: &random)
        ? []
        : [
          Walkway(
            from: station.platforms[0], to: station.platforms[1],
            seconds: 60 * Int.random(in: 1...6, using: &random))
        ]
    }
    let positions = stations.map { station in
      let north = Double.random(in: 0...0.03, using: &random)
      let east = Double.random(in: 0...0.03, using: &random)
      return (station.name, Coordinate(latitude: 41 + north, longitude: -8 + east))
    }
    func anyAccess() -> Timetable.Accessibility {
      [.unknown, .possible, .possible, .impossible].randomElement(using: &random) ?? .unknown
    }
    for trip in trips.indices where Int.random(in: 0..<4, using: &random) == 0 {
      trips[trip].access = anyAccess()
    }
    for way in walkways.indices where Bool.random(using: &random) {
      walkways[way].stepFreeSeconds = Bool.random(using: &random) ? -1 : walkways[way].seconds + 90
    }
    var network = SampleNetwork(
      stations: stations, trips: trips, transfers: transfers, walkways: walkways,
      inSeatTransfers: inSeatTransfers,
      positions: Dictionary(uniqueKeysWithValues: positions))
    for stop in everyStop {
      network.access[stop] = .init(anyAccess(), exit: anyAccess(), platform: anyAccess())
    }
    return network
  }

  /// A network of stations in a row, with fast lines between neighbours, and slower lines that skip
  /// up to three stations.
  static func chain(of count: Int, using random: inout SplitMix64) -> SampleNetwork {
    var trips: [Trip] = []
    for from in 0..<count - 1 {
      for to in from + 1...min(from + 4, count - 1) {
        let offset = 60 * Int.random(in: 0..<5, using: &random)
        for number in 0..<15 {
          let begin = offset + 300 * number
          let length = 120 * (to - from) * (to - from) + Int.random(in: 0...60, using: &random)
          trips.append(
            Trip(
              id: "\(from)-\(to)-\(number)", line: "\(from)-\(to)",
              calls: [(from, begin), (to, begin + length)].map {
                Call(stop: "S\($0.0)", arrival: $0.1, departure: $0.1)
              }))
        }
      }
    }
    return SampleNetwork(stations: (0..<count).map { ("S\($0)", []) }, trips: trips)
  }
}
