/// The part of a plane that a `DotCanvas` shows.
///
/// Points of the plane have any unit; x grows to the right and y downwards.
public struct Viewport: Sendable, Hashable {
  /// The cells between the outermost points and the edge, in each direction.
  private static let margin = SIMD2(2.0, 1.0)
  /// How far one can zoom out and in, compared with the view of all points.
  private static let zoomRange = 0.5...64.0

  /// The width in columns.
  public let columns: Int
  /// The height in rows.
  public let rows: Int
  /// The smallest rectangle around all points.
  private let (topLeft, bottomRight): (SIMD2<Double>, SIMD2<Double>)
  /// The point in the middle of the canvas.
  public private(set) var center: SIMD2<Double>
  /// The magnification, compared with the view of all points.
  public private(set) var zoom = 1.0
  /// The dots for each unit of the plane when all points are shown.
  private let fittingScale: SIMD2<Double>
  private let maximumStretch: Double

  /// Creates the view of all points. A point that is not finite is ignored.
  /// - Parameter maximumStretch: How much more one direction may be magnified than the other, so
  ///   that the points fill the canvas.
  public init(
    fitting points: [SIMD2<Double>], columns: Int, rows: Int, maximumStretch: Double = 1
  ) {
    let known = points.filter { $0.x.isFinite && $0.y.isFinite }
    let first = known.first ?? .zero
    topLeft = known.reduce(first) { pointwiseMin($0, $1) }
    bottomRight = known.reduce(first) { pointwiseMax($0, $1) }
    center = topLeft / 2 + bottomRight / 2
    self.columns = columns
    self.rows = rows
    self.maximumStretch = maximumStretch
    let cells = SIMD2(Double(columns), Double(rows)) - 2 * Self.margin
    let space = pointwiseMax(cells, .one) * DotCanvas.dotsPerCell - 1
    let extent = bottomRight - topLeft
    let largest = SIMD2(
      extent.x > 0 ? space.x / extent.x : .infinity, extent.y > 0 ? space.y / extent.y : .infinity)
    let scale = min(largest.x, largest.y)
    fittingScale =
      scale.isFinite && scale > 0
      ? pointwiseMin(largest, SIMD2(repeating: scale * max(maximumStretch, 1))) : .one
  }

  /// The dots of the canvas for each unit of the plane.
  public var scale: SIMD2<Double> { fittingScale * zoom }

  /// The rows of a canvas that shows all points at this width without more space above and below
  /// them than its margin.
  public var fittingRows: Int {
    let height = (bottomRight.y - topLeft.y) * fittingScale.y + 1
    let rows = (height / DotCanvas.dotsPerCell.y).rounded(.up) + 2 * Self.margin.y
    return rows < Double(self.rows) ? Int(rows) : self.rows
  }

  /// The position of a point on the canvas, in dots; outside of the canvas for a point that is not
  /// visible.
  public func position(of point: SIMD2<Double>) -> SIMD2<Double> {
    (point - center) * scale + middle
  }

  /// The point at a position on the canvas.
  func point(at position: SIMD2<Double>) -> SIMD2<Double> {
    (position - middle) / scale + center
  }

  /// The point in the middle of a cell of the canvas.
  package func point(atColumn column: Int, row: Int) -> SIMD2<Double> {
    point(at: (SIMD2(Double(column), Double(row)) + 0.5) * DotCanvas.dotsPerCell)
  }

  /// Whether a point is on the canvas.
  package func shows(_ point: SIMD2<Double>) -> Bool {
    let position = position(of: point)
    let size = 2 * middle
    return position.x >= 0 && position.y >= 0 && position.x < size.x && position.y < size.y
  }

  /// Moves the view over the plane, but not beyond the outermost points.
  public mutating func pan(columns: Double, rows: Double) {
    move(center + SIMD2(columns, rows) * DotCanvas.dotsPerCell / scale)
  }

  /// Magnifies the view by a factor. The position of a point of the plane, or of the centre, does not
  /// change.
  public mutating func zoom(by factor: Double, around point: SIMD2<Double>? = nil) {
    guard factor.isFinite, factor > 0 else { return }
    let fixed = point ?? center
    let previous = zoom
    zoom = min(max(zoom * factor, Self.zoomRange.lowerBound), Self.zoomRange.upperBound)
    move(fixed + (center - fixed) * (previous / zoom))
  }

  /// The view on a canvas of another size, with the same centre and magnification.
  public func resized(columns: Int, rows: Int) -> Viewport {
    guard columns != self.columns || rows != self.rows else { return self }
    var view = Viewport(
      fitting: [topLeft, bottomRight], columns: columns, rows: rows,
      maximumStretch: maximumStretch)
    (view.center, view.zoom) = (center, zoom)
    return view
  }

  /// The view of this plane at the position and scale of another view, whose points may be others.
  public func showing(partOf other: Viewport) -> Viewport {
    var view = resized(columns: other.columns, rows: other.rows)
    view.zoom(by: other.scale.x / view.scale.x)
    view.move(other.center)
    return view
  }

  /// Whether the view shows all points, as at first.
  public var isFitting: Bool {
    var fitting = self
    fitting.fit()
    return self == fitting
  }

  /// Shows all points again.
  public mutating func fit() {
    zoom = 1
    center = topLeft / 2 + bottomRight / 2
  }

  /// Moves the view only as far as necessary to show a point.
  public mutating func show(_ point: SIMD2<Double>) {
    let position = position(of: point)
    let edge = Self.margin * DotCanvas.dotsPerCell
    let last = pointwiseMax(2 * middle - edge, edge)
    let visible = position.clamped(lowerBound: pointwiseMin(edge, last), upperBound: last)
    move(center + (position - visible) / scale)
  }

  /// The middle of the canvas in dots.
  private var middle: SIMD2<Double> {
    SIMD2(Double(columns), Double(rows)) * DotCanvas.dotsPerCell / 2
  }

  private mutating func move(_ point: SIMD2<Double>) {
    guard point.x.isFinite, point.y.isFinite else { return }
    center = point.clamped(lowerBound: topLeft, upperBound: bottomRight)
  }
}
