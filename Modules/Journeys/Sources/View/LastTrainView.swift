import DataSourceInterface
import Documents
import Mediator
import RoutingInterface

/// The last train with its weakest link, the latest time at each station, and the alternative for a
/// passenger who misses it. Where trains run all night, there is nothing to miss. A last train that
/// has left is gone, and can no longer be missed.
enum LastTrainView {
  /// - Parameter clock: The clock of the city; nil to leave out the relation of the answer to it.
  static func document(
    _ answer: LastTrain, in city: City, at clock: CityClock? = nil
  ) -> Document {
    let title = Block.title(
      "\(answer.from.name) → \(answer.to.name)", in: city, answer.date, at: clock?.now,
      times: clock == nil ? nil : answer.times)
    let head = [title] + JourneyView.blocks(of: answer.notices)
    guard let last = answer.last else {
      return Document(
        head + [.sentence(answer.reason.map { "\($0)" } ?? "there is no last train")])
    }
    let day: LocalizedText =
      answer.firstDate == answer.date
      ? "" : ", \(answer.firstDate.inWords(today: clock?.now.date))"
    let first: [Block] =
      answer.first.map { [.paragraph("first: \($0.timeRange)\(day)", .faint)] } ?? []
    guard !answer.runsAllNight else {
      return Document(
        head + [.paragraph("Trains run all night, so none is the last.")] + first)
    }
    let isGone =
      clock.map {
        let time = $0.duration(until: last.departure, on: answer.date)
        return DepartureUrgency(untilDeparture: time, headway: last.headway) == .gone
      } ?? false
    let link = isGone ? nil : answer.weakestLink
    let parts = [drawing(of: last, isGone: isGone, link)] + deadlines(answer)
    return Document(head + parts + (isGone ? [] : alternative(answer)) + first)
  }

  private static func drawing(
    of journey: Journey, isGone: Bool, _ weakestLink: WeakestLink?
  ) -> Block {
    let gone = DepartureUrgency.gone.countdown(untilDeparture: .seconds(-1))
    let title = Text("last: \(journey.summary)", .title)
    let notes = weakestLink.map { [$0.ride: BoardingNote.lastConnection] } ?? [:]
    return .group([
      .paragraph(
        isGone ? title + .separator + Text("\(gone)", DepartureUrgency.gone.role) : title),
      .track(JourneyTrack(journey, notes: notes).track),
    ])
  }

  private static func deadlines(_ answer: LastTrain) -> [Block] {
    guard !answer.stations.isEmpty else { return [] }
    var table = Table(.init("", .right), .init(isFlexible: true))
    for deadline in answer.stations {
      table.append(
        Text(verbatim: deadline.latest.clock, .strong),
        Text(deadline.boarding.after(deadline.place.name)))
    }
    return [.group([.paragraph("be at the stop by:"), .table(table)])]
  }

  /// What a passenger who misses the weakest link can still do; empty without a weakest link, and
  /// where trains run all night.
  static func alternative(_ answer: LastTrain) -> [Block] {
    guard !answer.runsAllNight, let link = answer.weakestLink else { return [] }
    let missing: LocalizedText = "If you miss the \(link.departure.clock) at \(link.place.name)"
    guard let alternative = link.alternative else {
      return [.sentence("\(missing), no later train goes towards \(answer.to.name) that day")]
    }
    let result: LocalizedText =
      alternative.remaining.map { seconds in
        let time = Duration.seconds(seconds).formattedInMinutes
        return """
          the nearest station that you still reach is \(alternative.to.name), \(time) by train from \
          \(answer.to.name):
          """
      } ?? "there is still another way:"
    return [
      .group([.paragraph("\(missing), \(result)"), JourneyView.drawing(of: alternative.journey)])
    ]
  }
}
