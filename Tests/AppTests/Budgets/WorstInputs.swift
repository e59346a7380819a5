import DataSourceInterface
import Foundation
import RoutingInterface

/// The inputs of the remote actions that may cost the most, as URLs.
struct WorstInputs {
  let city: CityID
  /// The ids of two stations that trains connect on `date`, and of a third one.
  let (from, to, via): (String, String, String)
  /// Coordinates in the city, as in `@41.15,-8.61`.
  let (place, otherPlace): (String, String)
  let date: String
  /// The names of all lines, separated by commas.
  let lines: String
  let stationIDs: [String]

  /// The actions whose first input has an answer; the others reject all of theirs in some cities.
  static let answeredActions: Set = [
    "routing/plan", "routing/lastTrain", "routing/firstLast", "map/draw",
    "data-source/stationDetails", "data-source/lines", "stations/board",
  ]

  /// An answer that a person often asks for.
  var ordinary: String { plan([("depart", "08:00")]) }

  /// For each remote action, the inputs that may cost the most. Nil for an action that the table
  /// lacks.
  func urls(of action: String) -> [String]? {
    switch action {
    case "routing/plan": plans
    case "routing/lastTrain": lastTrains
    case "routing/firstLast":
      dates.map { url(action, [("station", "id:\(from)"), ("date", $0)]) }
        + texts.map { url(action, [("station", $0)]) }
    case "map/draw":
      [url(action, [])]
        + dates.map {
          url(action, [("from", place), ("to", otherPlace), ("date", $0), ("depart", "00:00")])
        }
    case "fares/list", "tickets/catalogue": [url(action, [])]
    case "fares/quote":
      [
        url(
          action, [("from", "id:\(from)"), ("to", "id:\(to)"), ("date", date), ("depart", "00:00")]),
        url(action, [("from", place), ("to", otherPlace), ("date", date), ("depart", "00:00")]),
        url(action, [("from", "id:\(from)"), ("to", "id:\(from)")]),
      ]
        + texts.map { url(action, [("from", "id:\(from)"), ("to", "id:\(to)"), ("rider", $0)]) }
    case "map/line": (texts + [lines]).map { url(action, [("line", $0)]) }
    case "data-source/city", "realtime/status", "realtime/vehicles":
      texts.map { url(action, [("city", $0)], inCity: false) }
    case "data-source/station": texts.map { url(action, [("name", $0)]) }
    case "data-source/stations", "stations/search":
      (texts + ["", "a", place]).flatMap { text in
        ["0", "-1", "1", "\(Int.max)"].map { url(action, [("text", text), ("limit", $0)]) }
      }
    case "data-source/stationDetails":
      dates.map { url(action, [("name", "id:\(from)"), ("date", $0)]) }
    case "data-source/lines": [url(action, [])]
    case "stations/nearby", "stations/departures":
      (texts + ["id:\(from)", place]).map { url(action, [("name", $0)]) }
    case "stations/board":
      [
        url(action, [("stations", place)]),
        url(action, Array(repeating: ("stations", "id:\(from)"), count: 100)),
        url(action, stationIDs.prefix(10).map { ("stations", "id:\($0)") }),
      ]
    case "city-list/cities": texts.map { url(action, [("search", $0)], inCity: false) }
    case "news/list":
      [
        url(
          action, [("offset", "\(Int.max)"), ("limit", "\(Int.max)"), ("refresh", "true")],
          inCity: false)
      ]
    default: nil
    }
  }

  private var dates: [String] { [date, "0001-01-01", "1900-01-01", "9999-12-31"] }

  /// Texts that mean nothing, as long as a URL may be.
  private var texts: [String] {
    [
      String(repeating: "a", count: 7000), String(repeating: "ab ", count: 1500),
      String(repeating: "e\u{301}", count: 1500),
      String(repeating: "e" + String(repeating: "\u{316}\u{301}", count: 15), count: 80),
      String(repeating: "a ", count: 3500),
    ]
  }

  private var plans: [String] {
    let free = [("walk", "1000"), ("changeTime", "0")]
    let all = free + [("via", "id:\(via)")]
    let times = [
      [("first", "true")], [("last", "true")], [("arrive", "27:00")], [("depart", "00:00")],
      [("depart", "00:00"), ("until", "27:00")],
    ]
    let leastWalking = times.filter { $0.count == 1 }.map { $0 + [("by", "least-walking")] + all }
    let options = times + times.map { $0 + all } + leastWalking
    let least = [("first", "true"), ("by", "least-walking")] + free
    var plans = options.flatMap { [plan($0), plan($0, place, otherPlace)] }
    for date in dates.dropFirst() {
      plans += [plan(least, on: date), plan(least, place, otherPlace, on: date)]
    }
    plans += [
      plan([("avoid", lines)]), plan([("changeTime", "86400"), ("depart", "00:00")]),
      plan([("by", "least-walking"), ("depart", "08:00")]),
      plan([("depart", "08:00")], "@90,180", "@-90,-180"),
    ]
    for text in texts {
      plans += [plan([("via", text)]), plan([("avoid", text)]), plan([], text, text)]
    }
    return plans
  }

  private var lastTrains: [String] {
    [(from: "id:\(from)", to: "id:\(to)"), (from: place, to: otherPlace)].flatMap { ends in
      dates.map {
        url(
          "routing/lastTrain",
          [
            ("from", ends.from), ("to", ends.to), ("date", $0), ("walk", "1000"),
            ("changeTime", "0"),
          ])
      }
    }
  }

  private func plan(
    _ options: [(String, String)], _ from: String? = nil, _ to: String? = nil,
    on date: String? = nil
  ) -> String {
    url(
      "routing/plan",
      [
        ("from", from ?? "id:\(self.from)"), ("to", to ?? "id:\(self.to)"),
        ("date", date ?? self.date),
      ] + options)
  }

  private func url(
    _ action: String, _ fields: [(String, String)], inCity: Bool = true
  ) -> String {
    let fields = fields + (inCity ? [("city", city.description)] : [])
    return "metro://\(action)?"
      + fields.map {
        "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
      }
      .joined(separator: "&")
  }
}
