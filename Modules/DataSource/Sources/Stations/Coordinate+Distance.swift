import DataSourceInterface
import Foundation

extension Coordinate {
  /// Reads degrees north and east, as in `41.15,-8.61`; nil for anything else.
  init?(_ text: Substring) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0.trimmingCharacters(in: .whitespaces)) }
    guard numbers.count == 2, let north = numbers[0], let east = numbers[1], abs(north) <= 90,
      abs(east) <= 180
    else { return nil }
    self.init(latitude: north, longitude: east)
  }

  /// How far it is to another coordinate, in metres over the ground.
  ///
  /// Source: the haversine formula; R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68,
  /// 1984. The mean radius of the Earth is the IUGG's.
  func metres(to other: Coordinate) -> Double {
    let radians = Double.pi / 180
    let (north, east) = (latitude - other.latitude, longitude - other.longitude)
    let (first, second) = (sin(north * radians / 2), sin(east * radians / 2))
    let square =
      first * first
      + cos(latitude * radians) * cos(other.latitude * radians) * second * second
    return 2 * 6_371_008.8 * asin(min(1, square.squareRoot()))
  }
}
