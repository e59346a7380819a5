import DataSourceInterface
import Foundation
import TestSupport
import Testing

@testable import metro

/// The real host, killed while it installs a city in place of another.
@Suite(.enabled(if: HostProcess.isThere && SharedData.isThere), .timeLimit(.minutes(10)))
struct KilledInstallTests {
  private let home = FileManager.default.temporaryDirectory.appending(path: "killed-\(UUID())")
  private let feeds = ["feeds/alger-2026.zip", "feeds/porto-2026.zip"].map(SharedData.path)
  /// 40, or as many as the environment asks for.
  private let moments =
    ProcessInfo.processInfo.environment["KILLED_INSTALLS"].flatMap { Int($0) } ?? 40

  private func install(_ feed: String) throws -> HostProcess {
    try HostProcess("city", "add", "town", feed, home: home)
  }

  /// How many stations the city has, as the next process sees it.
  private func stations() async throws -> Int? {
    let host = try HostProcess("city", "list", "--json", home: home)
    let end = await host.end()
    let cities = try JSONDecoder().decode([City].self, from: Data(end.output.utf8))
    return cities.first { $0.id.description == "town" }?.stations
  }

  @Test func `at every moment the old city is there or the new one, whole`() async throws {
    defer { try? FileManager.default.removeItem(at: home) }
    var random = SeededGenerator(seed: 9)
    #expect(try await install(feeds[0]).end().code == 0)
    #expect(try await stations() == 19)
    let whole = try install(feeds[1])
    _ = await whole.errors(upTo: "data-source: started")
    let began = ContinuousClock.now
    #expect(await whole.end().code == 0)
    let length = began.duration(to: .now)
    var killed = 0
    for moment in 0..<moments {
      let host = try install(feeds[moment % 2])
      _ = await host.errors(upTo: "data-source: started")
      let end = ContinuousClock.now + length * Double.random(in: 0...1, using: &random)
      while ContinuousClock.now < end {}
      host.signal(SIGKILL)
      if await host.end().code == 128 + SIGKILL { killed += 1 }
      let found = try await stations()
      #expect(found == 19 || found == 85, "moment \(moment), seed 9")
    }
    #expect(killed > moments / 4)
    #expect(try await install(feeds[0]).end().code == 0)
    #expect(try await stations() == 19)
  }
}
