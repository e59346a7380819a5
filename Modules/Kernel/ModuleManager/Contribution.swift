/// A value that a module contributes to the host or to another module, such as a command.
///
/// The owner of such a type only declares the conformance. The modules list their values in
/// `contributions`, and the owner reads them with `ModuleDescriptor.contributions(of:)`:
///
/// ```swift
/// public struct Discount: Contribution {
///   public let percent: Int
/// }
///
/// let discounts = context.modules.flatMap { $0.contributions(of: Discount.self) }
/// ```
public protocol Contribution: Sendable {}

/// What a module contributes: lists of values, each list of one type.
///
/// ```swift
/// public static let contributions = Contributions(commands, settings, scenes)
/// ```
public struct Contributions: Sendable {
  let values: [any Contribution]

  /// Collects the values of lists, which may be of any types.
  public init<each Value: Contribution>(_ lists: repeat [each Value]) {
    var values: [any Contribution] = []
    for list in repeat each lists {
      for value in list { values.append(value) }
    }
    self.values = values
  }
}
