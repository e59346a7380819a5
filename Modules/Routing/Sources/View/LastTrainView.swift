import Console
import DataSourceInterface
import RoutingInterface

/// Draws the last train with its weakest link, how late one may be where, and what is left after it.
enum LastTrainView {
  /// What is said beside the weakest link.
  static let weakestNote = "◀ weakest link: the last train that works"

  static func text(
    _ answer: LastTrain, on page: Page, at now: ServiceMoment? = nil
  ) -> String {
    let heading = page.heading(
      "\(answer.from.name) → \(answer.to.name)", answer.city, answer.date, at: now)
    guard let last = answer.last else {
      return heading + "\n\n" + page.sentence(answer.reason ?? "there is no last train")
    }
    let first = answer.first.map { [page.paragraph("first: \($0.span)", .dim)] } ?? []
    return
      ([heading, drawn(last, answer.weakestLink, on: page), limits(of: answer, on: page)]
      + afterwards(answer, on: page) + first).joined(separator: "\n\n")
  }

  private static func drawn(
    _ journey: Journey, _ weakest: WeakestLink?, on page: Page
  ) -> String {
    let notes = weakest.map { [$0.ride: weakestNote] } ?? [:]
    let rail = JourneyRail(journey, on: page, notes: notes)
    return ([page.paint("last: " + journey.summary, .bold)] + rail.lines).joined(separator: "\n")
  }

  private static func limits(of answer: LastTrain, on page: Page) -> String {
    var table = Table(.init("be there by", .right), .init(isFlexible: true))
    for limit in answer.stations {
      table.append(Table.Cell(limit.latest.clock, .bold), "\(limit.place.name)")
    }
    return table.text(on: page)
  }

  /// What is left for those who miss the weakest link.
  static func afterwards(_ answer: LastTrain, on page: Page) -> [String] {
    guard let weakest = answer.weakestLink else { return [] }
    let missing = "Who misses the \(weakest.departure.clock) at \(weakest.place.name)"
    guard let otherwise = weakest.otherwise else {
      return [page.sentence("\(missing) gets no nearer to \(answer.to.name) that day")]
    }
    let way =
      otherwise.remaining.map { seconds in
        "still gets to \(otherwise.to.name), "
          + "at best \(Duration.seconds(seconds).inMinutes) short of \(answer.to.name):"
      } ?? "still gets there another way:"
    return [
      page.paragraph("\(missing) \(way)") + "\n" + JourneyView.drawn(otherwise.journey, on: page)
    ]
  }
}
