import DataSourceInterface
import Documents
import Mediator
import RoutingInterface

/// A departure slider: its position, and below the legs of the selected journey what a passenger
/// who misses it can do, or why there is none.
enum DepartureSliderView {
  /// The title with the day, the notices, and the position.
  static func head(_ slider: DepartureSlider) -> Document {
    let title = Block.title(
      "\(slider.last.from.name) → \(slider.last.to.name)", in: slider.city, slider.last.date,
      at: slider.clock, times: slider.times)
    let notices = JourneyView.blocks(of: slider.notices)
    guard !slider.journeys.isEmpty else { return Document([title] + notices) }
    let scale = Scale(
      "departure", 0...slider.journeys.count, at: slider.position, label: slider.number)
    return Document([title] + notices + [.scale(scale)])
  }

  /// The time to the last journey, the alternative to it, or why there is no journey; and the
  /// direct walk.
  static func notes(_ slider: DepartureSlider) -> Document {
    guard !slider.journeys.isEmpty else {
      let reason = Block.sentence(slider.last.reason.map { "\($0)" } ?? "there is no journey")
      return Document([reason] + walk(slider) + next(slider))
    }
    guard slider.journey != nil else { return Document(tooLate(slider)) }
    return Document(
      (slider.isLast ? alternative(slider) : timeToLast(of: slider)) + walk(slider))
  }

  private static func timeToLast(of slider: DepartureSlider) -> [Block] {
    guard !slider.last.runsAllNight, let journey = slider.journey, let last = slider.journeys.last
    else { return [] }
    let wait = last.departure - journey.departure
    let time: LocalizedText = "\(wait.formattedInMinutes) later, at \(last.departure.clock)"
    return [.paragraph("the last \(slider.subject) leaves \(time)", .faint)]
  }

  private static func tooLate(_ slider: DepartureSlider) -> [Block] {
    guard !slider.last.runsAllNight else {
      return [.paragraph("Trains run all night.")] + walk(slider) + next(slider)
    }
    let last = slider.journeys.last
    // A train without a time may still come.
    let verb: LocalizedText =
      slider.hasLastTrainLeft && last?.hasHeadway != true ? "left" : "leaves"
    let rest: LocalizedText =
      last?.headway.map { ", or up to \($0.formattedInMinutes) later" } ?? ""
    let departure: LocalizedText =
      last.map { ": the last \(slider.subject) \(verb) at \($0.departureClock)\(rest)" } ?? ""
    let warning: LocalizedText =
      slider.walk == nil
      ? "✗ \(slider.last.to.name) is no longer reachable\(departure)"
      : "No train is left\(departure); you can walk:"
    return [.paragraph(warning, .warning)] + walk(slider)
      + alternative(slider) + next(slider) + dayAfter(slider)
  }

  /// How to go on to the next day.
  private static func dayAfter(_ slider: DepartureSlider) -> [Block] {
    guard slider.next == nil, let day = slider.dayAfter else { return [] }
    return [.paragraph("→ goes on to \(day.inWords(today: slider.today))", .faint)]
  }

  /// What a passenger who misses the last train can still do, unless it has left, too.
  private static func alternative(_ slider: DepartureSlider) -> [Block] {
    slider.hasAlternativeLeft ? [] : LastTrainView.alternative(slider.last)
  }

  /// The direct walk, if it is possible.
  private static func walk(_ slider: DepartureSlider) -> [Block] {
    slider.walk.map { [JourneyView.drawing(of: $0)] } ?? []
  }

  /// The first journeys after the last train, if it has left.
  private static func next(_ slider: DepartureSlider) -> [Block] {
    guard let next = slider.next, !next.journeys.isEmpty else { return [] }
    return [.paragraph("First trains on \(next.date.inWords(today: slider.today)):")]
      + JourneyView.drawings(of: next, at: nil)
  }
}

extension DepartureSlider {
  /// Whether there is anything to know besides the journey that is shown.
  var hasNotes: Bool { !DepartureSliderView.notes(self).isEmpty }

  /// The current date with a time that tells whether the night of the day before is running.
  fileprivate var clock: LocalDateTime {
    LocalDateTime(date: today, time: ServiceTime(seconds: isTonight ? 0 : 12 * 3600))
  }

  /// The selected position in words, such as `35 of 212`.
  fileprivate var number: LocalizedText {
    guard journey == nil else { return "\(position + 1) of \(journeys.count)" }
    return last.runsAllNight ? "later" : "too late"
  }

  /// What leaves last. A journey from a place begins with a walk, before the train leaves.
  fileprivate var subject: LocalizedText { last.from.isPlace ? "journey" : "train" }
}
