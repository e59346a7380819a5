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
            target: "calculator", action: "plan", parameters: parameters, answering: Plan.self)
        }, "µs", bar: .atMost(0.8)),
      Figure(
        "call by names, 3 parameters, JSON answer",
        try await microseconds {
          try await mediator.perform(
            target: "calculator", action: "plan", parameters: parameters)
        }, "µs", bar: .atMost(2)),
    ]
    for count in [10, 1000] {
      let mediator = try Mediator.calculator(others: count - 3)
      precondition(mediator.routes.count == count)
      figures += [
        Figure(
          "call by URL, 3 parameters in the query, \(count) routes",
          try await microseconds {
            try await mediator.perform(
              url: "metro://calculator/sum?first=12&second=30&name=Trindade", answering: Int.self)
          }, "µs", bar: .atMost(1.5)),
        Figure(
          "call by URL, 2 of them in the path, \(count) routes",
          try await microseconds {
            try await mediator.perform(
              url: "metro://calculator/12/30?name=S%C3%A3o%20Bento", answering: Int.self)
          }, "µs", bar: .atMost(1.5)),
      ]
    }
    return figures
  }

  private static func microseconds<Output>(
    _ call: @escaping @Sendable () async throws -> Output
  ) async throws -> Double {
    try await Stopwatch().time { count in
      for _ in 0..<count { keep(try await call()) }
    } / 1000
  }
}
