import DataSourceInterface
import Foundation
import Testing

struct CoordinateTests {
  private func decoded(_ latitude: String, _ longitude: String) throws -> Coordinate {
    let json = "{\"latitude\":\(latitude),\"longitude\":\(longitude)}"
    return try JSONDecoder().decode(Coordinate.self, from: Data(json.utf8))
  }

  @Test(arguments: [(41.15, -8.61), (90, 180), (-90, -180), (0, 0)])
  func `a coordinate is the same after encoding and decoding`(north: Double, east: Double) throws {
    let coordinate = Coordinate(latitude: north, longitude: east)
    let data = try JSONEncoder().encode(coordinate)
    #expect(try JSONDecoder().decode(Coordinate.self, from: data) == coordinate)
  }

  // The distance to such a place may not be a number, which no walk can have.
  @Test(arguments: [("90.1", "0"), ("-91", "0"), ("0", "180.5"), ("1e17", "1e300"), ("0", "null")])
  func `degrees that are not on the Earth cannot be decoded`(north: String, east: String) {
    #expect(throws: DecodingError.self) { try decoded(north, east) }
  }
}
