import Foundation

extension Coordinate {
  /// How far it is to another coordinate, in metres over the ground.
  ///
  /// Source: the haversine formula; R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68,
  /// 1984. The mean radius of the Earth is the IUGG's.
  public func metres(to other: Coordinate) -> Double {
    let radians = Double.pi / 180
    let (north, east) = (latitude - other.latitude, longitude - other.longitude)
    let (first, second) = (sin(north * radians / 2), sin(east * radians / 2))
    let square =
      first * first
      + cos(latitude * radians) * cos(other.latitude * radians) * second * second
    return 2 * 6_371_008.8 * asin(min(1, square.squareRoot()))
  }
}
