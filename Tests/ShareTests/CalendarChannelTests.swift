import Foundation
import ShareInterface
import Testing

@Suite struct CalendarChannelTests {
  private static let start = ShareFixture.now + 36_000

  @Test(arguments: [
    "a\u{D4E}; b,\u{301} c\\\u{301};\u{301}", "Trindade → Aliados", "a, b; c \\ d\\n",
    "line\nbreak\r\nEND:VEVENT", "西直门 → 国贸 👩‍👩‍👧‍👦",
    String(repeating: "é西👩‍👩‍👧‍👦x", count: 100),
  ])
  func `an independent reader finds the event with its times and texts`(title: String) async throws
  {
    let event = ShareEvent(
      title: title, start: Self.start, end: Self.start + 90, place: title, notes: title)
    let item = ShareItem(title: "Trip", link: "app://routing/plan?from=A&to=B", events: [event])
    let calendar = try await ShareFixture().text(of: item, as: "ics")
    let events = try CalendarReader(Data(calendar.utf8)).events
    try #require(events.count == 1)
    let found = events[0]
    #expect(try CalendarReader.date(found["DTSTART"] ?? "") == Self.start)
    #expect(try CalendarReader.date(found["DTEND"] ?? "") == Self.start + 90)
    #expect(try CalendarReader.date(found["DTSTAMP"] ?? "") == ShareFixture.now)
    for name in ["SUMMARY", "LOCATION", "DESCRIPTION"] {
      let text = try CalendarReader.text(found[name] ?? "")
      #expect(text == title.replacing("\r\n", with: "\n"))
    }
    #expect(found["URL"] == "app://routing/plan?from=A&to=B")
  }

  @Test func `line breaks in a link add no line to the calendar`() async throws {
    let event = ShareEvent(title: "Trip", start: Self.start, end: Self.start)
    let item = ShareItem(title: "T", link: "app://x\r\nEND:VEVENT\nX:y", events: [event])
    let text = try await ShareFixture().text(of: item, as: "ics")
    let events = try CalendarReader(Data(text.utf8)).events
    #expect(events.map { $0["URL"] } == ["app://xEND:VEVENTX:y"] && events.first?["X"] == nil)
  }

  @Test func `a calendar is shown with the bytes that are written to a file`() async throws {
    let event = ShareEvent(title: "Trip", start: Self.start, end: Self.start)
    let fixture = try await ShareFixture()
    let receipt = try await fixture.share(ShareItem(title: "T", events: [event]), as: "ics")
    #expect(receipt.sentence == receipt.text)
    #expect(receipt.sentence.utf8.suffix(15).elementsEqual("END:VCALENDAR\r\n".utf8))
  }

  @Test func `the same event always has the same UID, and another event has another`() async throws
  {
    let fixture = try await ShareFixture()
    let titles = ["A", "A", "B"]
    var names: [String] = []
    for title in titles {
      let event = ShareEvent(title: title, start: Self.start, end: Self.start)
      let text = try await fixture.text(of: ShareItem(title: "T", events: [event]), as: "ics")
      let found = try #require(try CalendarReader(Data(text.utf8)).events.first)
      #expect(found["DTEND"] == nil, "an event without duration has only a start")
      names.append(try #require(found["UID"]))
    }
    #expect(names[0] == names[1] && names[1] != names[2])
  }

  @Test(
    arguments: [
      (0, -1), (-1e12, 0), (0, 1e12), (.nan, 0), (0, .infinity),
    ] as [(Double, Double)])
  func `a time that is not valid in a calendar is refused`(start: Double, end: Double) async throws
  {
    let event = ShareEvent(
      title: "Trip", start: Self.start + start, end: Self.start + end)
    let fixture = try await ShareFixture()
    await #expect(throws: ShareError.badEvent("Trip")) {
      try await fixture.share(ShareItem(title: "T", events: [event]), as: "ics")
    }
  }
}
