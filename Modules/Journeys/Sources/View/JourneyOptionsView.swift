import DataSourceInterface
import Documents
import Mediator
import RoutingInterface
import Scenes

/// The ends and the options of the Journey scene.
enum JourneyOptionsView {
  static let layout = ListLayout<JourneyChoice>.table(
    .init { .init(verbatim: $0.id, .faint) }, .init(isFlexible: true) { $0.cell })

  /// The options in a few words, such as `arrive 09:00 Tue 24 Nov · via Aliados`.
  static func text(_ options: JourneyOptions, today: CalendarDate?) -> LocalizedText {
    let parts: [LocalizedText?] = [
      time(options.time, today: today), options.via.map { "via \($0.name)" },
      options.avoid.map { "without \($0)" },
      options.walk.map { "walks up to \($0) m" },
      options.changeTime.map { "changes of \($0) s" }, options.preference?.description,
      options.isStepFree ? "step-free" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  private static func time(_ time: JourneyOptions.Time, today: CalendarDate?) -> LocalizedText {
    func day(_ date: CalendarDate) -> LocalizedText {
      date == today ? "" : " \(date.inWords(today: today))"
    }
    return switch time {
    case .now: "now"
    case .at(let time):
      switch time.bound {
      case .depart: "depart \(time.time.clock)\(day(time.date))"
      case .arrive: "arrive \(time.time.clock)\(day(time.date))"
      }
    case .first(let date): "first\(day(date))"
    case .last(let date): "last\(day(date))"
    }
  }
}

extension JourneyChoice {
  fileprivate var cell: Text {
    switch self {
    case .endpoint(let endpoint):
      endpoint.place.map { .init(verbatim: $0.name, .strong) } ?? .init("choose a station", .faint)
    case .options(let options, let today):
      .init(JourneyOptionsView.text(options, today: today))
    }
  }
}

extension Preference {
  fileprivate var description: LocalizedText {
    switch self {
    case .earliest: "earliest"
    case .fewestChanges: "fewest changes"
    case .leastWalking: "least walking"
    }
  }
}
