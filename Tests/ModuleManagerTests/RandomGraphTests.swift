import ModuleManager
import TestSupport
import Testing

/// A thousand random graphs of eager modules with faults in their hooks, held against a model; two
/// hundred when nobody is thorough.
@Suite struct RandomGraphTests {
  @Test(arguments: 0..<(Thorough.isOn ? 10 : 2))
  func `whatever fails, the order is right and so is the report`(hundred: Int) async throws {
    for seed in (hundred * 100)..<(hundred * 100 + 100) {
      var random = SplitMix64(seed: seed)
      let world = World(Self.scripts(&random))
      let report = try await world.live { manager in
        try await manager.open()
        check(manager.records, of: world, seed)
        let report = await manager.stop()
        #expect(manager.records.allSatisfy { $0.state != .started }, "seed \(seed)")
        return report
      }
      check(report, of: world, seed)
      checkOrder(of: world, seed)
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

  /// Which modules start: those that start well or slowly, and whose requirements do.
  private static func starting(_ scripts: [Script]) -> Set<Int> {
    scripts.indices.reduce(into: []) { starting, number in
      let script = scripts[number]
      let isWell = [.well, .slowly].contains(script.start)
      if isWell && script.requires.allSatisfy(starting.contains) { starting.insert(number) }
    }
  }

  private func check(_ records: [ModuleRecord], of world: World, _ seed: Int) {
    let starting = Self.starting(world.scripts)
    for record in records {
      guard let number = World.names.firstIndex(of: record.manifest.name) else { continue }
      let script = world.scripts[number]
      switch record.state {
      case .started:
        #expect(starting.contains(number), "seed \(seed): \(number) is started")
      case .failed(let reason):
        let crashes = [.badly, .cancelled].contains(script.run)
        #expect(!starting.contains(number) || crashes, "seed \(seed): \(number) \(reason)")
        if script.requires.allSatisfy(starting.contains), script.start == .never {
          #expect(reason.contains("did not start within 5 s"), "seed \(seed)")
        }
      case .idle, .starting, .stopped:
        Issue.record("seed \(seed): \(number) is \(record.state)")
      }
    }
  }

  /// Every module that started has ended as its script says, and no other.
  private func check(_ report: HookReport, of world: World, _ seed: Int) {
    let starting = Self.starting(world.scripts)
    let stops = report.calls.filter { $0.hook == .stop }
    #expect(Set(stops.map(\.module)) == Set(starting.map { World.names[$0] }), "seed \(seed)")
    #expect(stops.count == starting.count, "seed \(seed)")
    for call in report.calls {
      guard let number = World.names.firstIndex(of: call.module) else { continue }
      let script = world.scripts[number]
      switch call.hook == .run ? script.run : script.stop {
      case .well, .slowly: #expect(call.outcome == .returned(isHandled: true), "seed \(seed)")
      case .badly: #expect(call.outcome == .failed("a fault"), "seed \(seed)")
      case .cancelled where call.hook == .run:
        #expect(call.outcome == .returned(isHandled: true), "seed \(seed)")
      case .cancelled: #expect(call.outcome == .failed("CancellationError()"), "seed \(seed)")
      case .never, .deaf, .waiting: #expect(call.outcome == .abandoned, "seed \(seed)")
      }
    }
    let hangingRuns = starting.filter { world.scripts[$0].run == .never }
    let abandoned = report.calls.filter { $0.hook == .run && $0.outcome == .abandoned }
    #expect(Set(abandoned.map(\.module)) == Set(hangingRuns.map { World.names[$0] }))
  }

  /// Each starts after what it requires and stops before it, both once.
  private func checkOrder(of world: World, _ seed: Int) {
    let diary = world.diary.values
    let starting = Self.starting(world.scripts)
    for (number, script) in world.scripts.enumerated() {
      let starts = diary.indices.filter { diary[$0] == "start \(number)" }
      let stops = diary.indices.filter { diary[$0] == "stop \(number)" }
      #expect(starts.count <= 1, "seed \(seed)")
      #expect(!starting.contains(number) || stops.count == 1, "seed \(seed)")
      for required in script.requires {
        if let start = starts.first {
          let before = diary[..<start].contains("start \(required)")
          #expect(before && starting.contains(required), "seed \(seed): \(number), \(required)")
        }
        if starting.contains(number), let stop = stops.first {
          #expect(diary[stop...].contains("stop \(required)"), "seed \(seed)")
        }
      }
    }
  }
}

extension Act {
  fileprivate static func random(_ random: inout SplitMix64) -> Act {
    allCases.filter { ![.deaf, .waiting].contains($0) }.randomElement(using: &random) ?? .well
  }
}
