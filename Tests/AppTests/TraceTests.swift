import Console
import Foundation
import Mediator
import Testing

@testable import metro

private enum Kitchen: Interface {
  static let cook = Action<String, String>(native: Kitchen.self, "cook")
  static let chop = Action<String, String>(native: Kitchen.self, "chop")
}

private struct Rang: Event {}

private struct Burnt: Error, CustomStringConvertible {
  let description = "it is burnt"
}

@Suite struct TraceTests {
  private let mediator = Mediator()

  init() throws {
    try mediator.answer(Kitchen.chop) { $0 }
    try mediator.answer(Kitchen.cook) { [mediator] dish in
      _ = try await mediator.perform(Kitchen.chop, "onion")
      if dish == "toast" { throw Burnt() }
      for _ in 0..<3 { mediator.publish(Rang()) }
      return dish
    }
  }

  /// The tree with every duration as `t`.
  private func drawing(of trace: Trace) -> [String] {
    trace.text("dinner", on: Page(columns: 60)).split(separator: "\n").map {
      String($0).replacing(/\ +[0-9.]+ (µs|ms|s)/, with: " t")
    }
  }

  @Test func `a call stands under the call that made it, and equal events in one row`() async throws
  {
    let trace = Trace(of: mediator)
    _ = try await mediator.perform(Kitchen.cook, "soup")
    _ = try await mediator.perform(Kitchen.chop, "bread")
    #expect(
      drawing(of: trace) == [
        "dinner t", "├─ kitchen/cook t", "│  ├─ kitchen/chop t", "│  └─ Rang × 3 t",
        "└─ kitchen/chop t",
      ])
  }

  @Test func `what failed says why`() async throws {
    let trace = Trace(of: mediator)
    _ = try? await mediator.perform(Kitchen.cook, "toast")
    #expect(
      drawing(of: trace) == ["dinner t", "└─ kitchen/cook t  it is burnt", "   └─ kitchen/chop t"])
  }

  @Test func `what a queued follower does stands under the event`() async throws {
    let follower = mediator.follow(queued: Rang.self) { [mediator] _ in
      _ = try? await mediator.perform(Kitchen.chop, "salad")
    }
    let trace = Trace(of: mediator)
    await mediator.deliver(Rang())
    #expect(drawing(of: trace) == ["dinner t", "└─ Rang t", "   └─ kitchen/chop t"])
    // Two that caused something are two.
    await mediator.deliver(Rang())
    #expect(
      drawing(of: trace).dropFirst() == [
        "├─ Rang t", "│  └─ kitchen/chop t", "└─ Rang t", "   └─ kitchen/chop t",
      ])
    withExtendedLifetime(follower) {}
  }

  @Test func `a trace shows on the side what a command called`() async throws {
    let result = try await HostSession().run("--trace", "route", "id:trindade", "id:aliados")
    let names = result.errors.split(separator: "\n").map {
      String($0).replacing(/\ +[0-9.]+ (µs|ms|s)$/, with: "")
    }
    #expect(result.code == .answered)
    #expect(result.output.hasPrefix("Trindade → Aliados"))
    #expect(names.first == "route")
    #expect(names.contains("├─ routing/plan"))
    #expect(names.contains("│  ├─ data-source/timetable"))
    #expect(names.contains { $0.hasSuffix("─ JourneyPlanned") })
  }
}
