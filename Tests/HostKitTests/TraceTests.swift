import Console
import Foundation
import Mediator
import Testing

@testable import HostKit

private enum Kitchen: Interface {
  static let cook = Action<String, String>(native: Kitchen.self, "cook")
  static let chop = Action<String, String>(native: Kitchen.self, "chop")
}

private struct TimerRang: Event {}

private struct BurntError: Error, CustomStringConvertible {
  let description = "it is burnt"
}

@Suite(.timeLimit(.minutes(15))) struct TraceTests {
  private let mediator = Mediator()

  init() throws {
    try mediator.answer(Kitchen.chop) { $0 }
    try mediator.answer(Kitchen.cook) { [mediator] dish in
      _ = try await mediator.perform(Kitchen.chop, "onion")
      if dish == "toast" { throw BurntError() }
      for _ in 0..<3 { mediator.publish(TimerRang()) }
      return dish
    }
  }

  /// The lines of the tree, with `t` for every duration.
  private func lines(of trace: Trace) -> [String] {
    Page(columns: 60).text(of: trace.document("dinner")).split(separator: "\n").map {
      String($0).replacing(/\ +[0-9.]+ (µs|ms|s)/, with: " t")
    }
  }

  @Test func `a call is drawn below its caller, and repeated events in one row`() async throws {
    let trace = Trace(of: mediator)
    _ = try await mediator.perform(Kitchen.cook, "soup")
    _ = try await mediator.perform(Kitchen.chop, "bread")
    #expect(
      lines(of: trace) == [
        "dinner t", "├─ kitchen/cook t", "│  ├─ kitchen/chop t", "│  └─ TimerRang × 3 t",
        "└─ kitchen/chop t",
      ])
  }

  @Test func `a failed call is drawn with its error`() async throws {
    let trace = Trace(of: mediator)
    _ = try? await mediator.perform(Kitchen.cook, "toast")
    #expect(
      lines(of: trace) == ["dinner t", "└─ kitchen/cook t  it is burnt", "   └─ kitchen/chop t"])
  }

  @Test func `the calls of a queued follower are drawn below the event`() async throws {
    let follower = mediator.follow(queued: TimerRang.self) { [mediator] _ in
      _ = try? await mediator.perform(Kitchen.chop, "salad")
    }
    let trace = Trace(of: mediator)
    await mediator.publishAndWait(TimerRang())
    #expect(lines(of: trace) == ["dinner t", "└─ TimerRang t", "   └─ kitchen/chop t"])
    // Events that have caused calls are not merged.
    await mediator.publishAndWait(TimerRang())
    #expect(
      lines(of: trace).dropFirst() == [
        "├─ TimerRang t", "│  └─ kitchen/chop t", "└─ TimerRang t", "   └─ kitchen/chop t",
      ])
    withExtendedLifetime(follower) {}
  }
}
