import DataSourceInterface
import RoutingInterface

/// Prefers the smallest sum of change times, then the best time, then few rides.
///
/// Source: E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik
/// 1, 1959, with walking, time and rides as one cost; trains of one lane do not overtake, so that it
/// is enough to take the first.
struct LeastWalkingStrategy: JourneyStrategy {
  let day: Day

  func journeys(for question: Question) -> [Journey] {
    let ends = (day.origins(of: question.from), day.targets(of: question.to))
    guard !day.isThere(question.from, question.to) else { return [] }
    switch question.aim {
    case .leaving(let time):
      let begin = Int32(clamping: time.seconds)
      let onward = WalkingSearch(day.onward.network, until: .max)
      guard let end = onward.journey(from: ends.0, at: begin, to: ends.1)?.time else { return [] }
      let backward = WalkingSearch(day.backward.network, until: -begin)
      return backward.journey(from: ends.1, at: -end, to: ends.0).map {
        [day.journey(of: day.rides(of: $0.segments.reversed(), in: day.backward))]
      } ?? []
    case .arriving(let time):
      let backward = WalkingSearch(day.backward.network, until: 0)
      let end = Int32(clamping: time.seconds)
      guard let begin = backward.journey(from: ends.1, at: -end, to: ends.0)?.time else {
        return []
      }
      let onward = WalkingSearch(day.onward.network, until: end)
      return onward.journey(from: ends.0, at: -begin, to: ends.1).map {
        [day.journey(of: day.rides(of: $0.segments, in: day.onward))]
      } ?? []
    }
  }
}
