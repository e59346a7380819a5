import Console
import DataSourceInterface
import RoutingInterface

/// Draws a departure slider: its position, the selected journey with the slack at each boarding,
/// the alternative when it is too late, and the direct walk.
enum DepartureSliderView {
  static func text(_ slider: DepartureSlider, on page: Page) -> String {
    let heading = page.heading(
      "\(slider.last.from.name) → \(slider.last.to.name)", in: slider.city, slider.last.date,
      at: slider.clock)
    return ([heading] + parts(of: slider, on: page)).joined(separator: "\n\n")
  }

  private static func parts(of slider: DepartureSlider, on page: Page) -> [String] {
    guard !slider.journeys.isEmpty else {
      return [page.sentence(slider.last.reason ?? "there is no journey")]
        + walk(slider, on: page) + next(slider, on: page)
    }
    guard let journey = slider.journey else { return tooLate(slider, on: page) }
    let diagram = JourneyDiagram(journey, on: page, notes: notes(on: journey, of: slider))
    let drawing = [page.paragraph(journey.summary, .title)] + diagram.lines
    return [track(of: slider, on: page), drawing.joined(separator: "\n")]
      + (slider.isLast
        ? alternative(slider, on: page) : timeToLast(of: slider, on: page))
      + walk(slider, on: page)
  }

  /// `◀ ━━━━━━●─────── ▶  35 of 212`
  private static func track(of slider: DepartureSlider, on page: Page) -> String {
    let count = slider.journeys.count
    let number = slider.journey == nil ? slider.end : "\(slider.position + 1) of \(count)"
    let width = min(max(page.columns - number.columns - 6, 1), 40)
    let before = slider.position * (width - 1) / max(count, 1)
    return page.paint("◀ ", .faint) + String(repeating: "━", count: before)
      + page.paint("●", .accent)
      + page.paint(String(repeating: "─", count: width - 1 - before) + " ▶  ", .faint) + number
  }

  /// By number of the ride, the note beside its boarding.
  private static func notes(
    on journey: Journey, of slider: DepartureSlider
  ) -> [Int: String] {
    let pairs = (0..<journey.rides).compactMap { ride -> (Int, String)? in
      if slider.isLast, slider.last.last == journey, slider.weakestLink?.ride == ride {
        return (ride, LastTrainView.weakestLinkNote)
      }
      return slider.slack(ofRide: ride).flatMap { slack in
        slack < .seconds(3600) ? (ride, "◀ \(slack.formattedInMinutes) to spare") : nil
      }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func timeToLast(of slider: DepartureSlider, on page: Page) -> [String] {
    guard !slider.last.runsAllNight, let journey = slider.journey, let last = slider.journeys.last
    else { return [] }
    let wait = last.departure - journey.departure
    let time = "\(wait.formattedInMinutes) later, at \(last.departure.clock)"
    return [page.paragraph("the last \(slider.subject) leaves \(time)", .faint)]
  }

  private static func tooLate(_ slider: DepartureSlider, on page: Page) -> [String] {
    let verb = slider.hasLastTrainLeft ? "left" : "leaves"
    let departure =
      slider.journeys.last.map { ": the last \(slider.subject) \(verb) at \($0.departure.clock)" }
      ?? ""
    guard !slider.last.runsAllNight else {
      return [track(of: slider, on: page), page.paragraph("Trains run all night.")]
        + walk(slider, on: page) + next(slider, on: page)
    }
    let warning =
      slider.walk == nil
      ? "✗ \(slider.last.to.name) is no longer reachable\(departure)"
      : "No train is left\(departure); you can walk:"
    return [track(of: slider, on: page), page.paragraph(warning, .warning)]
      + walk(slider, on: page) + alternative(slider, on: page)
      + next(slider, on: page)
  }

  /// What a passenger who misses the last train can still do, unless it has left, too.
  private static func alternative(_ slider: DepartureSlider, on page: Page) -> [String] {
    slider.hasAlternativeLeft ? [] : LastTrainView.alternative(slider.last, on: page)
  }

  /// The direct walk, if it is possible.
  private static func walk(_ slider: DepartureSlider, on page: Page) -> [String] {
    slider.walk.map { [JourneyView.drawing(of: $0, on: page)] } ?? []
  }

  /// The first journeys after the last train, if it has left.
  private static func next(_ slider: DepartureSlider, on page: Page) -> [String] {
    guard let next = slider.next, !next.journeys.isEmpty else { return [] }
    return [page.paragraph("First trains on \(next.date.inWords(today: slider.today)):")]
      + JourneyView.drawings(of: next, on: page, at: nil)
  }
}

extension DepartureSlider {
  /// The current date with a time that tells whether the night of the day before is running.
  fileprivate var clock: LocalDateTime {
    LocalDateTime(date: today, time: ServiceTime(seconds: isTonight ? 0 : 12 * 3600))
  }

  /// The position after the last journey, in words.
  fileprivate var end: String { last.runsAllNight ? "later" : "too late" }

  /// What leaves last. A journey from a place begins with a walk, before the train leaves.
  fileprivate var subject: String { last.from.isPlace ? "journey" : "train" }
}
