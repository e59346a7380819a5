import DataSourceInterface
import Documents
import Foundation
import Testing

@testable import DataSource

struct FeedInformationImportTests {
  private func credits(_ feed: SampleFeed) throws -> [String] {
    try feed.city().credits.map { "\($0.work); \($0.author); \($0.source ?? "-")" }
  }

  @Test func `the publisher of the feed is credited`() throws {
    let header = "feed_publisher_name,feed_publisher_url,feed_version,feed_contact_email\n"
    #expect(
      try credits(SampleFeed().with("feed_info.txt", header + "Rail,http://p.org,1.2,a@b.c"))
        == ["Sample: timetable, version 1.2; Rail; http://p.org"])
    #expect(
      try credits(SampleFeed().with("feed_info.txt", header + "Rail,,,a@b.c"))
        == ["Sample: timetable; Rail; a@b.c"])
  }

  @Test func `each organization is credited once with its roles`() throws {
    let header =
      "organization_name,is_producer,is_operator,is_authority,attribution_url,route_id,trip_id\n"
    let rows = [
      "Ana,1,0,0,http://o.org,,", "Ana,1,0,0,http://o.org,,t1", "Bus,0,1,,,1,", "Bus,0,1,,,2,",
      "City,0,1,1,,,", ",1,0,0,,,", "Ana,1,0,0,,9,", "Ana,1,0,0,,,t9",
    ]
    let feed = SampleFeed().with("attributions.txt", header + rows.joined(separator: "\n"))
    #expect(
      try credits(feed) == [
        "Sample: data; Ana; http://o.org", "Sample: trains of some lines; Bus; -",
        "Sample: trains, authority; City; -",
      ])
    let read = feed.feed
    _ = try CompiledCity(read, as: .builtIn, name: "Sample")
    #expect(
      read.diagnostics.all.map { "\($0.problem) \($0.examples[0].line ?? 0)" }
        == ["unknownRoute 8", "unknownTrip 9", "unreadableRow 7"])
  }

  @Test(
    arguments: [
      ("20260630", "2026-06-30"), ("20270630", "2026-12-31"), ("20250101", "2026-12-31"),
      ("soon", "2026-12-31"), ("", "2026-12-31"),
    ])
  func `the end of the feed ends the timetable`(end: String, last: String) throws {
    let feed = SampleFeed().with("feed_info.txt", "feed_publisher_name,feed_end_date\nRail,\(end)")
    #expect(try feed.city().days.upperBound.description == last)
  }

  @Test func `an answer about a day after the end of the feed says so`() throws {
    let feed = SampleFeed().with(
      "feed_info.txt", "feed_publisher_name,feed_end_date\nRail,20260630")
    let spring = Date(timeIntervalSince1970: 1_773_000_000)
    let city = try feed.city().city(isCurrent: true, now: spring)
    let notes = ["2026-06-30", "2026-07-01"].compactMap { CalendarDate($0) }
      .map { city.expiryNote(on: $0) }
    #expect(notes == [nil, "timetable ends 2026-06-30"])
  }
}
