import DataSourceInterface
import Documents
import RoutingInterface

/// The journeys by train of a day between two stations or places, one of which is selected. After
/// the last journey there is one more position, at which it is too late for all journeys.
struct DepartureSlider: Codable, Equatable {
  /// The journeys that no other dominates in departure, arrival and rides, sorted by departure.
  let journeys: [Journey]
  let last: LastTrain
  /// Where the times come from.
  var times: TimesOrigin?
  /// The notices that concern the next journeys.
  let notices: [ServiceNotice]
  let city: City
  /// The current date in the city.
  let today: CalendarDate
  /// The first journeys after the last train, if it has left.
  let next: NextJourneys?
  /// The direct walk, which is possible at any time, if it leaves now; nil where the ends are far
  /// from each other.
  let walk: Journey?
  /// The index of the selected journey; `journeys.count` when it is too late.
  private(set) var position: Int
  /// Whether the day before today is shown because its night is running.
  let isTonight: Bool
  /// Whether the last train had left when the slider was made.
  let hasLastTrainLeft: Bool
  /// Whether the alternative to the weakest link had left, too, when the slider was made.
  let hasAlternativeLeft: Bool

  /// - Parameters:
  ///   - today: The current date in the city.
  ///   - now: The departure that is next now, on the timeline of `last`.
  ///   - time: Selects the best journey for this time.
  ///   - next: The first journeys after the last train.
  ///   - walk: The direct walk.
  ///   - hasAlternativeLeft: Whether the alternative to the weakest link has left.
  init(
    _ journeys: [Journey], last: LastTrain, times: TimesOrigin? = nil,
    notices: [ServiceNotice] = [],
    in city: City, today: CalendarDate, now: ServiceTime,
    time: JourneyOptions.Time = .now, next: NextJourneys? = nil, walk: Journey? = nil,
    hasAlternativeLeft: Bool = false
  ) {
    self.journeys = journeys
    self.last = last
    self.times = times
    self.notices = notices
    self.city = city
    self.today = today
    func first(after time: ServiceTime) -> Int {
      journeys.firstIndex { $0.departure >= time } ?? journeys.count
    }
    switch time {
    case .now: position = first(after: now)
    case .at(let time):
      let wanted = Timeline(last.date, in: city.timeZone).time(at: time.local)
      position =
        switch time.bound {
        case .depart: first(after: wanted)
        case .arrive: journeys.lastIndex { $0.arrival <= wanted } ?? 0
        }
    case .first: position = 0
    case .last: position = journeys.firstOfLatest ?? 0
    }
    hasLastTrainLeft = time == .now && position == journeys.count
    isTonight = time == .now && last.date < today
    self.next = position == journeys.count ? next : nil
    self.walk = walk
    self.hasAlternativeLeft = hasAlternativeLeft
  }

  /// The selected journey; nil when it is too late.
  var journey: Journey? { position < journeys.count ? journeys[position] : nil }

  /// The departure of the selected journey; nil when it is too late.
  var departure: LocalDateTime? {
    journey.map { LocalDateTime(date: last.date, time: $0.departure).normalized }
  }

  /// The minute after the last departure; nil without journeys.
  var afterLastDeparture: LocalDateTime? {
    journeys.last.map {
      let local = LocalDateTime(date: last.date, time: $0.departure)
      let minute = local.time.seconds / 60 + 1
      return LocalDateTime(date: local.date, time: ServiceTime(seconds: 60 * minute)).normalized
    }
  }

  /// The boarding that a passenger who leaves later misses; nil where trains run all night.
  var weakestLink: WeakestLink? { last.runsAllNight ? nil : last.weakestLink }

  /// Whether no journey leaves later than the selected one.
  var isLast: Bool { journey.map { $0.departure == journeys.last?.departure } ?? false }

  /// Selects a journey by its index.
  mutating func move(to position: Int) { self.position = min(max(position, 0), journeys.count) }

  /// Selects the journey with the same trains as another one or, if it no longer runs, the first one
  /// that leaves as late.
  mutating func move(to journey: Journey) {
    func trains(_ journey: Journey) -> [String] {
      journey.legs.compactMap(\.ride).map { "\($0.serviceDate.day) \($0.trip ?? "")" }
    }
    let same = journeys.firstIndex { trains($0) == trains(journey) }
    let next = journeys.firstIndex { $0.departure >= journey.departure }
    move(to: same ?? next ?? journeys.count)
  }

  mutating func moveEarlier() { position = max(position - 1, 0) }

  mutating func moveLater() { position = min(position + 1, journeys.count) }

  mutating func moveToFirst() { position = 0 }

  mutating func moveToLast() { position = journeys.firstOfLatest ?? 0 }

  /// The day before, when the first journey is selected.
  var dayBefore: CalendarDate? { position == 0 ? CalendarDate(day: last.date.day - 1) : nil }

  /// The day after, when it is too late for all journeys. Where trains run all night, it is never
  /// too late, and the day follows the last journey.
  var dayAfter: CalendarDate? {
    let end = last.runsAllNight ? journeys.count - 1 : journeys.count
    return position >= end ? CalendarDate(day: last.date.day + 1) : nil
  }

  /// How much later than a ride, given by its number, a passenger can leave the same station and
  /// still reach the destination; nil if the last train does not pass there, or trains run all
  /// night.
  func slack(ofRide number: Int) -> Duration? {
    guard !last.runsAllNight else { return nil }
    let rides = (journey?.legs ?? []).compactMap(\.ride)
    // A deadline names the station, and a ride its platform: compare their names.
    guard number < rides.count,
      let deadline = last.stations.first(where: { $0.place.name == rides[number].from.name }),
      deadline.latest >= rides[number].departure
    else { return nil }
    return deadline.latest - rides[number].departure
  }
}

/// A ride, or a walk at an end, of the selected journey.
struct JourneyPart: Codable, Equatable {
  let journey: Journey
  /// The number of the part, counted from 0.
  let number: Int
  /// By number of the ride, the note beside its boarding.
  let notes: [Int: BoardingNote]

  /// The ride; nil for a walk.
  var ride: Ride? { journey.legs.filter { !$0.isChange }[number].ride }
}

/// One of several journeys to choose from.
struct JourneyAlternative: Codable, Equatable {
  let journey: Journey
  /// The index of the journey in the slider.
  let position: Int
  let isSelected: Bool
}

extension DepartureSlider {
  private static let maximumAlternatives = 5
  /// What a passenger who has more time need not know.
  private static let longSlack = Duration.seconds(3600)

  /// The rides of the selected journey, and its walks at the ends.
  var parts: [JourneyPart] {
    guard let journey else { return [] }
    return journey.legs.filter { !$0.isChange }.indices.map {
      JourneyPart(journey: journey, number: $0, notes: notes(on: journey))
    }
  }

  /// The selected journey, the one before it and those after it; empty if there is no choice.
  var alternatives: [JourneyAlternative] {
    guard journey != nil, journeys.count > 1 else { return [] }
    let first = max(0, min(position - 1, journeys.count - Self.maximumAlternatives))
    return (first..<min(first + Self.maximumAlternatives, journeys.count)).map {
      JourneyAlternative(journey: journeys[$0], position: $0, isSelected: $0 == position)
    }
  }

  private func notes(on journey: Journey) -> [Int: BoardingNote] {
    // `Journeys.lastTrain` answers without prices.
    let isLastTrain = isLast && last.last?.priced(nil) == journey.priced(nil)
    let pairs = (0..<journey.rides).compactMap { ride -> (Int, BoardingNote)? in
      if isLastTrain, weakestLink?.ride == ride {
        return (ride, .lastConnection)
      }
      return slack(ofRide: ride).flatMap { slack in
        // Less than a minute is nothing to spare.
        slack >= .seconds(60) && slack < Self.longSlack ? (ride, .slack(slack)) : nil
      }
    }
    return Dictionary(pairs) { first, _ in first }
  }
}

extension Leg {
  fileprivate var isChange: Bool { if case .change = self { true } else { false } }
}

extension [Journey] {
  /// The index of the first of those that leave last.
  fileprivate var firstOfLatest: Int? { firstIndex { $0.departure == last?.departure } }
}
