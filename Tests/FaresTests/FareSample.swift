import DataSourceFixture
import DataSourceInterface
import Documents
import FaresInterface
import Testing

@testable import Fares

/// A city whose fares a test writes down: stations A to E in the zones of the same letter in lower
/// case, and lines 1 and 2. A station without a zone is F.
struct FareSample {
  private static let network = SampleNetwork(
    stations: ["A", "B", "C", "D", "E", "F"].map { ($0, []) },
    trips: [
      .init("one", line: "1", "A 8:00,B 8:10,C 8:20,D 8:30,E 8:40,F 8:50"),
      .init("two", line: "2", "A 8:00,B 8:10,C 8:20,D 8:30,E 8:40,F 8:50"),
    ])
  static let zones = ["a", "b", "c", "d", "e"]

  var fares: Timetable.Fares?

  /// Fares v1 from texts such as `F 250 EUR transfers=1 duration=3600: a→b, 1 *→c, ~d`: an id, an
  /// amount in minor units, and rules with a line, an origin, a destination, and a zone to contain.
  init(zones texts: String...) {
    let rows = texts.map(ZoneRow.init)
    let rules = rows.flatMap(\.rules)
    let currencies = Set(rows.map(\.currency)).sorted()
    fares = Timetable.Fares(
      prices: .init(
        id: TextColumn(rows.map(\.id)), name: TextColumn(rows.map { _ in "" }),
        amount: Column(rows.map(\.amount)),
        currency: Column(rows.map { Int32(currencies.firstIndex(of: $0.currency) ?? 0) }),
        currencies: TextColumn(currencies)),
      rules: .byZone(
        .init(
          transfers: Column(rows.map(\.transfers)), duration: Column(rows.map(\.duration)),
          agency: Column(rows.map { _ in -1 }),
          first: Column(
            rows.reduce(into: [Int32(0)]) { $0.append($0[$0.count - 1] + Int32($1.rules.count)) }),
          route: Column(rules.map(\.route)), origin: Column(rules.map(\.origin)),
          destination: Column(rules.map(\.destination)), contains: Column(rules.map(\.contains)),
          zone: Column([0, 1, 2, 3, 4, -1]), agencyOfRoute: Column([Int32]()),
          zones: TextColumn(Self.zones))))
  }

  /// Fares v2.
  init(_ prices: Timetable.Fares.Prices, _ rules: Timetable.Fares.LegRules) {
    fares = Timetable.Fares(prices: prices, rules: .byLeg(rules))
  }

  /// Products of fares v2 without rules; `rider` is the number of a rider category, or −1, and
  /// `medium` that of a medium.
  static func products(
    _ rows: [(id: String, rider: Int32)], riders: [String], medium: [Int32]? = nil,
    media: [String] = []
  ) -> FareSample {
    FareSample(
      .init(
        id: TextColumn(rows.map(\.id)), name: TextColumn(rows.map { "Ticket \($0.id)" }),
        amount: Column(rows.map { _ in Int64(200) }), currency: Column(rows.map { _ in Int32(0) }),
        currencies: TextColumn(["USD"])),
      .init(
        riders: .init(
          id: TextColumn(riders), name: TextColumn(riders),
          isDefault: Column(riders.map { _ in 0 })),
        media: .init(
          id: TextColumn(media), name: TextColumn(media), type: Column(media.map { _ in 2 })),
        rider: Column(rows.map(\.rider)), medium: Column(medium ?? rows.map { _ in -1 }),
        groups: TextColumn([]), rules: Column([]), networks: TextColumn([]),
        networkOfRoute: Column([-1, -1])))
  }

  /// The same fares with other names of the media.
  func naming(media names: [String]) -> FareSample {
    guard let fares, case .byLeg(let rules) = fares.rules else { return self }
    let media = Timetable.Fares.Media(
      id: rules.media.id, name: TextColumn(names), type: rules.media.type)
    return FareSample(
      fares.prices,
      .init(
        riders: rules.riders, media: media, rider: rules.rider, medium: rules.medium,
        groups: rules.groups, rules: rules.rules, networks: rules.networks,
        networkOfRoute: rules.networkOfRoute))
  }

  /// A city without fares.
  init() { fares = nil }

  /// Areas of fares v2 from the number of the area of each stop, or −1.
  static func areas(_ ids: [String], ofStops numbers: [Int32]) -> Timetable.Fares.Areas {
    var first: [Int32] = [0]
    for number in numbers { first.append(first[first.count - 1] + (number < 0 ? 0 : 1)) }
    return .init(
      id: TextColumn(ids), first: Column(first), area: Column(numbers.filter { $0 >= 0 }))
  }

  /// The network with the fares.
  var network: SampleNetwork {
    var network = Self.network
    network.fares = fares
    return network
  }

  var timetable: Timetable { network.timetable() }

  /// Returns the price of rides such as `1 AC 8:00, 2 CE 8:30`: a line, the stations on the way,
  /// and the departure.
  func price(
    _ rides: String, rider: String? = nil, medium: String? = nil, on date: CalendarDate? = nil
  ) throws -> FareTotal {
    try FareCalculator(timetable, rider: rider, medium: medium)
      .price(of: FareRide.rides(rides), on: date)
  }

  /// Returns the price of rides as a text such as `EUR 2.50 = F 0–1 + G 2`.
  func text(_ rides: String, rider: String? = nil) throws -> String {
    let result = try price(rides, rider: rider)
    guard let price = result.price else { return result.reason ?? "" }
    let parts = result.fares.map { fare in
      let last = fare.firstRide + fare.rides - 1
      return "\(fare.id ?? "change") \(fare.firstRide)" + (fare.rides > 1 ? "–\(last)" : "")
    }
    return "\(price) = \(parts.joined(separator: " + "))"
  }

  private struct ZoneRow {
    typealias Rule = (route: Int32, origin: Int32, destination: Int32, contains: Int32)
    let id: String
    let amount: Int64
    let currency: String
    var (transfers, duration): (Int32, Int32) = (-1, -1)
    var rules: [Rule] = []

    init(_ text: String) {
      let halves = text.split(separator: ":")
      let words = halves[0].split(separator: " ")
      id = String(words[0])
      amount = Int64(words[1]) ?? 0
      currency = String(words[2])
      for word in words.dropFirst(3) {
        let pair = word.split(separator: "=")
        if pair[0] == "transfers" { transfers = Int32(pair[1]) ?? 0 }
        if pair[0] == "duration" { duration = Int32(pair[1]) ?? 0 }
      }
      for text in halves.dropFirst().flatMap({ $0.split(separator: ",") }) {
        var rule: Rule = (-1, -1, -1, -1)
        for word in text.split(separator: " ") {
          let ends = word.split(separator: "→")
          func zone(_ text: Substring) -> Int32 {
            Int32(FareSample.zones.firstIndex(of: String(text)) ?? -1)
          }
          if ends.count == 2 {
            (rule.origin, rule.destination) = (zone(ends[0]), zone(ends[1]))
          } else if word.hasPrefix("~") {
            rule.contains = zone(word.dropFirst())
          } else {
            rule.route = (Int32(word) ?? 0) - 1
          }
        }
        rules.append(rule)
      }
    }
  }
}

extension FareRide {
  /// The rides of a text such as `1 AC 8:00, 2>3 CE 8:30`; each takes ten minutes. The train of the
  /// second one goes on as line 3.
  static func rides(_ text: String) -> [FareRide] {
    text.split(separator: ",").map { ride in
      let words = ride.split(separator: " ").map(String.init)
      let stops = words[1].map { StopReference(id: String($0), name: TranslatedName(String($0))) }
      let departure = ServiceTime(words[2])?.seconds ?? 0
      let lines = words[0].split(separator: ">").map {
        Line(id: String($0), name: TranslatedName(String($0)), color: nil)
      }
      return FareRide(
        line: lines[0], from: stops[0],
        to: stops[stops.count - 1], departure: ServiceTime(seconds: departure),
        arrival: ServiceTime(seconds: departure + 600),
        through: Array(stops.dropFirst().dropLast()),
        laterLines: lines.count > 1 ? Array(lines.dropFirst()) : nil)
    }
  }
}
