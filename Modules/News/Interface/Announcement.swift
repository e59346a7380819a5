/// What a server has announced to everybody, such as that a platform is closed.
public struct Announcement: Codable, Hashable, Sendable {
  /// The unique id.
  public let id: String
  /// The id of the city.
  public let city: String
  /// The name of the station; nil for the whole city.
  public let station: String?
  /// What has happened.
  public let text: String
  /// Whether it is a test of the server; false unless given.
  public let isTest: Bool?

  /// Creates an announcement.
  public init(id: String, city: String, station: String?, text: String, isTest: Bool? = nil) {
    self.id = id
    self.city = city
    self.station = station
    self.text = text
    self.isTest = isTest
  }
}
