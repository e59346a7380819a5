import Console
import DataSourceInterface
import Documents
import Mediator
import RoutingInterface

/// Draws the last train with its weakest link, the latest time at each station, and the alternative
/// for a passenger who misses it. Where trains run all night, there is nothing to miss. A last train
/// that has left is gone, and can no longer be missed.
enum LastTrainView {
  /// The note beside the weakest link.
  static let weakestLinkNote = "◀ the last train that still connects"

  /// - Parameter clock: The clock of the city; nil to leave out the relation of the answer to it.
  static func text(
    _ answer: LastTrain, in city: City, on page: Page, at clock: CityClock? = nil
  ) -> String {
    let heading = page.heading(
      "\(answer.from.name) → \(answer.to.name)", in: city, answer.date, at: clock?.now)
    guard let last = answer.last else {
      return heading + "\n\n" + page.sentence(answer.reason ?? "there is no last train")
    }
    let first = answer.first.map { [page.paragraph("first: \($0.timeRange)", .faint)] } ?? []
    guard !answer.runsAllNight else {
      return ([heading, page.paragraph("Trains run all night, so none is the last.")] + first)
        .joined(separator: "\n\n")
    }
    let departure = LocalDateTime(date: answer.date, time: last.departure)
    let isGone = clock.map { $0.duration(until: departure) < .zero } ?? false
    let title = isGone ? goneTitle(of: last, on: page) : title(of: last, on: page)
    let link = isGone ? nil : answer.weakestLink
    let parts =
      [drawing(of: last, title: title, link, on: page), deadlines(answer, on: page)]
      + (isGone ? [] : alternative(answer, on: page))
    return ([heading] + parts + first).joined(separator: "\n\n")
  }

  private static func title(of journey: Journey, on page: Page) -> String {
    page.paragraph("last: " + journey.summary, .title)
  }

  /// The title of a journey that has left, with `gone` after it, or below it on a narrow page.
  private static func goneTitle(of journey: Journey, on page: Page) -> String {
    let words = DepartureUrgency.countdown(untilDeparture: .seconds(-1))
    let room = page.columns - "last: \(journey.summary)".columns - 3
    return title(of: journey, on: page) + (words.columns <= room ? " · " : "\n")
      + page.paint(words, DepartureUrgency.gone.style)
  }

  private static func drawing(
    of journey: Journey, title: String, _ weakestLink: WeakestLink?, on page: Page
  ) -> String {
    let notes = weakestLink.map { [$0.ride: weakestLinkNote] } ?? [:]
    let diagram = JourneyDiagram(journey, on: page, notes: notes)
    return ([title] + diagram.lines).joined(separator: "\n")
  }

  private static func deadlines(_ answer: LastTrain, on page: Page) -> String {
    var table = Table(.init("", .right), .init(isFlexible: true))
    for deadline in answer.stations {
      table.append(Text(verbatim: deadline.latest.clock, .strong), "\(deadline.place.name)")
    }
    return page.paragraph("be at the stop by:") + "\n" + table.text(on: page)
  }

  /// What a passenger who misses the weakest link can still do; empty without a weakest link, and
  /// where trains run all night.
  static func alternative(_ answer: LastTrain, on page: Page) -> [String] {
    guard !answer.runsAllNight, let link = answer.weakestLink else { return [] }
    let missing = "If you miss the \(link.departure.clock) at \(link.place.name)"
    guard let alternative = link.alternative else {
      return [page.sentence("\(missing), no later train goes towards \(answer.to.name) that day")]
    }
    let result =
      alternative.remaining.map { seconds in
        "the nearest station that you still reach is \(alternative.to.name), "
          + "\(Duration.seconds(seconds).formattedInMinutes) by train from \(answer.to.name):"
      } ?? "there is still another way:"
    return [
      page.paragraph("\(missing), \(result)") + "\n"
        + JourneyView.drawing(of: alternative.journey, on: page)
    ]
  }
}
