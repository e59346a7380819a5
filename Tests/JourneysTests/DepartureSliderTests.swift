import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import RoutingInterface
import Scenes
import Testing

@testable import Journeys

@Suite struct DepartureSliderTests {
  /// Two lines that meet at B. The second one ends early.
  private static let network = SampleNetwork(
    stations: [("A", []), ("B", []), ("C", []), ("D", [])],
    trips: [
      .init("1a", line: "1", "A 20:00,B 20:10,D 20:20"),
      .init("1b", line: "1", "A 22:50,B 23:00,D 23:10"),
      .init("1c", line: "1", "A 23:20,B 23:30,D 23:40"),
      .init("2a", line: "2", "B 20:15,C 20:25"), .init("2b", line: "2", "B 22:20,C 22:30"),
      .init("2c", line: "2", "B 23:10,C 23:20"), .init("3", line: "3", "A 22:00,B 22:15"),
    ])

  private static let day = CalendarDate(day: 20_000)

  private let page = Page(columns: 60)
  private let start = ServiceTime(seconds: 0)

  private func slider(
    to name: String = "C", now: String? = nil, in network: SampleNetwork = network
  ) async throws -> DepartureSlider {
    let fixture = try await JourneysFixture(network)
    let day = DayExpression(Self.day)
    let last = try await fixture.perform(
      Journeys.lastTrain, LastTrainQuery(from: "A", to: name, date: day))
    let plan = try await fixture.perform(
      Journeys.plan,
      JourneyQuery(
        from: "A", to: name, date: day, until: TimeExpression(LocalDateTime.endOfNight)))
    return DepartureSlider(
      plan.journeys, last: last, in: .sample(), today: Self.day,
      now: now.flatMap { ServiceTime($0) } ?? ServiceTime(seconds: 0))
  }

  @Test(
    arguments: [
      (nil, "20:00–20:25"), ("20:00", "20:00–20:25"), ("20:01", "22:00–22:30"),
      ("22:30", "22:50–23:20"), ("22:51", nil),
    ] as [(String?, String?)])
  func `the slider begins at the journey that leaves next`(now: String?, timeRange: String?)
    async throws
  {
    #expect(try await slider(now: now).journey?.timeRange.description == timeRange)
  }

  @Test func `each step selects another journey, and the last one is too late`() async throws {
    var slider = try await slider()
    var timeRanges: [String?] = []
    for _ in 0..<5 {
      timeRanges.append(slider.journey?.timeRange.description)
      slider.moveLater()
    }
    #expect(timeRanges == ["20:00–20:25", "22:00–22:30", "22:50–23:20", nil, nil])
    slider.moveEarlier()
    #expect(slider.journey?.timeRange.description == "22:50–23:20" && slider.isLast)
    slider.moveToFirst()
    slider.moveEarlier()
    #expect(slider.journey?.timeRange.description == "20:00–20:25" && !slider.isLast)
    slider.moveToLast()
    #expect(slider.isLast)
  }

  @Test func `the scale has a position for each journey and one after them`() async throws {
    var slider = try await slider()
    slider.moveLater()
    guard case .scale(let scale)? = DepartureSliderView.head(slider).blocks.last else {
      Issue.record("expected a scale")
      return
    }
    #expect(scale.positions == 0...3 && scale.position == 1 && "\(scale.label)" == "2 of 3")
  }

  @Test func `the slack becomes smaller towards the last train`() async throws {
    var slider = try await slider()
    #expect(
      [0, 1, 2].map { slider.slack(ofRide: $0) } == [.seconds(10_200), .seconds(10_500), nil])
    slider.moveLater()
    #expect([0, 1].map { slider.slack(ofRide: $0) } == [.seconds(3000), .seconds(3000)])
    #expect(slider.text(on: page).contains("◀ 50 min to spare"))
    slider.moveLater()
    #expect([0, 1].map { slider.slack(ofRide: $0) } == [.zero, .zero])
  }

  @Test func `the last train shows its weakest link, and then it is too late`() async throws {
    var slider = try await slider()
    slider.moveToLast()
    let last = slider.text(on: page)
    #expect(last.contains("3 of 3"))
    #expect(last.contains("23:10  ● B\n       ┃ ◀ the last train that still connects"))
    #expect(last.contains("If you miss the 23:10 at B"))
    slider.moveLater()
    let late = slider.text(on: page)
    #expect(late.contains("● ▶  too late"))
    #expect(late.contains("✗ C is no longer reachable: the last train leaves at 22:50"))
    #expect(late.contains("If you miss the 23:10 at B"))
  }

  @Test func `the last train with a price shows its weakest link, too`() async throws {
    let unpriced = try await slider()
    var slider = DepartureSlider(
      unpriced.journeys.map { $0.priced(Money(140, .example)) }, last: unpriced.last,
      in: .sample(), today: Self.day, now: start)
    slider.moveToLast()
    #expect(
      slider.text(on: page).contains(
        "23:10  ● B\n       ┃ ◀ the last train that still connects"))
  }

  @Test(arguments: [("23:59:00", 0), ("23:59:30", 0), ("23:58:59", -60)])
  func `the minute after the last departure has no seconds`(departure: String, seconds: Int)
    async throws
  {
    let network = SampleNetwork(
      stations: [("A", []), ("B", [])], trips: [.init("1", "A \(departure),B 24:10")])
    let slider = try await slider(to: "B", in: network)
    let midnight = LocalDateTime(
      date: CalendarDate(day: 20_000), time: ServiceTime(seconds: 86_400 + seconds))
    #expect(slider.afterLastDeparture == midnight.normalized)
  }

  @Test func `after the last train, the first journeys of the morning are shown`() async throws {
    let next = NextJourneys(date: CalendarDate(day: 20_001), journeys: try await slider().journeys)
    let late = DepartureSlider(
      try await slider().journeys, last: try await slider().last, in: .sample(), today: Self.day,
      now: ServiceTime(seconds: 23 * 3600), next: next)
    let text = late.text(on: page)
    #expect(text.contains("✗ C is no longer reachable: the last train left at 22:50"))
    #expect(text.contains("First trains on Sat 5 Oct:\n\n20:00–20:25"))
  }

  @Test func `of two last journeys, only the explained one shows the weakest link`() async throws {
    let last = try await self.slider().last
    let train = try #require(last.last)
    let slower = Journey(
      departure: train.departure, arrival: ServiceTime(seconds: train.arrival.seconds + 60),
      rides: train.rides,
      legs: train.legs)
    var slider = DepartureSlider(
      [train, slower], last: last, in: .sample(), today: Self.day, now: start)
    #expect(slider.text(on: page).contains("still connects"))
    slider.moveLater()
    #expect(slider.isLast && !slider.text(on: page).contains("still connects"))
  }

  @Test func `a ride after the deadline of its station has no slack`() async throws {
    let slider = try await slider()
    let deadlines = slider.last.stations.map {
      StationDeadline(place: $0.place, latest: ServiceTime(seconds: 3600))
    }
    let last = LastTrain(
      city: .builtIn, date: Self.day, from: slider.last.from, to: slider.last.to, first: nil,
      last: slider.last.last, stations: deadlines)
    #expect(!deadlines.isEmpty)
    #expect(
      DepartureSlider(slider.journeys, last: last, in: .sample(), today: Self.day, now: start)
        .slack(ofRide: 0) == nil)
  }

  @Test func `without journeys, the reason is shown`() async throws {
    var slider = DepartureSlider(
      [], last: try await self.slider().last, in: .sample(), today: Self.day, now: start)
    slider.moveLater()
    slider.moveToLast()
    #expect(slider.journey == nil && !slider.isLast && slider.position == 0)
    #expect(slider.text(on: page).hasSuffix("There is no journey."))
  }

  @Test(arguments: [24, 40, 80, 200])
  func `every position fits the page`(columns: Int) async throws {
    var slider = try await slider()
    for _ in 0...slider.journeys.count {
      let text = slider.text(on: Page(columns: columns))
      for line in text.split(separator: "\n") { #expect(String(line).columns <= columns) }
      slider.moveLater()
    }
  }
}
