import Console
import DataSourceInterface
import Documents
import RoutingInterface
import Scenes

/// Draws a departure slider: its position, and below the legs of the selected journey what a
/// passenger who misses it can do, or why there is none.
enum DepartureSliderView {
  /// The title with the day, and the position.
  static func head(_ slider: DepartureSlider, on page: Page) -> String {
    let heading = page.heading(
      "\(slider.last.from.name) → \(slider.last.to.name)", in: slider.city, slider.last.date,
      at: slider.clock)
    return ([heading] + (slider.journeys.isEmpty ? [] : [track(of: slider, on: page)]))
      .joined(separator: "\n\n")
  }

  /// The time to the last journey, the alternative to it, or why there is no journey; and the direct
  /// walk.
  static func notes(_ slider: DepartureSlider, on page: Page) -> String {
    noteParts(slider, on: page).joined(separator: "\n\n")
  }

  private static func noteParts(_ slider: DepartureSlider, on page: Page) -> [String] {
    guard !slider.journeys.isEmpty else {
      return [page.sentence(slider.last.reason ?? "there is no journey")]
        + walk(slider, on: page) + next(slider, on: page)
    }
    guard slider.journey != nil else { return tooLate(slider, on: page) }
    return (slider.isLast ? alternative(slider, on: page) : timeToLast(of: slider, on: page))
      + walk(slider, on: page)
  }

  /// `◀ ━━━━━━●─────── ▶  35 of 212`
  private static func track(of slider: DepartureSlider, on page: Page) -> String {
    let width = trackWidth(of: slider, columns: page.columns)
    let before = slider.offset(of: slider.position, onTrackOf: width)
    return page.paint("◀ ", .faint) + String(repeating: "━", count: before)
      + page.paint("●", .accent)
      + page.paint(String(repeating: "─", count: width - 1 - before) + " ▶  ", .faint)
      + slider.number
  }

  private static func trackWidth(of slider: DepartureSlider, columns: Int) -> Int {
    min(max(columns - slider.number.columns - 6, 1), 40)
  }

  /// What a press of the mouse on the slider selects.
  enum Target: Equatable {
    case earlier, later
    case position(Int)
  }

  /// The target at a point of `head`: the position that is drawn next to it, or what the arrow there
  /// means; nil beside the track.
  static func target(of point: ListPoint, on slider: DepartureSlider) -> Target? {
    let lines = head(slider, on: Page(columns: point.pageColumns)).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard point.line == lines.count - 1, !slider.journeys.isEmpty else { return nil }
    let width = trackWidth(of: slider, columns: point.pageColumns)
    switch point.column - 2 {
    case -2..<0: return .earlier
    case 0..<width:
      let position = (0...slider.journeys.count).min {
        abs(slider.offset(of: $0, onTrackOf: width) - point.column + 2)
          < abs(slider.offset(of: $1, onTrackOf: width) - point.column + 2)
      }
      return position.map(Target.position)
    case width..<width + 2: return .later
    default: return nil
    }
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
      return [page.paragraph("Trains run all night.")] + walk(slider, on: page)
        + next(slider, on: page)
    }
    let warning =
      slider.walk == nil
      ? "✗ \(slider.last.to.name) is no longer reachable\(departure)"
      : "No train is left\(departure); you can walk:"
    return [page.paragraph(warning, .warning)] + walk(slider, on: page)
      + alternative(slider, on: page) + next(slider, on: page) + dayAfter(slider, on: page)
  }

  /// How to go on to the next day.
  private static func dayAfter(_ slider: DepartureSlider, on page: Page) -> [String] {
    guard slider.next == nil, let day = slider.dayAfter else { return [] }
    return [page.paragraph("→ goes on to \(day.inWords(today: slider.today))", .faint)]
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
  /// Whether there is anything to know besides the journey that is shown.
  var hasNotes: Bool { !DepartureSliderView.notes(self, on: Page(columns: 80)).isEmpty }

  /// The current date with a time that tells whether the night of the day before is running.
  fileprivate var clock: LocalDateTime {
    LocalDateTime(date: today, time: ServiceTime(seconds: isTonight ? 0 : 12 * 3600))
  }

  /// The selected position in words, such as `35 of 212`.
  fileprivate var number: String {
    journey == nil ? end : "\(position + 1) of \(journeys.count)"
  }

  /// The column of a position on a track of some width.
  fileprivate func offset(of position: Int, onTrackOf width: Int) -> Int {
    position * (width - 1) / max(journeys.count, 1)
  }

  /// The position after the last journey, in words.
  fileprivate var end: String { last.runsAllNight ? "later" : "too late" }

  /// What leaves last. A journey from a place begins with a walk, before the train leaves.
  fileprivate var subject: String { last.from.isPlace ? "journey" : "train" }
}
