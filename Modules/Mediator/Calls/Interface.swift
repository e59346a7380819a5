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
  public static var target: String { kebabCased(name) }
}

/// Turns a camel-case name into kebab case; a run of capitals is one word (`URLHistory` is
/// `url-history`).
func kebabCased(_ name: String) -> String {
  let letters = Array(name.utf8)
  return String(unsafeUninitializedCapacity: 2 * letters.count) { result in
    var end = 0
    for (index, letter) in letters.enumerated() {
      let followsWord = index > 0 && !letters[index - 1].isCapital
      let startsWord = index > 0 && index + 1 < letters.count && letters[index + 1].isSmall
      if letter.isCapital && (followsWord || startsWord) {
        result[end] = UInt8(ascii: "-")
        end += 1
      }
      result[end] = letter.isCapital ? letter + 32 : letter
      end += 1
    }
    return end
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
  fileprivate var isSmall: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
}
