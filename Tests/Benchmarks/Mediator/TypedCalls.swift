import Mediator

/// Typed calls, compared with a direct `await` through an existential.
enum TypedCalls {
  static func figures() async throws -> [Figure] {
    let adder = someAdder()
    var figures: [Figure] = []
    for count in [1, 1000] {
      let mediator = try Mediator.calculator(others: count - 1)
      let actions = count == 1 ? "1 action" : "\(count) actions"
      figures.append(
        Figure(
          "typed call, \(actions), main actor", try await onMainActor(mediator, adder), "ns",
          ratio: .atMost(2.5)))
      let detached = Task.detached {
        try await Stopwatch().compare(calls(mediator), with: direct(adder))
      }
      figures.append(
        Figure(
          "typed call, \(actions), detached task", try await detached.value, "ns",
          ratio: .atMost(2.5)))
    }
    let scaling = try await Stopwatch().scaling(
      of: calls(try Mediator.calculator()), with: direct(adder))
    return figures + [
      Figure("typed calls, 2 threads for 1", scaling, "×", ratio: .atLeast(0.85))
    ]
  }

  static func calls(_ mediator: Mediator) -> Stopwatch.Work {
    { count in
      var sum = 0
      for number in 0..<count {
        sum = try await mediator.perform(Calculator.add, sum &+ number)
      }
      keep(sum)
    }
  }

  private static func direct(_ adder: any Adder) -> Stopwatch.Work {
    { count in
      var sum = 0
      for number in 0..<count { sum = try await adder.add(sum &+ number) }
      keep(sum)
    }
  }

  @MainActor
  private static func onMainActor(
    _ mediator: Mediator, _ adder: any Adder
  ) async throws -> Comparison {
    try await Stopwatch().compare(calls(mediator), with: direct(adder))
  }
}
