import DataSourceInterface
import Documents
import Mediator
import RoutingInterface
import Scenes
import TripsInterface

/// The layout of the list, and the line about the next trip.
enum TripsView {
  /// The trips, with the commands that install their cities.
  static let list = list { planned in planned.installCommand.map { "add it with '\($0)'" } }

  /// The trips in the browser, where Enter downloads a city.
  static let choices = list { planned in planned.needsDownload ? "⏎ to add it" : nil }

  /// - Parameter remedy: What the person can do about the note on a trip.
  private static func list(
    remedy: @escaping @Sendable (PlannedTrip) -> LocalizedText?
  ) -> ListLayout<PlannedTrip> {
    @Sendable func note(of planned: PlannedTrip) -> LocalizedText {
      let arrival = planned.isUnderWay ? wait(of: planned) : nil
      let access = planned.journey?.unknownAccess?.inWords
      return [access, arrival, planned.note.map { .init(verbatim: $0) }, remedy(planned)]
        .compactMap(\.self).joined(separator: "; ")
    }
    return .table(
      from: 50,
      .init("no.", .right) { .init("\($0.trip.id)", .faint) },
      .init("time") { planned in
        .init(time(of: planned), planned.isImminent ? .warning : .plain)
          + .init(verbatim: planned.utcOffset.map { " \($0)" } ?? "", .faint)
      },
      .init("trip", isFlexible: true) { .init(verbatim: $0.trip.title) },
      .init(isFlexible: true, minimumPageWidth: 60) { .init(verbatim: $0.place ?? "", .faint) },
      .init(isFlexible: true) { .init(note(of: $0), .warning) }
    ) { narrowDocument(of: $0, note: note(of: $0)) }
  }

  /// The trip and the note below its number, for a page on which a table would cut the names.
  private static func narrowDocument(of planned: PlannedTrip, note: LocalizedText) -> Document {
    let id = "\(planned.trip.id)"
    let number = String(repeating: " ", count: max(3 - id.count, 0)) + id + "  "
    return [
      .item(
        mark: .init(verbatim: number, .faint),
        [
          .paragraph(timeAndTitle(of: planned), planned.isImminent ? .warning : .plain),
          .paragraph(note, .warning),
        ])
    ]
  }

  /// The day, the trip, and how long it is until the departure or arrival of today.
  static let next = ListLayout<PlannedTrip>.rows { planned in
    let day = planned.isUnderWay ? "on the way" : planned.relativeDay
    return [
      .paragraph(
        "\(day) \(line(of: planned, wait: wait(of: planned)))",
        planned.isImminent || planned.isUnderWay ? .warning : .plain)
    ]
  }

  /// The heading above a trip: its day, and whether it is under way or over.
  static func group(of planned: PlannedTrip) -> ListGroup {
    if planned.trip.isDone { return ListGroup("Done · \(planned.relativeDay)") }
    if planned.isUnderWay { return ListGroup("On the way", urgency: .warning) }
    guard planned.isAhead else {
      return ListGroup("Past · \(planned.relativeDay)")
    }
    return ListGroup(planned.relativeDay)
  }

  /// One line, for the prompt of a shell.
  static func line(of next: NextTrip) -> LocalizedText {
    guard let planned = next.trip else { return "no trip" }
    let day = planned.journey.map { _ in planned.relativeDay }
    return line(of: planned, wait: wait(of: planned) ?? day)
  }

  private static func line(of planned: PlannedTrip, wait: LocalizedText?) -> LocalizedText {
    let trip = [summary(of: planned), wait].compactMap(\.self).joined(separator: ", ")
    return planned.note.map { "\(trip); \($0)" } ?? trip
  }

  /// Such as `Leave in 10 min: 08:05–08:12 work: Trindade → Aliados.`
  static func reminder(_ planned: PlannedTrip) -> LocalizedText {
    let note = planned.note.map { "; \($0)" } ?? ""
    return "Leave \(inMinutes(planned.minutesLeft)): \(timeAndTitle(of: planned))\(note)."
  }

  /// That the train of a trip does not run as planned.
  static func disturbance(_ planned: PlannedTrip) -> LocalizedText {
    "\(timeAndTitle(of: planned)): \(planned.note ?? "as planned")."
  }

  /// How long it is until the arrival of a trip that is under way, or until the departure; nil
  /// without a journey, and from a day on.
  private static func wait(of planned: PlannedTrip) -> LocalizedText? {
    if planned.isUnderWay { return planned.minutesToArrival.map { "arrives \(inMinutes($0))" } }
    guard planned.journey != nil, planned.minutesLeft < 24 * 60 else { return nil }
    return inMinutes(planned.minutesLeft)
  }

  private static func inMinutes(_ minutes: Int) -> LocalizedText {
    minutes == 0 ? "now" : "in \(Duration.seconds(minutes * 60).formattedInMinutes)"
  }

  /// The times and the trip in one line.
  static func summary(of planned: PlannedTrip) -> LocalizedText {
    let access = planned.journey?.unknownAccess.map { " · \($0.inWords)" as LocalizedText } ?? ""
    return "\(timeAndTitle(of: planned))\(access)"
  }

  private static func timeAndTitle(of planned: PlannedTrip) -> LocalizedText {
    let place = placeAndOffset(of: planned).map { " (\($0))" } ?? ""
    return "\(time(of: planned)) \(planned.trip.title)\(place)"
  }

  /// - Parameter remedy: How to undo it, after a space.
  static func cleared(_ cleared: ClearedTrips, remedy: LocalizedText = "") -> LocalizedText {
    switch cleared.trips.count {
    case 0: "No trip is done or over."
    case 1: "Removed 1 past trip.\(remedy)"
    case let count: "Removed \(count) past trips.\(remedy)"
    }
  }

  static func added(_ planned: PlannedTrip) -> LocalizedText {
    "Added '\(planned.trip.title)' as number \(planned.trip.id): \(dayAndTime(of: planned))."
  }

  static func changed(_ planned: PlannedTrip) -> LocalizedText {
    "Changed '\(planned.trip.title)': \(dayAndTime(of: planned))."
  }

  /// Such as `tomorrow, Tue 24 Nov, 08:00–08:10`.
  private static func dayAndTime(of planned: PlannedTrip) -> LocalizedText {
    let days = planned.day.day - planned.today.day
    let day = planned.day.inWords(today: planned.today)
    let parts: [LocalizedText?] = [
      abs(days) <= 1 && !planned.needsDate ? RelativeDay(days: days).inWords : nil, day,
      time(of: planned), placeAndOffset(of: planned).map { .init(verbatim: $0) },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// Such as `Beijing, UTC+8`.
  private static func placeAndOffset(of planned: PlannedTrip) -> String? {
    planned.place.map { place in
      [place, planned.utcOffset].compactMap(\.self).joined(separator: ", ")
    }
  }

  static func undone(_ undone: UndoneTripsChange) -> LocalizedText { "Undone: \(undone.change)." }

  private static func time(of planned: PlannedTrip) -> LocalizedText {
    if let journey = planned.journey {
      let times = [journey.departure, journey.shownArrival].map {
        LocalDateTime(date: planned.date, time: $0).time(countedFrom: planned.day).clock
      }
      let span = times.joined(separator: "–")
      return journey.hasHeadway ? "about \(span)" : "\(span)"
    }
    let isOver = !planned.isAhead && planned.note == nil
    guard !planned.trip.isDone, !isOver else { return "\(planned.trip.departure.clock)" }
    let time = planned.trip.time
    return time.bound == .arrive ? "by \(time.time.clock)" : "\(time.time.clock)"
  }
}

extension PlannedTrip {
  /// The day of the trip in words, such as `tomorrow`; its date if that is another day elsewhere.
  fileprivate var relativeDay: LocalizedText {
    needsDate ? day.inWords(today: today) : day.inWords(relativeTo: today)
  }

  /// Today in the city.
  fileprivate var today: CalendarDate { CalendarDate(day: trip.time.date.day - daysLeft) }
}

extension Urgency {
  /// How urgent some trips are, by how many of them start within an hour.
  static func of(_ trips: [PlannedTrip]) -> Urgency {
    switch trips.count(where: \.isImminent) {
    case 0: .normal
    case 1, 2: .warning
    default: .critical
    }
  }
}
