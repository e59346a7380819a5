import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import Mediator
import ModuleTesting
import Platform
import RoutingInterface
import ShareInterface
import Testing

@testable import Journeys

/// The events that a selection publishes: `JourneyPlanned` for each new question, and
/// `JourneySelected` for each departure that a person selects.
@Suite struct JourneyEventsTests {
  private let mediator = Mediator()
  private let selection: JourneySelection
  private let planned: Recorder<JourneyPlanned>
  private let subscription: Subscription

  init() {
    selection = JourneySelection(.sample(), mediator)
    let planned = Recorder<JourneyPlanned>()
    subscription = mediator.follow(JourneyPlanned.self) { planned.record($0) }
    self.planned = planned
  }

  /// Answers with plans that have no journeys; `beforeAnswer` runs during each call, and `asked`
  /// with the city of its query.
  private func answer(
    before beforeAnswer: @escaping @Sendable () -> Void = {},
    asked: @escaping @Sendable (CityID?) -> Void = { _ in }
  ) throws {
    @Sendable func place(_ text: String) -> PointOfInterest {
      let id = String(text.dropFirst("id:".count))
      return PointOfInterest(id: id, name: TranslatedName(id))
    }
    try mediator.answer(DataSource.city) { _ in .sample() }
    try mediator.answer(Journeys.lastTrain) { query in
      beforeAnswer()
      asked(query.city)
      return LastTrain(
        city: .builtIn, date: CalendarDate(day: 0), from: place(query.from), to: place(query.to),
        first: nil, last: nil)
    }
    try mediator.answer(Journeys.plan) { query in
      JourneyPlan(
        city: .builtIn, date: CalendarDate(day: 0), from: place(query.from), to: place(query.to),
        journeys: [])
    }
  }

  @Test(arguments: [("C", true), ("B", false)])
  func `journeys to a station that is no longer chosen are discarded`(
    chosen: String, isCurrent: Bool
  ) async throws {
    // A person chooses a station while the journeys are loaded.
    try answer { [selection] in
      selection.choose(PointOfInterest(id: chosen, name: TranslatedName(chosen)), as: .to)
    }
    #expect(try await (selection.slider() != nil) == isCurrent)
    #expect(planned.values.count == (isCurrent ? 1 : 0))
  }

  @Test func `journeys of a timetable that is replaced during the load are discarded`()
    async throws
  {
    let mediator = mediator
    let isFirst = Lock(true)
    try answer {
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if isFirst { mediator.publish(CityInstalled(city: .builtIn)) }
    }
    #expect(try await selection.slider() == nil && selection.current.slider == nil)
    #expect(planned.values.isEmpty)
    #expect(try await selection.slider() != nil && planned.values.count == 1)
  }

  @Test func `a cancelled load plans no more journeys of the day`() async throws {
    let queries = Recorder<JourneyQuery>()
    let mediator = Mediator()
    try mediator.answer(DataSource.city) { _ in .sample() }
    let (from, to) = (OriginDestination.sample().from, OriginDestination.sample().to)
    try mediator.answer(Journeys.lastTrain) { _ in
      LastTrain(
        city: .builtIn, date: CalendarDate(day: 0), from: from, to: to, first: nil, last: nil)
    }
    try mediator.answer(Journeys.plan) { query in
      queries.record(query)
      var journeys: [Journey] = []
      if case .clock(let seconds)? = query.depart {
        withUnsafeCurrentTask { $0?.cancel() }
        let times = [seconds + 600, seconds + 1200].map { ServiceTime(seconds: $0) }
        journeys = [Journey(departure: times[0], arrival: times[1], rides: 1, legs: [])]
      }
      return JourneyPlan(
        city: .builtIn, date: CalendarDate(day: 0), from: from, to: to, journeys: journeys)
    }
    let query = JourneyQuery(from: "A", to: "C", by: .leastWalking)
    let selection = JourneySelection(.sample(optionsOf: query), mediator)
    let load = Task { try await selection.slider() }
    await #expect(throws: CancellationError.self) { try await load.value }
    // The next journey, and the first one of the day.
    #expect(queries.values.count == 2)
    // Nothing is wrong with the journeys, so the other sections may load them.
    #expect(!selection.current.hasFailed)
  }

  @Test func `each new pair of stations is published once`() async throws {
    func stations() -> [String] { planned.values.map { "\($0.from.id)-\($0.to.id)" } }
    try answer()
    _ = try await selection.slider()
    #expect(stations() == ["A-C"])
    // The slider, and the same station again, are not a new question.
    selection.moveSlider { $0.moveLater() }
    _ = try await selection.slider()
    selection.show(.now)
    _ = try await selection.slider()
    selection.choose(OriginDestination.sample().to, as: .to)
    _ = try await selection.slider()
    #expect(stations() == ["A-C"])
    selection.choose(PointOfInterest(id: "B", name: "B"), as: .to)
    _ = try await selection.slider()
    #expect(stations() == ["A-C", "A-B"])
  }

  @Test func `each question with other options is published once`() async throws {
    try answer()
    _ = try await selection.slider()
    let typed = JourneyTime(
      .arrive, at: LocalDateTime(date: CalendarDate(day: 1), time: .init(seconds: 0)))
    for options in [
      JourneyOptions(avoid: "M"), JourneyOptions(time: .at(typed), avoid: "M"),
      // Another day, and then the same time again.
      JourneyOptions(time: .last(on: CalendarDate(day: 2)), avoid: "M"),
      JourneyOptions(time: .at(typed), avoid: "M"),
    ] {
      selection.choose(options)
      _ = try await selection.slider()
    }
    let queries = planned.values.map(\.query)
    #expect(queries.map(\.avoid) == [nil, "M", "M"])
    #expect(queries.map { $0.arrive != nil } == [false, false, true])
    #expect(queries.allSatisfy { $0.city == .builtIn })
  }

  @Test func `the city of the first load remains until a person chooses another station`()
    async throws
  {
    let cities = Recorder<CityID?>()
    try answer(asked: { cities.record($0) })
    let selection = JourneySelection(nil, mediator)
    func choose(_ name: String, as role: JourneyEndpoint.Role) {
      selection.choose(PointOfInterest(id: name, name: TranslatedName(name)), as: role)
    }
    choose("A", as: .from)
    choose("C", as: .to)
    _ = try await selection.slider()
    // Another process may choose another current city now.
    selection.show(.first(on: CalendarDate(day: 1)))
    #expect(selection.shownCity == .builtIn)
    _ = try await selection.slider()
    choose("B", as: .to)
    _ = try await selection.slider()
    #expect(cities.values == [nil, .builtIn, nil])
  }

  @Test func `each departure that a person selects is published, also on another day`()
    async throws
  {
    let fixture = try await JourneysFixture(.nightTrains, now: "2026-11-21T10:00:00Z")
    let selection = fixture.selection()
    _ = try await selection.slider()
    #expect(fixture.selectedDepartures.isEmpty)
    selection.moveSlider { $0.moveToFirst() }
    selection.moveLater()
    selection.moveLater()
    selection.show(.first(on: try #require(CalendarDate("2026-11-22"))))
    _ = try await selection.slider()
    #expect(
      fixture.selectedDepartures == [
        "2026-11-21 05:30", "2026-11-21 23:00", "2026-11-22 00:30", "2026-11-22 05:30",
      ])
  }

  @Test(arguments: [
    // The direct train arrives last: it leaves before the other journey, or with it.
    ["A 8:00,C 8:40", "A 8:05,B 8:15", "B 8:20,C 8:35"],
    ["A 8:00,B 8:15,C 8:40", "B 8:20,C 8:35"],
    // It arrives first, or together with the other journey.
    ["A 8:00,C 8:30", "A 8:05,B 8:15", "B 8:20,C 8:35"],
    ["A 8:00,C 8:40", "A 8:05,B 8:15", "B 8:20,C 8:40"],
  ])
  func `the selected journey is the answer to its query that arrives first`(
    trips: [String]
  ) async throws {
    let network = SampleNetwork(
      stations: [("A", []), ("B", []), ("C", [])],
      trips: trips.enumerated().map { .init("\($0)", line: "\($0)", $1) })
    let fixture = try await JourneysFixture(network, now: "2026-11-21T07:00:00Z")
    let selection = fixture.selection()
    let slider = try #require(try await selection.slider())
    #expect(slider.journeys.count == 2)
    for position in slider.journeys.indices {
      selection.moveSlider { $0.move(to: position) }
      let slider = try #require(selection.current.slider)
      let item = try ShareItem(slider, selection.current.options, scheme: "app")
      let link = try #require(item?.link)
      let published = fixture.harness.published(JourneySelected.self).last?.query
      for query in [published, try Journeys.plan.input(from: link, scheme: "app")] {
        let plan = try await fixture.perform(Journeys.plan, try #require(query))
        #expect(plan.journeys.min { $0.arrival < $1.arrival } == slider.journey)
      }
    }
  }

  @Test func `a departure that the clock selects is not published, unless the person asks for it`()
    async throws
  {
    let fixture = try await JourneysFixture(.nightTrains, now: "2026-11-21T05:00:00Z")
    let selection = fixture.selection()
    #expect(try await selection.slider()?.journey?.timeRange.description == "05:30–05:40")
    let later = try Date("2026-11-21T10:00:00Z", strategy: .iso8601)
    fixture.time.withLock { $0 = later }
    #expect(try await selection.currentSlider()?.journey?.timeRange.description == "23:00–23:10")
    #expect(fixture.selectedDepartures == [])
    selection.show(.now)
    _ = try await selection.slider()
    #expect(fixture.selectedDepartures == ["2026-11-21 23:00"])
  }

  @Test func `the next departure is published when a person clears the time`() async throws {
    let fixture = try await JourneysFixture(.nightTrains, now: "2026-11-21T05:00:00Z")
    let time = JourneyTime(.depart, at: try LocalDateTime("2026-11-21 10:00"))
    let selection = fixture.selection(.sample(at: time))
    #expect(try await selection.slider()?.journey?.timeRange.description == "23:00–23:10")
    selection.choose(JourneyOptions())
    #expect(try await selection.slider()?.journey?.timeRange.description == "05:30–05:40")
    #expect(fixture.selectedDepartures == ["2026-11-21 05:30"])
  }
}

extension JourneysFixture {
  /// The dates and times of the departures that were published.
  fileprivate var selectedDepartures: [String] {
    harness.published(JourneySelected.self).map { event in
      let (date, depart) = (event.query.date, event.query.depart)
      return "\(date.map { "\($0)" } ?? "") \(depart.map { "\($0)" } ?? "")"
    }
  }
}
