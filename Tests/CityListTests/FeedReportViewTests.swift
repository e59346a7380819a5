import Console
import DataSourceInterface
import Testing

@testable import CityList

struct FeedReportViewTests {
  private let contents = FeedReport.Contents(
    agency: "Metro", firstDate: ServiceDate(day: 20_454), lastDate: ServiceDate(day: 20_818),
    isExpired: false, stations: 3, lines: 1, trips: 12)
  private let findings = [
    FeedFinding(
      file: "stop_times.txt", problem: .unknownStop, count: 5,
      examples: [.init(line: 7, value: "X\u{1B}[2J"), .init(line: 9, value: "Y")]),
    FeedFinding(
      file: "agency.txt", problem: .unknownZone, count: 1, examples: [.init(line: nil, value: "")]),
  ]

  @Test func `a report tells what there is, and each finding with its places`() {
    let report = FeedReport(
      file: "feed.zip", refusal: nil, contents: contents, findings: findings)
    #expect(
      FeedReportView.text(report, on: Page(columns: 80)) == """
        'feed.zip' can be used.
        Metro, 3 stations, 1 line, 12 trips, 2026-01-01 – 2026-12-31

        dropped 5 × row at a stop that stops.txt does not list
          stop_times.txt:7 'X'
          stop_times.txt:9 'Y'
          and 3 more in stop_times.txt

        repaired 1 × agency without a known time zone: UTC is assumed
          agency.txt
        """)
  }

  @Test func `a report without findings says so, and a refused one why`() {
    let sound = FeedReport(file: "feed.zip", refusal: nil, contents: contents, findings: [])
    let first = FeedReportView.text(sound, on: Page(columns: 80)).split(separator: "\n").first
    #expect(first == "'feed.zip' can be used; nothing was dropped or repaired.")
    let refused = FeedReport(
      file: "feed.zip", refusal: "stops.txt is missing; expected a zip", contents: nil,
      findings: [])
    #expect(
      FeedReportView.text(refused, on: Page(columns: 80))
        == "'feed.zip' cannot be used: stops.txt is missing; expected a zip.")
  }

  @Test(arguments: FeedProblem.allCases)
  func `a report stays within a narrow page`(problem: FeedProblem) {
    let finding = FeedFinding(
      file: "calendar_dates.txt", problem: problem, count: 100_000,
      examples: [.init(line: 123_456, value: String(repeating: "x", count: 90))])
    let report = FeedReport(
      file: "feed.zip", refusal: nil, contents: contents, findings: [finding])
    let lines = FeedReportView.text(report, on: Page(columns: 40)).split(separator: "\n")
    #expect(lines.allSatisfy { String($0).columns <= 40 })
  }
}
