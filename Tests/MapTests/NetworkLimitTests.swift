import DataSourceFixture
import DataSourceInterface
import MapInterface
import Testing

@testable import Map

@Suite struct NetworkLimitTests {
  /// A network that a map could show, except for one part of it.
  enum Network: String, CaseIterable, CustomTestStringConvertible {
    case lines, stations
    case stops = "stops of all its lines"
    case connections = "lines between neighbouring stations"

    var testDescription: String { rawValue }

    var count: Int {
      switch self {
      case .lines: 2001
      case .stations: 10_001
      case .stops: 200_002
      case .connections: 20_100
      }
    }

    var limit: Int {
      switch self {
      case .lines: 2000
      case .stations: 10_000
      case .stops: 200_000
      case .connections: 20_000
      }
    }

    var lines: [LineDetails] {
      switch self {
      case .lines: (0..<count).map { line("\($0)", 1, ["A", "B"]) }
      case .stations: [.sample("1", color: 1, courses: [(0..<count).map { "S\($0)" }])]
      case .stops:
        [.sample("1", color: 1, courses: [(0..<count).map { $0.isMultiple(of: 2) ? "A" : "B" }])]
      case .connections:
        // A track between every two of 201 stations.
        [
          .sample(
            "1", color: 1,
            courses: (0..<201).flatMap { one in (0..<one).map { ["S\(one)", "S\($0)"] } })
        ]
      }
    }
  }

  @Test(arguments: Network.allCases)
  func `a network that is too large throws an error with the limit`(network: Network)
    async throws
  {
    let fixture = try await MapFixture(network.lines, [])
    let error = MapError.networkTooLarge(
      city: "Sample", count: network.count, of: network.rawValue, limit: network.limit)
    await #expect(throws: error) { try await fixture.draw() }
  }

  @Test func `the error names the limit and what to do`() {
    let error = MapError.networkTooLarge(
      city: "Sample", count: 50_000, of: "stations", limit: 10_000)
    #expect(
      error.description
        == "'Sample' has 50000 stations; expected at most 10000 for a map; "
        + "look up single lines or stations instead")
  }
}
