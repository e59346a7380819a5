import Mediator

/// The actions that the benchmarks call.
enum Calculator: Interface {
  static let add = Action<Int, Int>(native: Calculator.self, "add")
  static let sum = Action<Sum, Int>(
    Calculator.self, "sum", .reads, .remote, at: "calculator/:first/:second")
  static let plan = Action<Sum, Plan>(Calculator.self, "plan", .reads, .remote)
}

/// An input with three fields.
struct Sum: Codable, Sendable {
  let first: Int
  let second: Int
  let name: String
}

/// An output with three fields.
struct Plan: Codable, Sendable {
  let total: Int
  let name: String
  let isLong: Bool
}

/// The same operation without a mediator.
protocol Adder: Sendable {
  func add(_ number: Int) async throws -> Int
}

private struct Incrementer: Adder {
  func add(_ number: Int) async throws -> Int { number &+ 1 }
}

// With a single conforming type, the compiler could devirtualize the call.
private struct Stepper: Adder {
  let step: Int

  func add(_ number: Int) async throws -> Int { number &+ step }
}

/// An adder whose type the compiler cannot know.
@inline(never)
func someAdder() -> any Adder {
  CommandLine.argc > 100 ? Stepper(step: 2) : Incrementer()
}

extension Mediator {
  /// A mediator that answers the actions of `Calculator` and `others` more.
  static func calculator(others: Int = 0) throws -> Mediator {
    let mediator = Mediator()
    try mediator.answer(Calculator.add) { $0 &+ 1 }
    try mediator.answer(Calculator.sum) { $0.first &+ $0.second }
    try mediator.answer(Calculator.plan) {
      Plan(total: $0.first &+ $0.second, name: $0.name, isLong: false)
    }
    for number in 0..<others { try Digits.answer(number, on: mediator) }
    return mediator
  }
}

/// Prevents the optimizer from removing the computation of a value. Swift has no public attribute
/// for this.
@_optimize(none)
func keep<Value>(_ value: Value) {}
