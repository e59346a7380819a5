import Mediator

/// The actions that the tests call.
enum Clock: Interface {
  static let add = Action<Sum, Int>(
    Clock.self, "add", .remote, at: "clock/:first<int>/plus/:second")
  static let reset = Action<Empty, Empty>(Clock.self, "reset")
  static let tick = Action<Int, Int>(native: Clock.self, "tick")
}

struct Sum: Codable, Sendable, Equatable {
  var first: Int
  var second: Int
  var more: [Int]?
}

struct ClockFailed: Error, Equatable {}

extension Schema.Field {
  static func field(_ name: String, _ schema: Schema, isOptional: Bool = false) -> Self {
    Self(name: name, schema: schema, isOptional: isOptional)
  }
}
