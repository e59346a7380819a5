import Foundation
public import Mediator

/// A position on the Earth in degrees, WGS 84.
public struct Coordinate: Codable, Hashable, Sendable, CustomStringConvertible {
  /// Degrees north, −90 to 90.
  public let latitude: Double
  /// Degrees east, −180 to 180.
  public let longitude: Double

  /// Stations within this distance of a place, in metres, are reached from it on foot.
  public static let walkingRadius = 1200.0
  /// Where no station is within `walkingRadius` of a place, the nearest one is reached up to this
  /// distance, in metres.
  public static let maximumDistance = 20_000.0

  /// Creates a coordinate from degrees north and degrees east.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Creates a coordinate from degrees north and east, as in `41.15,-8.61`; nil for other texts.
  public init?(_ text: Substring) {
    let numbers = text.split(at: ",", omittingEmptySubsequences: false)
      .map { Double($0.trimmingCharacters(in: .whitespaces)) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// Decodes degrees north and degrees east.
  /// - Throws: `DecodingError.dataCorrupted` when one of them is not on the Earth.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func degrees(_ key: CodingKeys, limit: Int) throws -> Double {
      let degrees = try fields.decode(Double.self, forKey: key)
      guard abs(degrees) <= Double(limit) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: fields,
          debugDescription: "'\(degrees)' is not on the Earth; expected -\(limit) to \(limit)")
      }
      return degrees
    }
    latitude = try degrees(.latitude, limit: 90)
    longitude = try degrees(.longitude, limit: 180)
  }

  /// The coordinate as degrees north and east, as in `41.15,-8.61`.
  public var description: String { "\(latitude),\(longitude)" }

  /// Returns the distance to another coordinate over the ground, in metres.
  ///
  /// Source: the haversine formula; R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope
  /// 68, 1984. The radius of the Earth is rounded to kilometres.
  public func metres(to other: Coordinate) -> Double {
    let radians = Double.pi / 180
    let (north, east) = (latitude - other.latitude, longitude - other.longitude)
    let (sinNorth, sinEast) = (sin(north * radians / 2), sin(east * radians / 2))
    let haversine =
      sinNorth * sinNorth
      + cos(latitude * radians) * cos(other.latitude * radians) * sinEast * sinEast
    return 2 * 6_371_000 * asin(min(1, haversine.squareRoot()))
  }
}

extension Duration {
  /// Returns the time to walk a straight line, in whole seconds, rounded up: at 1.2 m/s, with 30 %
  /// more than the line.
  public static func walking(metres: Double) -> Duration {
    .seconds(Int((1.3 * metres / 1.2).rounded(.up)))
  }
}

extension Coordinate: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "latitude": "in degrees north, -90 to 90",
      "longitude": "in degrees east, -180 to 180",
    ]
  }
}
