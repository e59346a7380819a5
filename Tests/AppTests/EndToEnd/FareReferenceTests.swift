import Console
import DataSourceInterface
import Documents
import FaresInterface
import Foundation
import Mediator
import RoutingInterface
import TestSupport
import Testing

@testable import metro

/// Fares of real feeds, compared with those that another program reads, or that were looked up by
/// hand.
@Suite(.enabled(if: SharedData.isAvailable))
struct FareReferenceTests {
  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The prices of a feed by the zones of both ends, according to the script `fares.py`.
  private func expectedPrices(_ feed: String, by python: String) throws -> [String: String] {
    let script = SharedData.checkout.appending(path: "Tests/AppTests/Fixtures/fares.py").path
    let (code, output) = try ChildProcess.run(
      [python, script, SharedData.path("feeds/\(feed).zip")], environment: [:])
    try #require(code == 0, "\(output)")
    return output.split(separator: "\n").reduce(into: [:]) { prices, line in
      let fields = line.split(separator: "\t")
      prices["\(fields[0]) \(fields[1])"] = "\(fields[2]) \(fields[3])"
    }
  }

  @Test(.enabled(if: python != nil), arguments: [("bart-2022", 50), ("hyderabad-2025", 59)])
  func `the price of each pair of zones is that of a second reader`(
    feed: String, zones: Int
  ) async throws {
    let expected = try expectedPrices(feed, by: try #require(Self.python))
    #expect(expected.count == zones * zones)
    try await InstalledFeed.with(feed) { mediator, city in
      let timetable = try await mediator.perform(DataSource.timetable, city)
      let stops = try stopsByZone(of: timetable)
      #expect(stops.count == zones)
      for (start, from) in stops {
        for (end, to) in stops {
          let quote = try await mediator.perform(
            Fares.price, RidesQuery(rides: [ride(from, to, in: timetable)], city: city))
          let price = quote.price.map { "\($0.amount) \($0.currency.code)" }
          #expect(price == expected["\(start) \(end)"], "\(start) → \(end)")
        }
      }
    }
  }

  @Test(.enabled(if: python != nil), arguments: ["bart-2022", "hyderabad-2025"])
  func `planned journeys between stations, with their changes, cost what their ends say`(
    feed: String
  ) async throws {
    let expected = try expectedPrices(feed, by: try #require(Self.python))
    let date = feed == "bart-2022" ? "2022-11-22" : "2026-11-24"
    try await InstalledFeed.with(feed) { mediator, city in
      let timetable = try await mediator.perform(DataSource.timetable, city)
      let stops = try stopsByZone(of: timetable).sorted { $0.key < $1.key }
      let pairs = stops.flatMap { from in stops.map { (from, $0) } }
      var (priced, changes) = (0, 0)
      for (from, to) in TestOptions.isThorough ? pairs : pairs.sample {
        let quote = try await mediator.perform(
          Fares.quote,
          FareQuery(
            from: "id:\(timetable.stops.id[from.value])", to: "id:\(timetable.stops.id[to.value])",
            city: city, depart: .clock(seconds: 9 * 3600), date: DayExpression(date)))
        guard quote.from.id == quote.to.id || !quote.rides.isEmpty else { continue }
        // A visit of a station has the zone of the station; one whose platforms have two has none.
        guard quote.from.id != quote.to.id || zone(ofStop: quote.from.id, in: timetable) != nil
        else { continue }
        let price = quote.price.map { "\($0.amount) \($0.currency.code)" }
        let zones = quote.rides.map { ride in
          [ride.from.id, ride.to.id].map { zone(ofStop: $0, in: timetable) ?? "" }
        }
        let least = leastPrice(zones.isEmpty ? [[from.key, from.key]] : zones, expected)
        #expect(price == least, "\(zones)")
        priced += price == nil ? 0 : 1
        changes += quote.rides.count > 1 ? 1 : 0
      }
      #expect(priced > 40 && changes > 5)
    }
  }

  private struct Case: Sendable {
    let feed: String
    let from: String
    let to: String
    let date: String
    var time = 9 * 3600
    var rider: String?
    /// The price as text, or a part of the reason.
    let answer: String
  }

  @Test(arguments: [
    Case(
      feed: "kochi-2019", from: "Aluva", to: "Palarivattom", date: "2026-11-24", answer: "INR 40.00"
    ),
    Case(
      feed: "kochi-2019", from: "Aluva", to: "Aluva", date: "2026-11-24",
      answer: "no fare of the feed"),
    Case(
      feed: "path-2014", from: "Hoboken", to: "33rd Street", date: "2014-09-03", answer: "USD 2.50"),
    Case(
      feed: "porto-2026", from: "Trindade", to: "Aliados", date: "2025-11-25", answer: "EUR 1.40"),
    Case(
      feed: "porto-2026", from: "Trindade", to: "Aeroporto", date: "2025-11-25", answer: "EUR 2.25"),
    Case(
      feed: "baltimore-metro-2024", from: "id:s0001", to: "id:s0014", date: "2024-06-05",
      answer: "USD 2.00"),
    Case(
      feed: "baltimore-metro-2024", from: "id:s0001", to: "id:s0014", date: "2024-06-05",
      rider: "senior", answer: "USD 1.00"),
    Case(
      feed: "baltimore-metro-2024", from: "id:s0001", to: "id:s0014", date: "2024-06-05",
      rider: "stu", answer: "USD 1.50"),
    Case(
      feed: "baltimore-metro-2024", from: "id:s0001", to: "id:s0014", date: "2024-06-05",
      rider: "Mobility", answer: "USD 2.00"),
    Case(
      feed: "madrid-2025", from: "SOL", to: "ATOCHA", date: "2025-06-03", answer: "has no fares"),
  ])
  private func `a journey in a real feed has the price that its rules say`(
    example: Case
  ) async throws {
    try await InstalledFeed.with(example.feed) { mediator, city in
      let quote = try await mediator.perform(
        Fares.quote,
        FareQuery(
          from: example.from, to: example.to, city: city, rider: example.rider,
          depart: .clock(seconds: example.time), date: DayExpression(example.date)))
      #expect(
        quote.price?.description == example.answer
          || quote.price == nil && quote.reason?.contains(example.answer) == true,
        "\(quote.price?.description ?? quote.reason ?? "")")
    }
  }

  /// The least price of rides, each given by the zones of its ends: of all ways to divide them.
  private func leastPrice(_ zones: [[String]], _ prices: [String: String]) -> String? {
    func least(from first: Int) -> Int? {
      guard first < zones.count else { return 0 }
      return (first..<zones.count).compactMap { last in
        guard let price = prices["\(zones[first][0]) \(zones[last][1])"],
          let amount = Int(price.prefix { $0 != " " }), let rest = least(from: last + 1)
        else { return nil }
        return amount + rest
      }.min()
    }
    let currency = prices.values.first.map { $0.drop { $0 != " " } } ?? ""
    return least(from: 0).map { "\($0)\(currency)" }
  }

  /// One stop of each zone.
  private func stopsByZone(of timetable: Timetable) throws -> [String: Int] {
    var stops: [String: Int] = [:]
    for stop in 0..<timetable.stops.count {
      if let zone = zone(ofStop: timetable.stops.id[stop], in: timetable) { stops[zone] = stop }
    }
    return stops
  }

  private func zone(ofStop id: String, in timetable: Timetable) -> String? {
    guard case .byZone(let rules)? = timetable.fares?.rules,
      let stop = timetable.stops.id.firstIndex(of: id), rules.zone[stop] >= 0
    else { return nil }
    return rules.zones[Int(rules.zone[stop])]
  }

  private func ride(_ from: Int, _ to: Int, in timetable: Timetable) -> FareRide {
    let time = ServiceTime(seconds: 8 * 3600)
    func place(_ stop: Int) -> StopReference { timetable.stopReference(ofStop: stop) }
    return FareRide(
      line: Line(id: timetable.routes.id[0], name: "", color: nil), from: place(from),
      to: place(to), departure: time, arrival: time, through: [])
  }
}

extension Array {
  /// Every 49th element.
  fileprivate var sample: [Element] {
    stride(from: 0, to: count, by: 49).map { self[$0] }
  }
}
