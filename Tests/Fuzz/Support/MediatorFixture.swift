import Foundation
package import Mediator

/// A mediator with actions of every kind of input, for fuzz targets to call.
package struct MediatorFixture: Sendable {
  package let mediator = Mediator()
  /// The names of the actions that can be called by name.
  package let names = ["echo", "trip", "tree", "none", "failing", "node"]

  package init() {
    do {
      try answer()
    } catch {
      fatalError("\(error)")
    }
  }

  private func answer() throws {
    try mediator.answer(Fuzz.echo) { $0 }
    try mediator.answer(Fuzz.trip) { $0 }
    try mediator.answer(Fuzz.tree) { $0 }
    try mediator.answer(Fuzz.none) { $0 }
    try mediator.answer(Fuzz.failing) { _ in throw FuzzFailed() }
    try mediator.answer(Fuzz.node) { $0 }
    try mediator.answer(Fuzz.hidden) { _ in fatalError("a local action was called by URL") }
    try mediator.answer(Fuzz.native) { _ in fatalError("a native action was called by name") }
  }

  /// Runs a call to its end, and fails if it throws an error that calls must not throw.
  package func run(_ call: @escaping @Sendable (Mediator) async throws -> Void) {
    InlineExecutor.run { [mediator] in
      do {
        try await call(mediator)
      } catch is MediatorError {
      } catch let error as ActionError {
        precondition(error.error is FuzzFailed || error.error is EncodingError, "\(error)")
      } catch {
        fatalError("\(type(of: error)) is not an error of a call: \(error)")
      }
    }
  }
}

/// The actions of the fixture.
enum Fuzz: Interface {
  static let echo = Action<Words, Words>(
    Fuzz.self, "echo", .reads, .remote, at: "echo/:word/times/:count<int>?")
  static let trip = Action<Trip, Trip>(
    Fuzz.self, "trip", .reads, .remote, at: "trip/:line/:price<number>")
  static let tree = Action<Tree, Tree>(Fuzz.self, "tree", .reads, .remote, at: "tree/:name")
  static let none = Action<Empty, Empty>(Fuzz.self, "none", .reads, .remote)
  static let failing = Action<Words, Empty>(
    Fuzz.self, "failing", .reads, .remote, at: "echo/:word/:more")
  static let node = Action(
    target: "fuzz", name: "node", .reads, .remote, at: "node/:id<int>", input: Schema.node,
    output: Schema.node)
  static let hidden = Action<Words, Words>(Fuzz.self, "hidden")
  static let native = Action<Words, Words>(native: Fuzz.self, "native")
}

/// Plain fields.
package struct Words: Codable, Equatable, Sendable {
  package var word: String?
  package var count: Int?
  package var loud: Bool?
  package var more: [String]?
}

/// A field for each type that is decoded in its own way.
struct Trip: Codable, Sendable {
  enum Class: String, Codable, CaseIterable { case first, second }

  let line: String
  let price: Double
  var seats: UInt8?
  var big: UInt64?
  var ratio: Float?
  var exact: Decimal?
  var day: Date?
  var link: URL?
  var photo: Data?
  var id: UUID?
  var `class`: Class?
  var fares: [String: Double]?
  var stops: [[Int]]?
}

/// A recursive type.
struct Tree: Codable, Sendable {
  let name: String
  var children: [Tree]?
}

extension Schema {
  /// A field for each schema that is validated in its own way.
  fileprivate static let node = Schema.object(
    name: "Node",
    [
      Field(name: "id", schema: .integer, isOptional: false),
      Field(name: "state", schema: .choice(["on", "off"]), isOptional: true),
      Field(name: "isOpen", schema: .boolean, isOptional: true),
      Field(name: "prices", schema: .dictionary(.number), isOptional: true),
      Field(name: "day", schema: .text(.dateTime), isOptional: true),
      Field(name: "link", schema: .text(.uri), isOptional: true),
      Field(name: "photo", schema: .text(.base64), isOptional: true),
      Field(name: "more", schema: .list(.recursive(name: "Node")), isOptional: true),
      Field(name: "content", schema: .any, isOptional: true),
    ])
}

/// The error of an action.
struct FuzzFailed: Error {}
