import Console
import DataSourceInterface
import Documents
import Mediator
import Scenes
import StationsInterface

/// Draws the next departures of stations.
enum BoardView {
  static let departures = ListLayout<NextDepartures>.table(
    .init { .badges([Badge($0.line)]) },
    .init(isFlexible: true) { "\($0.destination)" },
    .init("", .right) { $0.cells[0] },
    .init("", .right) { $0.cells[1] },
    .init("", .right, minimumPageWidth: 50) { $0.cells[2] })

  /// The departures of several stations in one table.
  static let widget = ListLayout<StationDeparture>.table(
    .init(isFlexible: true) { "\($0.station.name)" },
    .init { .badges([Badge($0.next.line)]) },
    .init(isFlexible: true) { "\($0.next.destination)" },
    .init("", .right) { $0.next.cells[0] },
    .init("", .right, minimumPageWidth: 50) { $0.next.cells[1] })

  /// Each station with its departures, and an empty line below them.
  static let stations = ListLayout<StationBoard>.text { station, page in
    let rows = departures.text(of: station.departures, on: page)
    return text(station, departures: rows.isEmpty ? [] : [rows], on: page) + "\n"
  }

  /// The city with the time, and below it each station with its departures.
  static func text(_ board: DepartureBoard, on page: Page) -> String {
    let now = LocalDateTime(date: board.date, time: board.time)
    let head = [
      board.cityName, board.date.inWords(today: now.date), board.time.clock, board.expiryNote,
    ]
    // One table of all rows, so that the columns of all stations are aligned.
    let rows = board.stations.flatMap(\.departures)
    var lines = departures.text(of: rows, on: page).split(separator: "\n").map(String.init)[...]
    let stations = board.stations.map { station in
      let own = lines.prefix(station.departures.count)
      lines = lines.dropFirst(own.count)
      return text(station, departures: Array(own), on: page)
    }
    let heading = page.paragraph(head.compactMap(\.self).joined(separator: ", "), .faint)
    return ([heading] + stations).joined(separator: "\n\n")
  }

  private static func text(
    _ station: StationBoard, departures: [String], on page: Page
  ) -> String {
    let reason = station.reason.map { [page.paragraph($0, .faint)] } ?? []
    return ([title(of: station.station, on: page)] + reason + departures).joined(separator: "\n")
  }

  /// One line for each line and destination of a station, with clock times.
  static func lines(_ board: DepartureBoard, on page: Page) -> [String] {
    board.stations.flatMap { station in
      let name = station.station.qualifiedName
      let rows = station.departures.map { row in
        ([name, row.line.name, row.destination] + row.clocks).joined(separator: "  ").printable
      }
      return rows + (station.reason.map { ["\(name)  \($0)".printable] } ?? [])
    }
  }

  /// The name and, if the distance is known, the way to the station on foot.
  private static func title(of station: FoundStation, on page: Page) -> String {
    guard let distance = station.distance, let walk = station.walkingTime else {
      return page.paragraph(station.qualifiedName, .title)
    }
    let way = "  \(distance.asDistance), \(walk.formattedInMinutes) on foot"
    return page.paint(
      station.qualifiedName.printable.truncated(to: max(page.columns - way.columns, 8)), .title)
      + page.paint(way, .faint)
  }
}

extension NextDepartures {
  /// Three cells: the next departures; or the next one and how often trains run.
  fileprivate var cells: [Text] {
    if let headway = regularHeadway {
      return [departures[0].cell, .init("every \(headway.formattedInMinutes)"), ""]
    }
    return (0..<3).map { departures.indices.contains($0) ? departures[$0].cell : "" }
  }

  /// The departures on the clock, without the minutes until them.
  fileprivate var clocks: [String] {
    if let headway = regularHeadway {
      return ["\(departures[0].clock(after: "about ")), every \(headway.formattedInMinutes)"]
    }
    return departures.map { $0.clock(after: $0.headway == nil ? "" : "about ") }
  }

  /// The time between trains, if the feed gives only that, and another train follows within it; nil
  /// otherwise.
  private var regularHeadway: Duration? {
    guard departures.count > 1, let headway = departures[0].headway,
      departures[1].wait - departures[0].wait <= headway
    else { return nil }
    return .seconds(headway)
  }
}

extension NextDepartures.Departure {
  /// The minutes until the departure, or the clock if that is an hour or more away; `~` marks an
  /// approximate time.
  fileprivate var cell: Text {
    let mark = headway == nil ? "" : "~"
    let minutes = wait / 60
    guard minutes < 60 else { return .init(verbatim: clock(after: mark)) }
    return .init(
      minutes < 1 ? "now" : "\(mark)\(minutes) min",
      DepartureUrgency(untilDeparture: .seconds(wait)).style)
  }

  /// The time on the clock after a mark, and both after the day if that is not today.
  fileprivate func clock(after mark: String = "") -> String {
    let local = LocalDateTime(date: date, time: time).normalized
    let clock = mark + local.time.clock
    return switch daysAhead {
    case ...0: clock
    case 1...6: "\(local.date.weekdayName) \(clock)"
    default: "\(local.date.inWords(today: local.date)) \(clock)"
    }
  }
}

extension Badge {
  init(_ line: Line) {
    self.init(line.name, rgb: line.color?.rgb)
  }
}
