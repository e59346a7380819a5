import BookmarksInterface
import DataSourceInterface
import Mediator
import RoutingInterface

/// What a person has chosen on the journey screen, and the day's journeys that follow from it.
final class JourneyChoice: Sendable {
  struct State {
    var from: Place?
    var to: Place?
    var dial: JourneyDial?
  }

  /// The city; nil for the current one.
  let city: CityID?
  private let mediator: Mediator
  private let state: Lock<State>

  /// A choice that begins with `ends`, or with nothing.
  init(_ ends: JourneyEnds?, _ mediator: Mediator) {
    city = ends?.city
    state = Lock(State(from: ends?.from, to: ends?.to))
    self.mediator = mediator
  }

  var ends: [JourneyEnd] {
    state.withLock {
      [JourneyEnd(role: .from, place: $0.from), JourneyEnd(role: .to, place: $0.to)]
    }
  }

  /// Chooses a station; the journeys are other ones then.
  func choose(_ place: Place, as role: JourneyEnd.Role) {
    state.withLock { state in
      switch role {
      case .from: state.from = place
      case .to: state.to = place
      }
      state.dial = nil
    }
  }

  /// Turns the dial, if there is one.
  func turn(_ turn: (inout JourneyDial) -> Void) {
    state.withLock { state in
      guard var dial = state.dial else { return }
      turn(&dial)
      state.dial = dial
    }
  }

  /// Goes back to the journey that leaves next.
  func turnToNow() { state.withLock { $0.dial = nil } }

  /// The dial, made anew where the choice has changed; nil until both stations are chosen.
  func dial() async throws -> JourneyDial? {
    let chosen = state.withLock { $0 }
    if let dial = chosen.dial { return dial }
    guard let from = chosen.from, let to = chosen.to else { return nil }
    let (start, end) = ("id:\(from.id)", "id:\(to.id)")
    let last = try await mediator.perform(
      Routing.lastTrain, LastTrainQuery(from: start, to: end, city: city))
    let now = try await mediator.perform(
      Routing.plan, JourneyQuery(from: start, to: end, city: last.city))
    let day = try await mediator.perform(
      Routing.plan,
      JourneyQuery(
        from: start, to: end, city: last.city, date: last.date, depart: ServiceMoment.dayBegins,
        until: TimetableStrategy.dayOfService.upperBound))
    let next = now.journeys.map(\.departure).min()
    let dial = JourneyDial(
      day.journeys, last: last, now: next ?? ServiceTime(seconds: .max))
    return state.withLock { state in
      // What was chosen while this was looked for counts.
      guard state.from == from, state.to == to else { return nil }
      state.dial = dial
      return dial
    }
  }

  /// Keeps both stations as a bookmark, and says so.
  func bookmark() async throws -> String? {
    let chosen = state.withLock { $0 }
    guard let from = chosen.from, let to = chosen.to else { return nil }
    let request = AddBookmark(
      name: "\(from.name) → \(to.name)", from: "id:\(from.id)", to: "id:\(to.id)",
      city: chosen.dial?.last.city)
    return "'\(try await mediator.perform(Bookmarks.add, request).name)' is a bookmark now."
  }
}
