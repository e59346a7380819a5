import DataSourceInterface
import Documents
import Mediator
import Scenes
import StationsInterface

/// The next departures of stations.
enum BoardView {
  static let departures = ListLayout<NextDepartures>.table(
    .init { $0.cells[0] }, .init(isFlexible: true) { $0.cells[1] },
    .init("", .right) { $0.cells[2] }, .init("", .right) { $0.cells[3] },
    .init("", .right, minimumPageWidth: 50) { $0.cells[4] })

  /// The stops of a train with its times.
  static let stops = ListLayout<TrainStop>.table(
    .init { .init(verbatim: $0.time.clock, .strong) },
    .init(isFlexible: true) { "\($0.place.name)" })

  private static let columns: [Table.Column] = [
    .init(), .init(isFlexible: true), .init("", .right), .init("", .right),
    .init("", .right, minimumPageWidth: 50),
  ]

  /// The departures of several stations in one table.
  static let widget = ListLayout<StationDeparture>.table(
    .init(isFlexible: true) { "\($0.station.name)" },
    .init { $0.next.cells[0] },
    .init(isFlexible: true) { $0.next.cells[1] },
    .init("", .right) { $0.next.cells[2] },
    .init("", .right, minimumPageWidth: 50) { $0.next.shortSecondTime })

  /// Where the times come from, and the notices.
  static let status = ListLayout<BoardStatus>.detail { status in
    let times: [Block] = status.times.map { [.paragraph($0.inWords)] } ?? []
    return Document([.group(times + status.notices.map { .paragraph($0.inWords) })])
  }

  /// Each station with its departures, and an empty line below them.
  static let stations = ListLayout<StationBoard>.rows { [.table(table(of: [$0])), .line("")] }

  /// The city with the time, and below it each station with its departures.
  static func document(_ board: DepartureBoard) -> Document {
    let day = board.date.inWords(today: board.date)
    let head: [LocalizedText?] = [
      "\(board.cityName)", "\(day)", "\(board.time.clock)", board.expiryNote.map { "\($0)" },
      board.clockNote.map { "\($0)" },
    ]
    let place = Text(head.compactMap(\.self).joined(separator: ", "), .faint)
    return [
      .paragraph(board.times.map { place + Text(", ", .faint) + $0.inWords } ?? place),
      .table(table(of: board.stations)),
    ]
  }

  /// One table, so that the columns of all stations are aligned.
  private static func table(of stations: [StationBoard]) -> Table {
    var table = Table(columns)
    for station in stations {
      let reason: [Block] = station.reason.map { [.paragraph("\($0)", .faint)] } ?? []
      let notices: [Block] = (station.notices ?? []).map { .paragraph($0.inWords) }
      table.append(heading: [.group([heading(of: station.station)] + notices + reason)])
      for departures in station.departures { table.append(departures.cells) }
    }
    return table
  }

  /// One line for each line and destination of a station, with clock times.
  static func lines(_ board: DepartureBoard) -> [Text] {
    board.stations.flatMap { station in
      let name = Text(verbatim: station.station.qualifiedName)
      let rows = station.departures.map { row in
        ([name, "\(row.line.name)", Text(row.destinationInWords)] + row.clocks.map { Text($0) })
          .joined(separator: "  ")
      }
      return rows + (station.reason.map { [name + "  " + Text(verbatim: $0)] } ?? [])
    }
  }

  /// The name and, if the distance is known, the way to the station on foot.
  private static func heading(of station: FoundStation) -> Block {
    let way = station.distance.flatMap { distance in
      station.walkingTime.map { walk in
        Text("\(distance.asDistance), \(walk.formattedInMinutes) on foot", .faint)
      }
    }
    return .heading("\(station.nameOnSigns)", note: way)
  }
}

extension NextDepartures {
  /// The badge of the line, the destination, and three cells: the next departures; or the next one
  /// and how often trains run.
  fileprivate var cells: [Text] {
    [.badges([Badge(line)]), Text(destinationInWords) + cancellations] + times
  }

  /// Such as `, 10:52 cancelled`; empty for none.
  private var cancellations: Text {
    guard let first = cancelled.first else { return "" }
    let others: LocalizedText = cancelled.count > 1 ? " and \(cancelled.count - 1) more" : ""
    return ", " + Text("\(first.clock(after: ""))", .struck)
      + Text("\(others) cancelled", .critical)
  }

  /// Such as `Elm, to board, ask the driver`.
  fileprivate var destinationInWords: LocalizedText { boarding.after(destination) }

  private var times: [Text] {
    if let headway = regularHeadway {
      return [cell(0), "every \(headway.formattedInMinutes)", ""]
    }
    return (0..<3).map { departures.indices.contains($0) ? cell($0) : "" }
  }

  /// The second departure without its lateness, because the names of the stations need the width.
  /// The time is the expected one.
  fileprivate var shortSecondTime: Text {
    guard regularHeadway == nil else { return cells[3] }
    return departures.count > 1 ? time(1) : ""
  }

  /// The minutes until a departure, and how late it is.
  private func cell(_ index: Int) -> Text { time(index) + departures[index].delay }

  /// The minutes until a departure.
  private func time(_ index: Int) -> Text {
    let waits = departures.map(\.wait)
    // The departure after the last one of a full board is unknown.
    let next = index + 1 < waits.count ? waits[index + 1] - waits[index] : nil
    let gap = next ?? (index == 2 ? waits[2] - waits[1] : departures[index].headway)
    return departures[index].time(next: gap.map { .seconds($0) })
  }

  /// The departures on the clock, without the minutes until them.
  fileprivate var clocks: [LocalizedText] {
    if let headway = regularHeadway {
      return ["\(departures[0].clockInWords), every \(headway.formattedInMinutes)"]
    }
    return departures.map(\.clockInWords)
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
  /// - Parameter next: The time from the departure to the next one; nil if there is none.
  fileprivate func time(next: Duration?) -> Text {
    let mark = headway == nil ? "" : "~"
    let minutes = wait / 60
    guard minutes < 60 else { return Text(clock(after: "\(mark)")) }
    return Text(
      minutes < 1 ? "now" : "\(mark)\(minutes) min",
      DepartureUrgency(untilDeparture: .seconds(wait), next: next).role)
  }

  /// Such as ` (3 late)`; empty where the train leaves in the minute of the timetable, or nothing
  /// is known.
  fileprivate var delay: Text {
    switch delayInMinutes {
    case 0: ""
    case 1...: Text(" (\(delayInMinutes) late)", .warning)
    default: Text(" (\(-delayInMinutes) early)", .warning)
    }
  }

  /// The time on the clock, after `about` if it is approximate.
  fileprivate var clockInWords: LocalizedText { clock(after: headway == nil ? "" : "about ") }

  /// The time on the clock after a mark, and both after the day if that is not today.
  fileprivate func clock(after mark: LocalizedText) -> LocalizedText {
    let local = LocalDateTime(date: date, time: time).normalized
    let clock: LocalizedText = "\(mark)\(local.time.clock)"
    return switch daysAhead {
    case ...0: clock
    case 1...6: "\(local.date.weekdayName) \(clock)"
    default: "\(local.date.inWords(today: local.date)) \(clock)"
    }
  }
}

/// What is to be known about the departures of a station.
struct BoardStatus: Codable, Equatable {
  let times: TimesOrigin?
  let notices: [ServiceNotice]

  init(_ board: DepartureBoard) {
    times = board.times
    notices = board.stations.first?.notices ?? []
  }
}
