public import Documents
public import Mediator

/// The actions about the app itself.
public enum About: Interface {
  /// Returns the version, licence and data folder of the app.
  public static let app = Action<Empty, AppInformation>(About.self, "app", .reads)
  /// Lists the data sources that the modules use, with their licences.
  public static let credits = Action<Empty, [Credit]>(About.self, "credits", .reads)
  /// Lists the releases, the latest first.
  public static let versions = Action<Empty, [Release]>(About.self, "versions", .reads)
}

/// The name, version, licence and data folder of the app. Its property names are JSON keys.
public struct AppInformation: Codable, Sendable {
  /// The name of the app.
  public let name: String
  /// The version, such as `0.2.0`.
  public let version: String
  /// What the app is, in a few words.
  public let summary: String
  /// The name of the licence.
  public let licence: String
  /// The language and the libraries that it is made with.
  public let parts: [String]
  /// The names of its modules.
  public let modules: [String]
  /// The path of its data folder.
  public let folder: String

  /// Describes an app.
  public init(
    name: String, version: String, summary: String, licence: String, parts: [String],
    modules: [String], folder: String
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.licence = licence
    self.parts = parts
    self.modules = modules
    self.folder = folder
  }
}

/// One release of the app. Its property names are JSON keys.
public struct Release: Codable, Sendable {
  /// The version, such as `0.2.0`.
  public let version: String
  /// The day of the release, as in 2026-11-21; nil before it.
  public let date: String?
  /// The name of the release.
  public let title: String
  /// The changes since the release before it, one phrase each.
  public let changes: [String]

  /// Describes a release.
  public init(version: String, date: String? = nil, title: String, changes: [String]) {
    self.version = version
    self.date = date
    self.title = title
    self.changes = changes
  }
}
