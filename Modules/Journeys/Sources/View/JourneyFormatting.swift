import DataSourceInterface
import Documents
import Mediator
import RoutingInterface

extension Journey {
  /// `08:00–08:14 · 14 min · 1 change · EUR 1.40`, and at the end whether the journey is step-free
  /// if that was asked.
  var summary: LocalizedText {
    let parts: [LocalizedText?] = [
      timeRange, "\(clockDuration.formattedInMinutes)", changesDescription,
      fareDescription.map { "\($0)" },
      unknownAccess?.inWords,
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }
}

extension [Journey] {
  /// `08:00–08:14, 08:10–08:24`, with one `about` if all first trains run by their headways.
  /// Journeys that differ only in seconds are written once.
  var timeRanges: LocalizedText {
    let areApproximate = allSatisfy(\.hasHeadway)
    let ranges = map { journey -> LocalizedText in
      areApproximate
        ? "\(journey.departure.clock)–\(journey.shownArrival.clock)" : journey.timeRange
    }
    let distinct = ranges.indices.filter { !ranges[..<$0].contains(ranges[$0]) }
      .map { ranges[$0] }.joined(separator: ", ")
    return areApproximate ? "about \(distinct)" : distinct
  }
}

extension Block {
  /// The title of an answer with the city, the day and a note on an expired timetable, such as
  /// `Porto, Sat 21 Nov, tomorrow`.
  /// - Parameters:
  ///   - now: The current time; nil to leave out the relation of the day to today.
  ///   - time: The time on the day that was asked for, such as `from 07:00`; nil to leave it out.
  ///   - times: Where the times come from; nil to leave it out.
  static func title(
    _ title: LocalizedText, in city: City, _ date: CalendarDate, at now: LocalDateTime?,
    time: LocalizedText? = nil, times: TimesOrigin? = nil
  ) -> Block {
    let parts: [LocalizedText?] = [
      "\(city.name)", "\(date.inWords(today: now?.date))", now.flatMap(date.relation), time,
      city.expiryNote(on: date).map { "\($0)" }, city.clockNote.map { "\($0)" },
    ]
    let note = Text(parts.compactMap(\.self).joined(separator: ", "), .faint)
    return .title(title, note: times.map { note + Text(", ", .faint) + $0.inWords } ?? note)
  }
}

extension CalendarDate {
  /// How the day relates to now in words, such as `tomorrow` or `tonight`; nil for today, unless it
  /// is before 03:00, when a passenger may mean another day.
  func relation(to now: LocalDateTime) -> LocalizedText? {
    let isNight = now.nightDate != now.date
    if isNight, self == now.nightDate { return "tonight" }
    let days = day - now.date.day
    // Nobody counts a greater number of days.
    guard abs(days) <= 30, self != now.date || isNight else { return nil }
    return "\(RelativeDay(days: days))"
  }
}

extension Ride {
  /// What is known about the departure, such as `3 min late, planned 10:59` or `on time`; nil where
  /// nothing is known.
  var punctuality: Text? {
    guard isLive else { return nil }
    guard let scheduledDeparture, let delay else {
      return scheduledArrival == nil ? Text("extra train", .warning) : nil
    }
    let minutes = Int((delay / .seconds(60)).rounded(.towardZero))
    let planned = scheduledDeparture.clock
    return switch minutes {
    case 0: Text("on time", .positive)
    case 1...: Text("\(minutes) min late, planned \(planned)", .warning)
    default: Text("\(-minutes) min early, planned \(planned)", .warning)
    }
  }
}

extension Journey {
  /// What is known about the departure of the first train, unless it leaves as planned.
  var lateness: Text? {
    guard let delay, abs(delay.components.seconds) >= 60 else { return nil }
    return legs.lazy.compactMap(\.ride).first?.punctuality
  }
}

extension StopReference {
  /// The name, with that on the signs, and the platform. A text of several words says itself what
  /// it is.
  func nameWithPlatform(_ role: TextRole) -> Text {
    let name = Text(verbatim: translatedName.shownWithLocal, role)
    guard let platform else { return name }
    let isDescription = platform.contains(" ")
    return name + .separator + Text(isDescription ? "\(platform)" : "platform \(platform)", .faint)
  }
}
