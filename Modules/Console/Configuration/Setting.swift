import Foundation

/// One value that whoever runs the host may set for a module, in the configuration file or in the
/// environment; the module finds it in its context by `name`.
public struct Setting: Sendable, Hashable {
  /// Its name in lower case, with hyphens between words, such as `history-length`.
  public let name: String
  /// What it means, in a few words.
  public let summary: String
  /// What holds unless it is set.
  public let production: String
  /// What holds in a debug build unless it is set.
  public let debug: String

  /// Declares a setting; `debug` is for builds that should talk to other endpoints.
  public init(_ name: String, _ summary: String, default value: String, debug: String? = nil) {
    self.name = name
    self.summary = summary
    self.production = value
    self.debug = debug ?? value
  }

  /// The field that it fills in what the module decodes: `historyLength` of `history-length`.
  public var field: String {
    let words = name.split(separator: "-").map(String.init)
    return words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
  }
}
