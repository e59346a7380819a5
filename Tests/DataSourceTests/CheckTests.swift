import DataSourceInterface
import Foundation
import Mediator
import TestSupport
import Testing

@testable import DataSource

struct CheckTests {
  private func check(_ feed: SampleFeed) async throws -> FeedReport {
    let host = try await Host()
    let file = try host.folder.write(feed.zip, to: "feed.zip")
    let report = try await host.perform(DataSource.check, FeedCheck(file: file.path))
    #expect(host.folder.files == ["feed.zip"])
    return report
  }

  @Test func `a feed is told of without being installed`() async throws {
    let report = try await check(SampleFeed())
    #expect(report.refusal == nil && report.findings == [])
    let contents = try #require(report.contents)
    #expect(contents.agency == "Metro" && contents.stations == 3 && contents.lines == 2)
    #expect(contents.trips == 2 && contents.lastDate.description == "2026-12-31")
  }

  @Test(arguments: [("20000101", true), ("99991231", false)])
  func `a feed whose last day is over can be used, and is said to be over`(
    last: String, isExpired: Bool
  ) async throws {
    let plan = "service_id,monday,start_date,end_date\nall,1,19990101,\(last)"
    let report = try await check(SampleFeed().with("calendar.txt", plan))
    #expect(report.refusal == nil && report.contents?.isExpired == isExpired)
  }

  @Test func `a feed that is refused is told of with what was found so far`() async throws {
    let report = try await check(
      SampleFeed().adding(to: "stops.txt", "A,Again,1,1,,").with("trips.txt", nil))
    #expect(report.refusal?.hasPrefix("trips.txt is missing") == true && report.contents == nil)
    #expect(report.findings.map(\.problem) == [.repeatedID])
  }

  @Test func `what is no archive is refused, and what is not there is an error`() async throws {
    let host = try await Host()
    let page = try host.folder.write(Array("<html>".utf8), to: "page.zip").path
    let report = try await host.perform(DataSource.check, FeedCheck(file: page))
    #expect(report.refusal?.hasPrefix("it is not a zip archive") == true)
    await #expect(throws: DataSourceError.missingFile("missing.zip")) {
      try await host.perform(DataSource.check, FeedCheck(file: "missing.zip"))
    }
  }

  @Test func `an installed city knows how much of its feed was dropped and repaired`() async throws
  {
    let host = try await Host()
    let feed = SampleFeed().adding(to: "stops.txt", "A,Again,1,1,,", "P,Pier,99,1,,")
    let city = try await host.install(feed, as: .named("sample"))
    #expect(city.dropped == 1 && city.repaired == 1)
    #expect(try await host.perform(DataSource.city, CityQuery(city: city.id)) == city)
  }

  @Test func `an import that nobody waits for ends, and leaves nothing`() async throws {
    let host = try await Host()
    let city = try CityID.named("sample")
    let file = try host.folder.write(SampleFeed().zip, to: "feed.zip").path
    let told = Recorder<Double>()
    let subscription = host.mediator.follow(ImportProgressed.self) { event in
      told.record(event.fraction)
      withUnsafeCurrentTask { $0?.cancel() }
    }
    let install = Task {
      try await host.perform(DataSource.install, InstallRequest(city: city, file: file))
    }
    await #expect(throws: CancellationError.self) { try await install.value }
    #expect(told.values == [0.1] && host.folder.files == ["feed.zip"])
    withExtendedLifetime(subscription) {}
  }
}
