import Foundation
import Mediator

/// Calls by name and by URL with three parameters, compared with decoding the same parameters by
/// hand into the same struct. A call may take 0.3 µs more, 0.0003 of the reference computation.
///
/// It may take 1.2 times as long, but 0.9 times for a URL with all parameters in its query, which are
/// slower to decode by hand.
enum NamedCalls {
  private static let allowance = 0.0003
  private static let bar = Bar.atMost(1.2)
  private static let queryBar = Bar.atMost(0.9)

  static func figures() async throws -> [Figure] {
    let mediator = try Mediator.calculator()
    let parameters: Parameters = ["first": "12", "second": "30", "name": "Trindade"]
    let number = try await compare {
      try await mediator.perform(target: "calculator", action: "sum", parameters: parameters)
    } with: {
      let sum = try Sum(byHand: parameters)
      return try JSONEncoder().encode(sum.first + sum.second)
    }
    let object = try await compare {
      try await mediator.perform(target: "calculator", action: "plan", parameters: parameters)
    } with: {
      let sum = try Sum(byHand: parameters)
      return try JSONEncoder().encode(
        Plan(total: sum.first + sum.second, name: sum.name, isLong: false))
    }
    return [
      Figure("call by names beyond 0.3 µs, JSON answer: a number", number, "µs", ratio: bar),
      Figure("call by names beyond 0.3 µs, JSON answer: 3 fields", object, "µs", ratio: nil),
    ] + (try await urlFigures())
  }

  private static func urlFigures() async throws -> [Figure] {
    var figures: [Figure] = []
    for count in [10, 1000] {
      let mediator = try Mediator.calculator(others: count - 3)
      for (place, path, bar) in [
        ("all in the query", "calculator/sum?first=12&second=30&name=Trindade", queryBar),
        ("2 in the path", "calculator/12/30?name=Trindade", bar),
      ] {
        let url = "app://" + path
        let call = try await compare {
          try await mediator.perform(url: url)
        } with: {
          let sum = try Sum(byHand: url)
          return try JSONEncoder().encode(sum.first + sum.second)
        }
        figures.append(
          Figure(
            "call by URL beyond 0.3 µs, \(place), \(count) routes", call, "µs",
            ratio: bar, because: "the decoder looks up each field by its coding key"))
      }
    }
    return figures
  }

  private static func compare<Output, Decoded>(
    _ call: @escaping @Sendable () async throws -> Output,
    with byHand: @escaping @Sendable () throws -> Decoded
  ) async throws -> Comparison {
    try await Stopwatch().compare(
      { count in
        for _ in 0..<count { keep(try await call()) }
      }, without: allowance,
      with: { count in
        for _ in 0..<count { keep(try byHand()) }
      }
    ).divided(by: 1000)
  }
}

extension Sum {
  fileprivate init(byHand parameters: Parameters) throws {
    guard let first = parameters["first"]?.first.flatMap({ Int($0) }),
      let second = parameters["second"]?.first.flatMap({ Int($0) }),
      let name = parameters["name"]?.first
    else { throw CocoaError(.coderInvalidValue) }
    self.init(first: first, second: second, name: name)
  }

  /// Decodes `app://calculator/sum?first=12&second=30&name=N` or `app://calculator/12/30?name=N`.
  fileprivate init(byHand url: String) throws {
    let parts = url.utf8.dropFirst("app://".utf8.count).split(separator: UInt8(ascii: "?"))
    let path = parts[0].split(separator: UInt8(ascii: "/"))
    var (first, second, name): (Int?, Int?, String?)
    if path.count == 3 { (first, second) = (Int(Substring(path[1])), Int(Substring(path[2]))) }
    for item in parts[1].split(separator: UInt8(ascii: "&")) {
      let pair = item.split(separator: UInt8(ascii: "="), maxSplits: 1)
      let value = Substring(pair[1])
      switch Substring(pair[0]) {
      case "first": first = Int(value)
      case "second": second = Int(value)
      default:
        let isPlain = !pair[1].contains(UInt8(ascii: "%"))
        name = isPlain ? String(value) : value.removingPercentEncoding
      }
    }
    guard let first, let second, let name else { throw CocoaError(.coderInvalidValue) }
    self.init(first: first, second: second, name: name)
  }
}
