import Foundation
import Mediator

/// Calls by name and by URL, with three parameters.
enum NamedCalls {
  static func figures() async throws -> [Figure] {
    let mediator = try Mediator.calculator()
    let parameters: Parameters = ["first": "12", "second": "30", "name": "Trindade"]
    var figures = [
      Figure(
        "call by names, 3 parameters, typed answer",
        try await microseconds {
          try await mediator.perform(
            target: "calculator", action: "plan", parameters: parameters, returning: Plan.self)
        }, "µs", bar: .atMost(0.8)),
      Figure(
        "call by names, 3 parameters, JSON answer: a number",
        try await microseconds {
          try await mediator.perform(target: "calculator", action: "sum", parameters: parameters)
        }, "µs", bar: .atMost(2)),
      try await objectAnswer(mediator, parameters),
    ]
    for count in [10, 1000] {
      let mediator = try Mediator.calculator(others: count - 3)
      for (place, path) in [
        ("in the query", "calculator/sum?first=12&second=30&name=Trindade"),
        ("2 of them in the path", "calculator/12/30?name=Trindade"),
      ] {
        let url = "app://" + path
        figures.append(
          Figure(
            "call by URL, 3 parameters \(place), \(mediator.urlPatterns.count) routes",
            try await microseconds {
              try await mediator.perform(url: url, returning: Int.self)
            }, "µs", bar: .atMost(1.5)))
      }
    }
    return figures
  }

  /// Compared with Foundation's encoder alone, which takes most of the time.
  private static func objectAnswer(
    _ mediator: Mediator, _ parameters: Parameters
  ) async throws -> Figure {
    let encoder = JSONEncoder()
    let plan = Plan(total: 42, name: "Trindade", isLong: false)
    let pair = try await Stopwatch().compare(
      { count in
        for _ in 0..<count {
          keep(
            try await mediator.perform(
              target: "calculator", action: "plan", parameters: parameters))
        }
      },
      with: { count in
        for _ in 0..<count { keep(try encoder.encode(plan)) }
      })
    return Figure(
      "call by names, 3 parameters, JSON answer: 3 fields",
      Comparison(value: pair.value / 1000, baseline: pair.baseline / 1000, ratio: pair.ratio), "µs",
      ratio: nil)
  }

  private static func microseconds<Output>(
    _ call: @escaping @Sendable () async throws -> Output
  ) async throws -> Double {
    try await Stopwatch().time { count in
      for _ in 0..<count { keep(try await call()) }
    } / 1000
  }
}
