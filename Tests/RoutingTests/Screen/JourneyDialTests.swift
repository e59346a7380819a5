import Console
import DataSourceInterface
import RoutingInterface
import Testing

@testable import Routing

@Suite struct JourneyDialTests {
  /// Two lines that meet at B; the second ends early.
  private static let network = SmallNetwork(
    stations: [("A", []), ("B", []), ("C", []), ("D", [])],
    trips: [
      .init("1a", line: "1", "A 20:00,B 20:10,D 20:20"),
      .init("1b", line: "1", "A 22:50,B 23:00,D 23:10"),
      .init("1c", line: "1", "A 23:20,B 23:30,D 23:40"),
      .init("2a", line: "2", "B 20:15,C 20:25"), .init("2b", line: "2", "B 22:20,C 22:30"),
      .init("2c", line: "2", "B 23:10,C 23:20"), .init("3", line: "3", "A 22:00,B 22:15"),
    ])

  private let day = Day(network.timetable(), on: ServiceDate(day: 20_000), changeTime: 120)
  private let page = Page(columns: 60)

  private func dial(to name: String = "C", now: String? = nil) -> JourneyDial {
    let (from, to) = (Self.network.station("A"), Self.network.station(name))
    let trains = TimetableStrategy(day)
    let rides = trains.last(from: from, to: to)
    let why = rides.map { LastTrainExplanation(day, $0, to: to) }
    let last = LastTrain(
      city: .builtIn, date: day.date, from: day.timetable.place(ofStation: from),
      to: day.timetable.place(ofStation: to), first: trains.first(from: from, to: to),
      last: rides.map(day.journey), stations: why?.limits ?? [], weakestLink: why?.weakestLink,
      reason: rides == nil ? "no train leaves A" : nil)
    return JourneyDial(
      trains.journeys(from: from, to: to, within: TimetableStrategy.dayOfService), last: last,
      now: now.flatMap { ServiceTime($0) })
  }

  @Test(
    arguments: [
      (nil, "20:00–20:25"), ("20:00", "20:00–20:25"), ("20:01", "22:00–22:30"),
      ("22:30", "22:50–23:20"), ("22:51", nil),
    ] as [(String?, String?)])
  func `it begins with the journey that leaves next`(now: String?, span: String?) {
    #expect(dial(now: now).journey?.span == span)
  }

  @Test func `each turn shows another journey, up to too late`() {
    var dial = dial()
    var spans: [String?] = []
    for _ in 0..<5 {
      spans.append(dial.journey?.span)
      dial.turnLater()
    }
    #expect(spans == ["20:00–20:25", "22:00–22:30", "22:50–23:20", nil, nil])
    dial.turnEarlier()
    #expect(dial.journey?.span == "22:50–23:20" && dial.isLast)
    dial.turnToFirst()
    dial.turnEarlier()
    #expect(dial.journey?.span == "20:00–20:25" && !dial.isLast)
    dial.turnToLast()
    #expect(dial.isLast)
  }

  @Test func `the nearer the last train, the less there is to spare`() {
    var dial = dial()
    #expect([0, 1, 2].map { dial.slack(ofRide: $0) } == [.seconds(10_200), .seconds(10_500), nil])
    dial.turnLater()
    #expect([0, 1].map { dial.slack(ofRide: $0) } == [.seconds(3000), .seconds(3000)])
    #expect(JourneyDialView.text(dial, on: page).contains("◀ 50 min to spare"))
    dial.turnLater()
    #expect([0, 1].map { dial.slack(ofRide: $0) } == [.zero, .zero])
  }

  @Test func `the last train shows its weakest link, and after it nothing is reachable`() {
    var dial = dial()
    dial.turnToLast()
    let last = JourneyDialView.text(dial, on: page)
    #expect(last.contains("3 of 3"))
    #expect(last.contains("23:10  ● B\n       ┃ ◀ weakest link: the last train that works"))
    #expect(last.contains("Who misses the 23:10 at B"))
    dial.turnLater()
    let late = JourneyDialView.text(dial, on: page)
    #expect(late.contains("● ▶  too late"))
    #expect(late.contains("✗ C is no longer reachable: the last train left at 22:50"))
    #expect(late.contains("Who misses the 23:10 at B"))
  }

  @Test func `of two last trains, the weakest link is that of the one explained`() throws {
    let last = dial().last
    let train = try #require(last.last)
    let slower = Journey(
      departure: train.departure, arrival: ServiceTime(seconds: train.arrival.seconds + 60),
      rides: train.rides,
      legs: train.legs)
    var dial = JourneyDial([train, slower], last: last, now: nil)
    #expect(JourneyDialView.text(dial, on: page).contains("weakest link"))
    dial.turnLater()
    #expect(dial.isLast && !JourneyDialView.text(dial, on: page).contains("weakest link"))
  }

  @Test func `a train after the last one of the way has no time to spare`() throws {
    let dial = dial()
    let early = dial.last.stations.map {
      StationLimit(place: $0.place, latest: ServiceTime(seconds: 3600))
    }
    let last = LastTrain(
      city: .builtIn, date: day.date, from: dial.last.from, to: dial.last.to, first: nil,
      last: dial.last.last, stations: early)
    #expect(!early.isEmpty)
    #expect(JourneyDial(dial.journeys, last: last, now: nil).slack(ofRide: 0) == nil)
  }

  @Test func `where nothing goes it says why`() {
    var dial = JourneyDial([], last: dial().last, now: nil)
    dial.turnLater()
    dial.turnToLast()
    #expect(dial.journey == nil && !dial.isLast && dial.position == 0)
    #expect(JourneyDialView.text(dial, on: page).hasSuffix("There is no journey."))
  }

  @Test(arguments: [24, 40, 80, 200])
  func `every turn fits its page`(columns: Int) {
    var dial = dial()
    for _ in 0...dial.journeys.count {
      let text = JourneyDialView.text(dial, on: Page(columns: columns))
      for line in text.split(separator: "\n") { #expect(String(line).columns <= columns) }
      dial.turnLater()
    }
  }
}
