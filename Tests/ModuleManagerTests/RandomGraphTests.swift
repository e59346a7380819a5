import ModuleManager
import ModuleTesting
import TestSupport
import Testing

/// Compares a thousand random graphs of eager modules with failing hooks to a model (two hundred
/// without `THOROUGH`).
@Suite struct RandomGraphTests {
  @Test(arguments: 0..<(TestOptions.isThorough ? 10 : 2))
  func `the start order, the stop order and the report are correct, whatever fails`(hundred: Int)
    async throws
  {
    for seed in (hundred * 100)..<(hundred * 100 + 100) {
      var random = SplitMix64(seed: seed)
      let fixture = ModuleManagerFixture(Self.scripts(&random))
      let report = try await fixture.withManager { manager in
        try await manager.open()
        check(manager.records, of: fixture, seed)
        let report = await manager.stop()
        #expect(manager.records.allSatisfy { $0.state != .started }, "seed \(seed)")
        return report
      }
      check(report, of: fixture, seed)
      checkOrder(of: fixture, seed)
    }
  }

  private static func scripts(_ random: inout SplitMix64) -> [Script] {
    (0..<Int.random(in: 1...12, using: &random)).map { number in
      var script = Script(activation: .eager)
      script.requires = (0..<number).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      if Int.random(in: 0..<4, using: &random) == 0 { script.start = .random(&random) }
      if Int.random(in: 0..<4, using: &random) == 0 { script.run = .random(&random) }
      if Int.random(in: 0..<3, using: &random) == 0 { script.stop = .random(&random) }
      return script
    }
  }

  /// The modules whose start succeeds, and all of whose requirements do.
  private static func starting(_ scripts: [Script]) -> Set<Int> {
    scripts.indices.reduce(into: []) { starting, number in
      let script = scripts[number]
      let succeeds = [.succeeds, .succeedsSlowly].contains(script.start)
      if succeeds && script.requires.allSatisfy(starting.contains) { starting.insert(number) }
    }
  }

  private func check(_ records: [ModuleRecord], of fixture: ModuleManagerFixture, _ seed: Int) {
    let starting = Self.starting(fixture.scripts)
    for record in records {
      guard let number = ModuleManagerFixture.names.firstIndex(of: record.manifest.name) else {
        continue
      }
      let script = fixture.scripts[number]
      switch record.state {
      case .started:
        #expect(starting.contains(number), "seed \(seed): \(number) is started")
      case .failed(let reason):
        let crashes = [.fails, .cancelled].contains(script.run)
        #expect(!starting.contains(number) || crashes, "seed \(seed): \(number) \(reason)")
        if script.requires.allSatisfy(starting.contains), script.start == .exceedsDeadline {
          #expect(reason.contains("did not start within 5 s"), "seed \(seed)")
        }
      case .idle, .starting, .stopped:
        Issue.record("seed \(seed): \(number) is \(record.state)")
      }
    }
  }

  /// Checks that exactly the started modules were stopped, as their scripts say.
  private func check(_ report: HookReport, of fixture: ModuleManagerFixture, _ seed: Int) {
    let starting = Self.starting(fixture.scripts)
    let stops = report.calls.filter { $0.hook == .stop }
    #expect(
      Set(stops.map(\.module)) == Set(starting.map { ModuleManagerFixture.names[$0] }),
      "seed \(seed)")
    #expect(stops.count == starting.count, "seed \(seed)")
    for call in report.calls {
      guard let number = ModuleManagerFixture.names.firstIndex(of: call.module) else { continue }
      let script = fixture.scripts[number]
      switch call.hook == .run ? script.run : script.stop {
      case .succeeds, .succeedsSlowly:
        #expect(call.outcome == .returned, "seed \(seed)")
      case .fails: #expect(call.outcome == .failed("a fault"), "seed \(seed)")
      case .cancelled where call.hook == .run:
        #expect(call.outcome == .returned, "seed \(seed)")
      case .cancelled: #expect(call.outcome == .failed("it was cancelled"), "seed \(seed)")
      case .exceedsDeadline, .ignoresCancellation, .waitsForCancellation:
        #expect(call.outcome == .abandoned, "seed \(seed)")
      }
    }
    let hangingRuns = starting.filter { fixture.scripts[$0].run == .exceedsDeadline }
    let abandoned = report.calls.filter { $0.hook == .run && $0.outcome == .abandoned }
    #expect(Set(abandoned.map(\.module)) == Set(hangingRuns.map { ModuleManagerFixture.names[$0] }))
  }

  /// Checks that each module starts once, after its requirements, and stops once, before them.
  private func checkOrder(of fixture: ModuleManagerFixture, _ seed: Int) {
    let log = fixture.log.values
    let starting = Self.starting(fixture.scripts)
    for (number, script) in fixture.scripts.enumerated() {
      let starts = log.indices.filter { log[$0] == "start \(number)" }
      let stops = log.indices.filter { log[$0] == "stop \(number)" }
      #expect(starts.count <= 1, "seed \(seed)")
      #expect(!starting.contains(number) || stops.count == 1, "seed \(seed)")
      for required in script.requires {
        if let start = starts.first {
          let before = log[..<start].contains("start \(required)")
          #expect(before && starting.contains(required), "seed \(seed): \(number), \(required)")
        }
        if starting.contains(number), let stop = stops.first {
          #expect(log[stop...].contains("stop \(required)"), "seed \(seed)")
        }
      }
    }
  }
}

extension Behavior {
  fileprivate static func random(_ random: inout SplitMix64) -> Behavior {
    allCases.filter { ![.ignoresCancellation, .waitsForCancellation].contains($0) }.randomElement(
      using: &random) ?? .succeeds
  }
}
