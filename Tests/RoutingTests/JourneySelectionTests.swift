import Console
import DataSourceFixture
import DataSourceInterface
import Foundation
import Mediator
import ModuleTesting
import RoutingInterface
import Testing

@testable import Routing

@Suite struct JourneySelectionTests {
  private static let origin = PointOfInterest(id: "A", name: "A")
  private static let destination = PointOfInterest(id: "C", name: "C")

  private let mediator = Mediator()
  private let selection: JourneySelection

  init() {
    selection = JourneySelection(
      OriginDestination(city: .builtIn, from: Self.origin, to: Self.destination), mediator)
  }

  /// Answers with plans that have no journeys; `beforeAnswer` runs during each call.
  private func answer(
    before beforeAnswer: @escaping @Sendable () -> Void = {}
  ) throws {
    @Sendable func place(_ text: String) -> PointOfInterest {
      let id = String(text.dropFirst("id:".count))
      return PointOfInterest(id: id, name: id)
    }
    try mediator.answer(DataSource.city) { _ in .sample() }
    try mediator.answer(Routing.lastTrain) { query in
      beforeAnswer()
      return LastTrain(
        city: .builtIn, date: CalendarDate(day: 0), from: place(query.from), to: place(query.to),
        first: nil, last: nil)
    }
    try mediator.answer(Routing.plan) { query in
      JourneyPlan(
        city: .builtIn, date: CalendarDate(day: 0), from: place(query.from), to: place(query.to),
        journeys: [])
    }
  }

  @Test(arguments: [("C", true), ("B", false)])
  func `journeys to a station that is no longer chosen are discarded`(
    chosen: String, isCurrent: Bool
  ) async throws {
    let planned = Recorder<JourneyPlanned>()
    let subscription = mediator.follow(JourneyPlanned.self) { planned.record($0) }
    // A person chooses a station while the journeys are loaded.
    try answer { [selection] in selection.choose(PointOfInterest(id: chosen, name: chosen), as: .to)
    }
    #expect(try await (selection.slider() != nil) == isCurrent)
    #expect(planned.values.count == (isCurrent ? 1 : 0))
    withExtendedLifetime(subscription) {}
  }

  /// Trains every day; the last one of a night belongs to the new day.
  private static let nightNetwork = SampleNetwork(
    stations: [("A", []), ("C", [])],
    trips: [
      .init("morning", "A 5:30,C 5:40"), .init("evening", "A 23:00,C 23:10"),
      .init("owl", "A 0:30,C 0:40"),
    ])

  @Test(
    arguments: [
      ("2026-11-21T10:00:00Z", "2026-11-21", "23:00–23:10", nil),
      ("2026-11-21T23:30:00Z", "2026-11-21", "00:30⁺¹–00:40⁺¹", nil),
      ("2026-11-22T00:15:00Z", "2026-11-21", "00:30⁺¹–00:40⁺¹", nil),
      ("2026-11-22T02:50:00Z", "2026-11-21", nil, "2026-11-22 05:30–05:40"),
      ("2026-11-22T03:10:00Z", "2026-11-22", "05:30–05:40", nil),
    ] as [(String, String, String?, String?)])
  func `before 03:00, the slider is that of the running night`(
    now: String, date: String, timeRange: String?, next: String?
  ) async throws {
    let fixture = try await RoutingFixture(Self.nightNetwork, now: now)
    let ends = OriginDestination(city: .builtIn, from: Self.origin, to: Self.destination)
    let slider = try #require(
      try await JourneySelection(ends, fixture.harness.mediator).slider())
    #expect(slider.last.date.description == date)
    #expect(slider.journey?.timeRange == timeRange)
    #expect(
      slider.next.map { "\($0.date) \($0.journeys.map(\.timeRange).joined())" } == next)
  }

  @Test(
    arguments: [
      (.depart, "2026-11-27", 5 * 60, "2026-11-27", "05:30–05:40"),
      (.depart, "2026-11-27", 5 * 60 + 31, "2026-11-27", "23:00–23:10"),
      (.depart, "2026-11-27", 24 * 60 + 20, "2026-11-27", "00:30⁺¹–00:40⁺¹"),
      (.depart, "2026-11-28", 20, "2026-11-27", "00:30⁺¹–00:40⁺¹"),
      (.depart, "2026-11-28", 31, "2026-11-27", nil),
      (.arrive, "2026-11-27", 23 * 60 + 9, "2026-11-27", "05:30–05:40"),
      (.arrive, "2026-11-27", 23 * 60 + 10, "2026-11-27", "23:00–23:10"),
      (.arrive, "2026-11-28", 40, "2026-11-27", "00:30⁺¹–00:40⁺¹"),
    ] as [(JourneyTime.Bound, String, Int, String, String?)])
  func `the slider starts at the date and time of the ends`(
    bound: JourneyTime.Bound, date: String, minutes: Int, service: String, timeRange: String?
  ) async throws {
    let fixture = try await RoutingFixture(Self.nightNetwork, now: "2026-11-21T23:30:00Z")
    let local = LocalDateTime(
      date: try #require(CalendarDate(date)), time: ServiceTime(seconds: minutes * 60))
    let ends = OriginDestination(
      city: .builtIn, from: Self.origin, to: Self.destination, at: JourneyTime(bound, at: local))
    let selection = JourneySelection(ends, fixture.harness.mediator)
    let slider = try #require(try await selection.slider())
    #expect(slider.last.date.description == service)
    #expect(slider.journey?.timeRange == timeRange)
    if timeRange == nil {
      #expect(slider.next?.date.description == "2026-11-28")
      let text = slider.text(on: Page(columns: 100))
      #expect(text.contains("no longer reachable: the last train leaves at 00:30⁺¹"), "\(text)")
    }
    // The key for the next departure forgets the time.
    selection.show(.now)
    #expect(try await selection.slider()?.last.date.description == "2026-11-21")
  }

  @Test func `each departure that a person selects is published, also on another day`()
    async throws
  {
    let fixture = try await RoutingFixture(Self.nightNetwork, now: "2026-11-21T10:00:00Z")
    let ends = OriginDestination(city: .builtIn, from: Self.origin, to: Self.destination)
    let selected = Recorder<String>()
    let subscription = fixture.harness.mediator.follow(JourneySelected.self) { event in
      let (date, depart) = (event.query.date, event.query.depart)
      selected.record("\(date.map { "\($0)" } ?? "") \(depart.map { "\($0)" } ?? "")")
    }
    let selection = JourneySelection(ends, fixture.harness.mediator)
    _ = try await selection.slider()
    #expect(selected.values.isEmpty)
    selection.moveSlider { $0.moveToFirst() }
    selection.moveLater()
    selection.moveLater()
    selection.show(.first(on: try #require(CalendarDate("2026-11-22"))))
    _ = try await selection.slider()
    await fixture.harness.mediator.drain()
    #expect(
      selected.values == [
        "2026-11-21 05:30", "2026-11-21 23:00", "2026-11-22 00:30", "2026-11-22 05:30",
      ])
    withExtendedLifetime(subscription) {}
  }

  @Test
  func `the options show the departure that a person selects, or that it is after the last one`()
    async throws
  {
    let fixture = try await RoutingFixture(Self.nightNetwork, now: "2026-11-21T05:00:00Z")
    let ends = OriginDestination(city: .builtIn, from: Self.origin, to: Self.destination)
    let selection = JourneySelection(ends, fixture.harness.mediator)
    _ = try await selection.slider()
    var shown: [String] = []
    for _ in 0..<4 {
      if case .at(let time) = selection.current.shownOptions.time {
        shown.append("\(time.date) \(time.time.clock)")
      } else {
        shown.append("\(selection.current.shownOptions.time)")
      }
      selection.moveLater()
    }
    #expect(shown == ["now", "2026-11-21 23:00", "2026-11-22 00:30", "2026-11-22 00:31"])
  }

  @Test func `a departure that the clock selects is not published, unless the person asks for it`()
    async throws
  {
    let fixture = try await RoutingFixture(Self.nightNetwork, now: "2026-11-21T05:00:00Z")
    let ends = OriginDestination(city: .builtIn, from: Self.origin, to: Self.destination)
    let selected = Recorder<String>()
    let subscription = fixture.harness.mediator.follow(JourneySelected.self) { event in
      selected.record(event.query.depart.map { "\($0)" } ?? "")
    }
    let selection = JourneySelection(ends, fixture.harness.mediator)
    #expect(try await selection.slider()?.journey?.timeRange == "05:30–05:40")
    let later = try Date("2026-11-21T10:00:00Z", strategy: .iso8601)
    fixture.time.withLock { $0 = later }
    #expect(try await selection.currentSlider()?.journey?.timeRange == "23:00–23:10")
    await fixture.harness.mediator.drain()
    #expect(selected.values == [])
    selection.show(.now)
    _ = try await selection.slider()
    await fixture.harness.mediator.drain()
    #expect(selected.values == ["23:00"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `the next departure is published when a person clears the time`() async throws {
    let fixture = try await RoutingFixture(Self.nightNetwork, now: "2026-11-21T05:00:00Z")
    let time = LocalDateTime(
      date: try #require(CalendarDate("2026-11-21")), time: ServiceTime(seconds: 10 * 3600))
    let ends = OriginDestination(
      city: .builtIn, from: Self.origin, to: Self.destination, at: JourneyTime(.depart, at: time))
    let selected = Recorder<String>()
    let subscription = fixture.harness.mediator.follow(JourneySelected.self) { event in
      selected.record(event.query.depart.map { "\($0)" } ?? "")
    }
    let selection = JourneySelection(ends, fixture.harness.mediator)
    #expect(try await selection.slider()?.journey?.timeRange == "23:00–23:10")
    selection.choose(JourneyOptions())
    #expect(try await selection.slider()?.journey?.timeRange == "05:30–05:40")
    await fixture.harness.mediator.drain()
    #expect(selected.values == ["05:30"])
    withExtendedLifetime(subscription) {}
  }

  /// Trains every day. After the last train to C, which leaves B at 00:38, one goes as far as D.
  private static let lateNetwork = SampleNetwork(
    stations: [("A", []), ("B", []), ("C", []), ("D", [])],
    trips: [
      .init("1a", line: "1", "A 24:28,B 24:34"), .init("1b", line: "1", "A 24:33,B 24:40"),
      .init("2a", line: "2", "B 24:38,C 24:58"), .init("3", line: "3", "B 24:43,D 24:52"),
      .init("4", line: "4", "D 6:00,C 6:05"),
    ])

  @Test(arguments: [
    ("2026-11-21T23:00:00Z", true), ("2026-11-22T00:29:00Z", true),
    ("2026-11-22T00:42:59Z", true), ("2026-11-22T00:43:01Z", false),
    ("2026-11-22T02:50:00Z", false),
  ])
  func `the alternative to the last train is shown until it has left`(
    now: String, isShown: Bool
  ) async throws {
    let fixture = try await RoutingFixture(Self.lateNetwork, now: now)
    let ends = OriginDestination(city: .builtIn, from: Self.origin, to: Self.destination)
    var slider = try #require(
      try await JourneySelection(ends, fixture.harness.mediator).slider())
    #expect(slider.last.weakestLink?.alternative?.journey.timeRange == "00:43⁺¹–00:52⁺¹")
    for move in [{ $0.moveToLast() }, { $0.moveLater() }] as [(inout DepartureSlider) -> Void] {
      move(&slider)
      let text = slider.text(on: Page(columns: 100))
      #expect(text.contains("If you miss the 00:38⁺¹ at B") == isShown, "\(text)")
    }
  }

  /// Two places, 1,001 m from each other, each beside a station. A walk takes 1,085 s.
  private static let places = [0, 0.009].map {
    PointOfInterest(at: Coordinate(latitude: 41 + $0, longitude: -8.5))
  }

  @Test(
    arguments: [
      ("10:00", "12:00–12:05", "3 of 4"), ("18:00", "23:00–23:30", "4 of 4"),
      ("23:10", nil, "No train is left: the last journey left at 23:00; you can walk:"),
    ] as [(String, String?, String)])
  func `the direct walk is shown beside the trains, and is none of them`(
    now: String, timeRange: String?, text: String
  ) async throws {
    let network = SampleNetwork(
      stations: [("A", []), ("B", [])],
      trips: [
        .init("1", "A 9:00,B 9:05"), .init("2", "A 10:00,B 10:05"), .init("3", "A 12:00,B 12:05"),
        .init("slow", "A 23:00,B 23:30"),
      ],
      positions: ["A": Self.places[0].coordinate, "B": Self.places[1].coordinate]
        .compactMapValues(\.self))
    let fixture = try await RoutingFixture(network, now: "2026-11-21T\(now):01Z")
    let ends = OriginDestination(city: .builtIn, from: Self.places[0], to: Self.places[1])
    let slider = try #require(try await JourneySelection(ends, fixture.harness.mediator).slider())
    #expect(slider.journeys.map(\.rides) == [1, 1, 1, 1])
    #expect(slider.journey?.timeRange == timeRange)
    #expect(slider.walk?.departure.clock == now && slider.next == nil)
    let drawing = slider.text(on: Page(columns: 100))
    #expect(drawing.contains(text) && drawing.contains("┊ walk "), "\(drawing)")
    #expect(!drawing.contains("no longer reachable"))
  }

  @Test func `each new pair of stations is published once`() async throws {
    let planned = Recorder<String>()
    let subscription = mediator.follow(JourneyPlanned.self) {
      planned.record("\($0.from.id)-\($0.to.id)")
    }
    try answer()
    _ = try await selection.slider()
    #expect(planned.values == ["A-C"])
    // The slider, and the same station again, are not a new question.
    selection.moveSlider { $0.moveLater() }
    _ = try await selection.slider()
    selection.show(.now)
    _ = try await selection.slider()
    selection.choose(Self.destination, as: .to)
    _ = try await selection.slider()
    #expect(planned.values == ["A-C"])
    selection.choose(PointOfInterest(id: "B", name: "B"), as: .to)
    _ = try await selection.slider()
    #expect(planned.values == ["A-C", "A-B"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `each question with other options is published once`() async throws {
    let planned = Recorder<JourneyQuery>()
    let subscription = mediator.follow(JourneyPlanned.self) { planned.record($0.query) }
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
    #expect(planned.values.map(\.avoid) == [nil, "M", "M"])
    #expect(planned.values.map { $0.arrive != nil } == [false, false, true])
    #expect(planned.values.allSatisfy { $0.city == .builtIn })
    withExtendedLifetime(subscription) {}
  }
}
