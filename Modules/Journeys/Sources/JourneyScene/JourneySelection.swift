import BookmarksInterface
import DataSourceInterface
import Documents
import FaresInterface
import JourneysInterface
import Mediator
import Platform
import RoutingInterface
import StationsInterface

/// The state of the Journey scene: the chosen stations and options, and the journeys of a day.
final class JourneySelection: Sendable {
  /// The city that the scene was opened with; nil for the current one.
  let city: CityID?
  let mediator: Mediator
  private let state: Lock<State>
  private let loads = KeyedSemaphore(limit: 1)
  private let subscriptions: Lock<[Subscription]> = Lock([])

  /// Creates a selection with the stations of `ends`, or with none.
  convenience init(_ ends: OriginDestination?, _ mediator: Mediator) {
    self.init(ends, city: ends?.city, mediator)
  }

  /// Creates a selection with one end in its city.
  convenience init(_ end: JourneyEnd, _ mediator: Mediator) {
    self.init(nil, city: end.city, mediator)
    choose(end.place, as: end.role == .start ? .from : .to)
  }

  private init(_ ends: OriginDestination?, city: CityID?, _ mediator: Mediator) {
    self.city = city
    var options = ends?.query.map(JourneyOptions.init(otherThanTimeAndVia:)) ?? JourneyOptions()
    if let time = ends?.time { options.time = .at(time) }
    state = Lock(
      State(
        city: city, from: ends?.from, to: ends?.to, options: options, via: ends?.query?.via))
    self.mediator = mediator
    let followed = [
      mediator.follow(CityInstalled.self) { [weak self] in self?.discardSlider(of: $0.city) },
      mediator.follow(CityRemoved.self) { [weak self] in self?.discardSlider(of: $0.city) },
      mediator.follow(TimetablePatched.self) { [weak self] in self?.reloadSlider(of: $0.city) },
    ]
    subscriptions.withLock { $0 = followed }
  }

  /// Discards the journeys of a city whose timetable has changed, or an error that it may have
  /// caused.
  private func discardSlider(of city: CityID) {
    state.withLock { state in
      guard state.slider.map({ $0.last.city == city }) ?? true else { return }
      state.discardSlider()
      state.timetableChanges += 1
    }
  }

  /// Has the journeys of a city loaded again because expected times have changed. What the person
  /// has selected stays selected, as far as it still runs.
  private func reloadSlider(of city: CityID) {
    state.withLock { state in
      guard state.slider.map({ $0.last.city == city }) ?? true else { return }
      state.discardSliderKeepingSelection()
      state.timetableChanges += 1
    }
  }

  /// What is chosen and loaded now. Values that belong together are read from one copy.
  var current: State { state.withLock(\.self) }

  /// The city of the journeys that are loaded or will be; nil for the current one.
  var shownCity: CityID? { current.city }

  /// Chooses a station, and discards the journeys of the earlier choice.
  func choose(_ place: PointOfInterest, as role: JourneyEndpoint.Role) {
    state.withLock { state in
      switch role {
      case .from: state.from = place
      case .to: state.to = place
      }
      state.city = city
      state.isRestored = false
      state.discardSlider()
      state.mustPublishSelection = true
    }
  }

  /// Chooses both ends of a journey that was planned before.
  func choose(_ entry: HistoryEntry) {
    choose(entry.from, as: .from)
    choose(entry.to, as: .to)
  }

  /// Chooses what the person did not: without any end, those of the last journey, which is no new
  /// question; before a destination, where most journeys began.
  func findEnds() async throws {
    let ends = current
    guard ends.from == nil, ends.city == nil || ends.to != nil else { return }
    let planned = try await PlannedEnds(in: ends.city, through: mediator)
    let start = ends.to.flatMap { planned.usualStart(to: $0) }
    state.withLock { state in
      // The person may have chosen something during the calls.
      guard state.from == nil, state.to == ends.to else { return }
      if state.to != nil {
        state.from = start
      } else if let last = planned.history.first {
        (state.from, state.to, state.isRestored) = (last.from, last.to, true)
      }
    }
  }

  /// The last journeys in the same city between other ends than those that are shown.
  func recentJourneys() async throws -> [HistoryEntry] {
    let current = current
    return try await PlannedEnds(in: current.city, through: mediator).history
      .filter { $0.from != current.from || $0.to != current.to }
  }

  /// Chooses other options, and discards the journeys of the earlier ones.
  func choose(_ options: JourneyOptions) {
    state.withLock { state in
      (state.options, state.via, state.isRestored) = (options, nil, false)
      state.discardSlider()
      state.mustPublishSelection = true
    }
  }

  /// The link to the journeys between the chosen ends, at the departure that the person has selected;
  /// nil until both ends are chosen.
  var link: String? {
    let current = current
    guard let (from, to) = current.ends.map({ ($0.from.reference, $0.to.reference) }) else {
      return nil
    }
    let selected =
      current.isNextDeparture
      ? nil : current.slider?.query(from: from, to: to, current.shownOptions)
    let query = selected ?? current.options.query(from: from, to: to, city: current.city)
    return try? Journeys.plan.url(for: query, scheme: mediator.scheme)
  }

  /// Moves the slider to a departure that the person selects, if it is loaded.
  func moveSlider(_ move: (inout DepartureSlider) -> Void) {
    state.withLock { state in
      guard var slider = state.slider else { return }
      move(&slider)
      (state.slider, state.isMoved) = (slider, true)
    }
    publishSelectedJourney()
  }

  /// Publishes `JourneySelected` for the journey that the slider shows, if there is one.
  private func publishSelectedJourney() {
    let current = current
    guard let (from, to) = current.ends,
      let query = current.slider?.query(from: from.reference, to: to.reference, current.options)
    else { return }
    mediator.publish(JourneySelected(query))
  }

  /// Selects the journey before, which may be the last one of the day before.
  func moveEarlier() {
    if let day = current.slider?.dayBefore { return show(.last(on: day)) }
    moveSlider { $0.moveEarlier() }
  }

  /// Selects the next journey, which may be the first one of the day after.
  func moveLater() {
    if let day = current.slider?.dayAfter { return show(.first(on: day)) }
    moveSlider { $0.moveLater() }
  }

  /// Selects the first journey of the day; during the night after it, that of the coming morning.
  func moveToFirst() {
    if let slider = current.slider, slider.isTonight { return show(.first(on: slider.today)) }
    moveSlider { $0.moveToFirst() }
  }

  /// Discards the slider, so that it is loaded again at another time, which the person selects.
  func show(_ time: JourneyOptions.Time) {
    state.withLock { state in
      state.discardSlider()
      state.options.time = time
      state.mustPublishSelection = true
    }
  }

  /// Returns the slider, and loads it if necessary; nil until both stations are chosen. Concurrent
  /// calls share the load.
  ///
  /// Publishes `JourneyPlanned` when it loads journeys between other stations than the last time,
  /// or with other options, and else `JourneySelected` when the person has chosen something.
  func slider() async throws -> DepartureSlider? {
    try await loads.run { [self] in
      do {
        return try await loadSlider()
      } catch  where !(error is CancellationError) {
        state.withLock { $0.hasFailed = true }
        throw error
      }
    }
  }

  /// Returns the slider as `slider()` does, but loads it again if it is out of date: if the clock
  /// has selected a departure and another one is the next one by now, or if other notices concern
  /// the journeys.
  func currentSlider() async throws -> DepartureSlider? {
    let current = current
    if let old = current.slider, let (from, to) = current.ends {
      let plan = try await mediator.perform(
        Journeys.plan,
        current.options.query(from: from.reference, to: to.reference, city: old.last.city))
      let isSame = plan.notices ?? [] == old.notices && plan.times?.kind == old.times?.kind
      state.withLock { state in
        // The person may have moved the slider during the call.
        guard state.slider == old else { return }
        if state.isNextDeparture && !old.isCurrent(in: plan) {
          state.discardSlider()
        } else if !isSame {
          state.discardSliderKeepingSelection()
        } else {
          state.slider?.times = plan.times
        }
      }
    }
    return try await slider()
  }

  /// Returns the slider as `slider()` does, but nil if it cannot be loaded: one section shows the
  /// error.
  func sliderIfPossible() async -> DepartureSlider? {
    let current = current
    if let slider = current.slider { return slider }
    return current.hasFailed ? nil : try? await slider()
  }

  private func loadSlider() async throws -> DepartureSlider? {
    try await findEnds()
    try await findVia()
    let selected = current
    if let slider = selected.slider { return slider }
    guard let (from, to) = selected.ends else { return nil }
    let (start, end, options) = (from.reference, to.reference, selected.options)
    let last = try await mediator.perform(
      Journeys.lastTrain, options.lastTrainQuery(from: start, to: end, city: selected.city))
    let query = options.query(from: start, to: end, city: last.city)
    let plan = try await mediator.perform(Journeys.plan, query)
    let city = try await mediator.perform(DataSource.city, CityQuery(city: last.city))
    let now = plan.nextDeparture(on: Timeline(last.date, in: city.timeZone))
    var slider = DepartureSlider(
      try await journeys(of: last, options).including(try await lastJourney(of: last)), last: last,
      times: plan.times, notices: plan.notices ?? [], in: city,
      today: options.time == .now ? plan.date : try await today(at: from, in: last.city),
      now: now, time: options.time,
      next: plan.trains.isEmpty
        ? plan.next : NextJourneys(date: plan.date, journeys: plan.trains),
      walk: plan.walk,
      hasAlternativeLeft: options.time == .now
        ? try await hasAlternativeLeft(last, next: now) : false)
    if let journey = selected.selectedJourney { slider.move(to: journey) }
    let loaded = slider
    let ends = OriginDestination(city: plan.city, from: plan.from, to: plan.to)
    let change = state.withLock { state -> (isNewQuestion: Bool, isSelected: Bool)? in
      // Something else may have been chosen during the calls, or the timetable replaced.
      guard state.from == from, state.to == to, state.options == options,
        state.timetableChanges == selected.timetableChanges
      else { return nil }
      (state.slider, state.city) = (loaded, last.city)
      state.isMoved = state.selectedJourney != nil
      state.selectedJourney = nil
      state.hasFailed = false
      let question = State.Question(
        ends: ends, options: options.keepingTypedTime(of: state.published?.options))
      defer { (state.published, state.mustPublishSelection) = (question, false) }
      return (state.published != question && !state.isRestored, state.mustPublishSelection)
    }
    guard let change else { return nil }
    if change.isNewQuestion {
      mediator.publishJourneyPlanned(plan, for: query)
    } else if change.isSelected {
      publishSelectedJourney()
    }
    return loaded
  }

  /// Looks up the station on the way of the query with which the scene was opened.
  private func findVia() async throws {
    guard let via = current.via else { return }
    let station = try await station(named: via, in: shownCity)
    state.withLock { state in
      // Other options may have been chosen during the call.
      if state.via != nil { (state.options.via, state.via) = (station, nil) }
    }
  }
}
