import Foundation
package import Mediator

/// A mediator with actions of every kind of input, on which fuzz targets let anything loose.
package struct Playground: Sendable {
  package let mediator = Mediator()
  /// The names of the actions that can be called by name.
  package let names = ["echo", "trip", "tree", "none", "failing"]

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
    try mediator.answer(Fuzz.hidden) { _ in fatalError("a local action was called from outside") }
    try mediator.answer(Fuzz.native) { _ in fatalError("a native action was called by name") }
  }

  /// Runs a call to its end, and lets pass only what a caller may be told.
  package func expectOutcome(_ call: @escaping @Sendable (Mediator) async throws -> Void) {
    Inline.run { [mediator] in
      do {
        try await call(mediator)
      } catch is MediatorError {
      } catch let error as ActionFailed {
        precondition(error.error is FuzzFailed || error.error is EncodingError, "\(error)")
      } catch {
        fatalError("\(type(of: error)) is no outcome of a call: \(error)")
      }
    }
  }
}

/// What is called.
enum Fuzz: Interface {
  static let echo = Action<Words, Words>(
    Fuzz.self, "echo", .remote, at: "echo/:word/times/:count<int>?")
  static let trip = Action<Trip, Trip>(
    Fuzz.self, "trip", .remote, at: "trip/:line/:price<number>")
  static let tree = Action<Tree, Tree>(Fuzz.self, "tree", .remote, at: "tree/:name")
  static let none = Action<Empty, Empty>(Fuzz.self, "none", .remote)
  static let failing = Action<Words, Empty>(Fuzz.self, "failing", .remote, at: "echo/:word/:more")
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

/// Every type that is read in a way of its own.
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

/// Itself within itself.
struct Tree: Codable, Sendable {
  let name: String
  var children: [Tree]?
}

/// What a module throws.
struct FuzzFailed: Error {}
