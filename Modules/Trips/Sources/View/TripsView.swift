import Console
import DataSourceInterface
import RoutingInterface
import Scenes
import TripsInterface

/// The layout of the list, and the line about the next trip.
enum TripsView {
  static let list = ListLayout<PlannedTrip>.table(
    .init("no.", .right) { .init("\($0.trip.id)", .faint) },
    .init("time") { .init(time(of: $0), $0.isImminent ? .warning : .plain) },
    .init("trip", isFlexible: true) { .init($0.trip.title) },
    .init(isFlexible: true) { .init($0.note ?? "", .warning) })

  /// The day, and what `line` says.
  static let next = ListLayout<PlannedTrip>.text { planned, page in
    let today = CalendarDate(day: planned.trip.time.date.day - planned.daysLeft)
    return page.paragraph(
      "\(planned.day.inWords(relativeTo: today)) \(line(NextTrip(trip: planned), on: page))",
      planned.isImminent ? .warning : .plain)
  }

  /// The heading above a trip: its day, unless it is over.
  static func group(of planned: PlannedTrip) -> ListGroup {
    guard !planned.trip.isDone else { return ListGroup("Past") }
    guard planned.isAhead else { return ListGroup("Missed", theme: .warning) }
    let today = CalendarDate(day: planned.trip.time.date.day - planned.daysLeft)
    return ListGroup(planned.day.inWords(relativeTo: today))
  }

  /// One line, for the prompt of a shell.
  static func line(_ next: NextTrip, on page: Page) -> String {
    guard let planned = next.trip else { return "no trip" }
    let wait = Duration.seconds(planned.minutesLeft * 60).formattedInMinutes
    let trip = summary(of: planned) + (planned.journey == nil ? "" : ", in \(wait)")
    return [trip, planned.note].compactMap(\.self).joined(separator: "; ").printable
  }

  /// The times and the trip in one line.
  static func summary(of planned: PlannedTrip) -> String {
    "\(time(of: planned)) \(planned.trip.title)"
  }

  static func added(_ trip: Trip) -> String { "Added '\(trip.title)' as number \(trip.id)." }
  static func changed(_ trip: Trip) -> String { "Changed '\(trip.title)'." }
  static func finished(_ trip: Trip) -> String { "Finished '\(trip.title)'." }
  static func removed(_ trip: Trip) -> String { "Removed '\(trip.title)'." }
  static func undone(_ undone: UndoneTripsChange) -> String { "Undone: \(undone.change)." }

  private static func time(of planned: PlannedTrip) -> String {
    if let journey = planned.journey {
      let times = [journey.departure, journey.arrival].map {
        LocalDateTime(date: planned.date, time: $0).time(countedFrom: planned.day).clock
      }
      return (journey.hasHeadway ? "about " : "") + times.joined(separator: "–")
    }
    let time = planned.trip.time
    return (time.bound == .arrive ? "by " : "") + time.time.clock
  }
}

extension SceneTheme {
  /// How urgent some trips are, by how many of them start within an hour.
  static func of(_ trips: [PlannedTrip]) -> SceneTheme {
    switch trips.count(where: \.isImminent) {
    case 0: .normal
    case 1, 2: .warning
    default: .critical
    }
  }
}
