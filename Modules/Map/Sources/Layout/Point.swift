/// A place in a picture: points to the right and downwards.
typealias Point = SIMD2<Double>

extension Point {
  var length: Double { (x * x + y * y).squareRoot() }

  /// The same direction with length 1; nothing where there is no direction.
  var unit: Point { length > 0 ? self / length : .zero }

  /// Turned by a quarter, clockwise to the eye.
  var normal: Point { Point(-y, x) }

  func dot(_ other: Point) -> Double { x * other.x + y * other.y }
}
