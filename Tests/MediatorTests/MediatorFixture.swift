import Platform
@testable import Mediator

/// The actions that the tests call.
enum Clock: Interface {
  static let add = Action<Sum, Int>(
    Clock.self, "add", .reads, .remote, at: "clock/:first<int>/plus/:second")
  static let reset = Action<Empty, Empty>(Clock.self, "reset")
  static let tick = Action<Int, Int>(native: Clock.self, "tick")
}

struct Sum: Codable, Sendable, Equatable {
  var first: Int
  var second: Int
  var more: [Int]?
}

struct ClockFailed: Error, Equatable {}

extension Mediator {
  /// Calls a remote action by a URL, and decodes its output.
  func perform<Output: Decodable>(
    url: String, returning type: Output.Type
  ) async throws -> Output {
    try JSON.decode(type, from: await perform(url: url))
  }

  /// Calls an action by name, and decodes its output.
  func perform<Output: Decodable>(
    target: String, action: String, parameters: Parameters, returning type: Output.Type
  ) async throws -> Output {
    try JSON.decode(
      type, from: await perform(target: target, action: action, parameters: parameters))
  }

  /// All registered actions, ordered by target and name, with their owners.
  var actions: [(action: any ActionDeclaration, owner: String)] {
    registry.withLock { $0.entries.values.map { ($0.action, $0.state.owner) } }
      .sorted { ($0.0.target, $0.0.name) < ($1.0.target, $1.0.name) }
  }

  /// All URL patterns of registered remote actions, ordered by pattern.
  var urlPatterns: [(pattern: URLPattern, action: any ActionDeclaration)] {
    registry.withLock { $0.urlPatterns.entries }.map { ($0.pattern, $0.action) }
  }
}

extension Schema.Field {
  static func field(_ name: String, _ schema: Schema, isOptional: Bool = false) -> Self {
    Self(name: name, schema: schema, isOptional: isOptional)
  }
}
