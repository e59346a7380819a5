/// The name under which a module's actions are called: a caseless enum in the module's interface.
///
/// ```swift
/// public enum Routing: Interface {
///   public static let plan = Action<JourneyQuery, JourneyPlan>(Routing.self, "plan", .remote)
/// }
/// ```
public protocol Interface: Sendable {
  /// The module's name in prose and in errors, such as `CityList`; the type's name unless defined
  /// otherwise.
  static var name: String { get }
}

extension Interface {
  /// The type's name.
  public static var name: String { "\(self)" }

  /// The target's name in calls by name and in URLs: the module's name in kebab case, such as
  /// `city-list`.
  public static var target: String { name.kebabCased }
}
