import Foundation
import Mediator
import Platform
import TestSupport
import Testing

/// Commands during which a call of the system fails, the process is killed, or the power is cut.
@Suite(.sharedScenarios, .enabled(if: FaultyHost.isAvailable), .timeLimit(.minutes(60)))
struct FailurePointTests {
  /// How many cases are tried for each scenario without `THOROUGH`.
  private static let sampleSize = 2

  /// Without a limit, the tests would start processes for all scenarios at the same time.
  private static let semaphore = KeyedSemaphore(limit: 2)

  @Test(arguments: FailureScenario.all)
  func `the shim records every change of the data folder`(scenario: FailureScenario) async throws {
    let prepared = try await PreparedScenarios.prepare(scenario)
    var disk = try Disk(prepared.start)
    for call in prepared.calls { disk.apply(call) }
    let (recorded, expected) = (disk.contents, try Disk(prepared.end).contents)
    #expect(Set(recorded.keys) == Set(expected.keys))
    for (path, node) in expected { #expect(recorded[path] == node, "\(path)") }
  }

  @Test(arguments: FailureScenario.all)
  func `a command that fails or is killed at any call leaves the old or the new state`(
    scenario: FailureScenario
  ) async throws {
    let prepared = try await PreparedScenarios.prepare(scenario)
    try await check(Fault.all(of: prepared.calls)) { fault in
      try await prepared.problems(after: fault)
    }
  }

  @Test(arguments: FailureScenario.all)
  func `a power cut at any call leaves the old or the new state, and at the end the new one`(
    scenario: FailureScenario
  ) async throws {
    let prepared = try await PreparedScenarios.prepare(scenario)
    try await check(Disk.powerCuts(prepared.calls, in: prepared.start)) { cut in
      try await prepared.problems(after: cut.state, isComplete: cut.isComplete).map {
        "\(cut): \($0)"
      }
    }
  }

  @Test(arguments: [
    "bookmarks", "bookmarks export", "history", "city list", "stations Trindade",
    "route Trindade Aliados", "map",
  ])
  func `on a full disk, commands that read succeed`(line: String) async throws {
    let run = try await PreparedScenarios.runOnFullDisk(
      line.split(separator: " ").map(String.init))
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.calls.allSatisfy { $0.kind != .write || $0.result < 0 })
  }

  /// Expects no problems in all cases, or in some of them.
  private func check<Case: Sendable>(
    _ cases: [Case], _ problems: @escaping @Sendable (Case) async throws -> [String]
  ) async throws {
    #expect(!cases.isEmpty)
    var random = SplitMix64(seed: 20)
    let sample =
      TestOptions.isThorough
      ? cases : Array(cases.shuffled(using: &random).prefix(Self.sampleSize))
    try await withThrowingTaskGroup { group in
      for sample in sample {
        group.addTask { try await Self.semaphore.run { try await problems(sample) } }
      }
      for try await problems in group {
        for problem in problems { Issue.record(Comment(rawValue: problem)) }
      }
    }
  }
}
