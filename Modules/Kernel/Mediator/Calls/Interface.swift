import Platform

/// The target of a module's actions: a caseless enum in the module's interface.
///
/// ```swift
/// public enum Catalogue: Interface {
///   public static let search = Action<Search, [Product]>(Catalogue.self, "search", .reads, .remote)
/// }
/// ```
public protocol Interface: Sendable {
  /// The module's name in prose and in errors, such as `WishList`. The default is the type's name.
  static var name: String { get }

  /// The target in calls by name and in URLs. The default is the name in kebab case, such as
  /// `wish-list`. Interfaces of several modules may have the same target, but no two actions of it
  /// the same name.
  static var target: String { get }
}

extension Interface {
  /// The type's name.
  public static var name: String { "\(self)" }

  /// The name in kebab case.
  public static var target: String { name.kebabCased }
}

extension String {
  /// Converts a camel-case name to kebab case. A run of capitals is one word: `URLHistory` becomes
  /// `url-history`.
  public var kebabCased: String {
    // Most names are one word.
    guard utf8.dropFirst().contains(where: { $0.isCapital || $0 >= 0x80 }) else {
      return lowercased()
    }
    let letters = Array(utf8)
    var result: [UInt8] = []
    result.reserveCapacity(letters.count + 8)
    for (index, letter) in letters.enumerated() {
      guard letter.isCapital else {
        result.append(letter)
        continue
      }
      let startsWord = index + 1 < letters.count && letters[index + 1].isSmallLetter
      if index > 0 && (startsWord || !letters[index - 1].isCapital) {
        result.append(UInt8(ascii: "-"))
      }
      result.append(letter + 32)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
