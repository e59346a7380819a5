/// A feed to be installed.
public struct InstallRequest: Codable, Hashable, Sendable {
  /// The city it becomes.
  public let city: CityID
  /// The path of the zip archive.
  public let file: String
  /// The city's name for people; nil to make one from the id.
  public let name: String?

  /// Asks for `file` to become `city`.
  public init(city: CityID, file: String, name: String? = nil) {
    self.city = city
    self.file = file
    self.name = name
  }
}
