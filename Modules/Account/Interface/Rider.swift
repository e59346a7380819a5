import FaresInterface
public import Mediator

/// Somebody for whom a person buys tickets.
public struct Rider: Codable, Hashable, Sendable {
  /// The name, in one line.
  public let name: String
  /// The name of the rider category, such as `Senior`; nil for fares without a category.
  public let category: String?

  /// Creates a rider.
  public init(name: String, category: String? = nil) {
    self.name = name
    self.category = category
  }
}

extension Rider: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["name": "the name of the rider", "category": .rider("fares for everybody")]
  }
}

/// Names a rider.
public struct RiderReference: Codable, Hashable, Sendable {
  /// The name, in upper or lower case.
  public let name: String

  /// Creates a reference to the rider with a name.
  public init(name: String) {
    self.name = name
  }
}

extension RiderReference: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "name": .init(
        "the name of the rider", suggestions: .results(of: Account.riders) { $0.map(\.name) })
    ]
  }
}
