/// The part of a plane that a picture shows.
///
/// Points of the plane have any unit; x grows to the right and y downwards. Positions in the
/// picture are in the unit of its renderer, from the top left corner: dots on a terminal, pixels on
/// a page.
package struct Viewport: Sendable, Hashable {
  /// How far one can zoom out and in, compared with the view of all points.
  private static let zoomRange = 0.5...64.0

  /// The size of the picture.
  package let size: SIMD2<Double>
  /// The space between the outermost points and the edge when all points are shown.
  private let margin: Double
  /// The smallest rectangle around all points.
  private let (topLeft, bottomRight): (SIMD2<Double>, SIMD2<Double>)
  /// The point in the middle of the picture.
  package private(set) var center: SIMD2<Double>
  /// The magnification, compared with the view of all points.
  package private(set) var zoom = 1.0
  /// The positions for each unit of the plane when all points are shown.
  private let fittingScale: SIMD2<Double>
  private let maximumStretch: Double

  /// Creates the view of all points. A point that is not finite is ignored.
  /// - Parameter maximumStretch: How much more one direction may be magnified than the other, so
  ///   that the points fill the picture.
  package init(
    fitting points: [SIMD2<Double>], size: SIMD2<Double>, margin: Double = 4,
    maximumStretch: Double = 1
  ) {
    let known = points.filter { $0.x.isFinite && $0.y.isFinite }
    let first = known.first ?? .zero
    topLeft = known.reduce(first) { pointwiseMin($0, $1) }
    bottomRight = known.reduce(first) { pointwiseMax($0, $1) }
    center = topLeft / 2 + bottomRight / 2
    self.size = size
    self.margin = margin
    self.maximumStretch = maximumStretch
    // The last position in a picture of a size of 10 is 9.
    let space = pointwiseMax(size - 2 * margin - 1, .one)
    let extent = bottomRight - topLeft
    let largest = SIMD2(
      extent.x > 0 ? space.x / extent.x : .infinity, extent.y > 0 ? space.y / extent.y : .infinity)
    let scale = min(largest.x, largest.y)
    fittingScale =
      scale.isFinite && scale > 0
      ? pointwiseMin(largest, SIMD2(repeating: scale * max(maximumStretch, 1))) : .one
  }

  /// The positions for each unit of the plane.
  package var scale: SIMD2<Double> { fittingScale * zoom }

  /// The height of a picture that shows all points at this width without more space above and below
  /// them than its margin.
  package var fittingHeight: Double {
    (bottomRight.y - topLeft.y) * fittingScale.y + 1 + 2 * margin
  }

  /// The position of a point in the picture; outside of it for a point that is not visible.
  package func position(of point: SIMD2<Double>) -> SIMD2<Double> {
    (point - center) * scale + size / 2
  }

  /// The point at a position in the picture.
  package func point(at position: SIMD2<Double>) -> SIMD2<Double> {
    (position - size / 2) / scale + center
  }

  /// Whether a point is in the picture.
  package func shows(_ point: SIMD2<Double>) -> Bool {
    let position = position(of: point)
    return position.x >= 0 && position.y >= 0 && position.x < size.x && position.y < size.y
  }

  /// Moves the view over the plane, but not beyond the outermost points.
  /// - Parameter vector: A difference of positions.
  package mutating func pan(by vector: SIMD2<Double>) { move(center + vector / scale) }

  /// Magnifies the view by a factor. The position of a point of the plane, or of the centre, does
  /// not change.
  package mutating func zoom(by factor: Double, around point: SIMD2<Double>? = nil) {
    guard factor.isFinite, factor > 0 else { return }
    let fixed = point ?? center
    let previous = zoom
    zoom = min(max(zoom * factor, Self.zoomRange.lowerBound), Self.zoomRange.upperBound)
    move(fixed + (center - fixed) * (previous / zoom))
  }

  /// The view in a picture of another size, with the same centre and magnification.
  package func resized(to size: SIMD2<Double>) -> Viewport {
    guard size != self.size else { return self }
    var view = Viewport(
      fitting: [topLeft, bottomRight], size: size, margin: margin, maximumStretch: maximumStretch)
    (view.center, view.zoom) = (center, zoom)
    return view
  }

  /// The view of this plane at the position and scale of another view, whose points may be others.
  package func showing(partOf other: Viewport) -> Viewport {
    var view = resized(to: other.size)
    view.zoom(by: other.scale.x / view.scale.x)
    view.move(other.center)
    return view
  }

  /// Whether the view shows all points, as at first.
  package var isFitting: Bool {
    var fitting = self
    fitting.fit()
    return self == fitting
  }

  /// Shows all points again.
  package mutating func fit() {
    zoom = 1
    center = topLeft / 2 + bottomRight / 2
  }

  /// Moves the view only as far as necessary to show a point.
  package mutating func show(_ point: SIMD2<Double>) {
    let position = position(of: point)
    let edge = SIMD2(repeating: margin)
    let last = pointwiseMax(size - edge, edge)
    let visible = position.clamped(lowerBound: pointwiseMin(edge, last), upperBound: last)
    move(center + (position - visible) / scale)
  }

  private mutating func move(_ point: SIMD2<Double>) {
    guard point.x.isFinite, point.y.isFinite else { return }
    center = point.clamped(lowerBound: topLeft, upperBound: bottomRight)
  }
}
