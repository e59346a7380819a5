public import Console
import Mediator
public import Observation

/// Places on a plane that a scene shows as a picture, which its user explores: one place is selected,
/// and a part of the plane is visible.
///
/// ```swift
/// scene.show(
///   PlaceCanvas(points, draw: picture.lines) { scene, place in
///     scene.push(.detail(of: places[place]))
///   })
/// ```
@MainActor @Observable
public final class PlaceCanvas {
  /// A direction on the screen.
  public enum Direction: Sendable, Hashable, CaseIterable {
    case left, right, up, down

    fileprivate var vector: SIMD2<Double> {
      switch self {
      case .left: SIMD2(-1, 0)
      case .right: SIMD2(1, 0)
      case .up: SIMD2(0, -1)
      case .down: SIMD2(0, 1)
      }
    }

    fileprivate var isForward: Bool { self == .right || self == .down }
  }

  /// The factor of one step of magnification.
  private static let zoomStep = 1.5
  /// How far from a place a click selects it, in dots: four columns or two rows.
  private static let clickDistance = 8.0
  /// How much longer a way aside is than the same way ahead.
  private static let detour = 1.25
  /// The largest distance aside of the places that an arrow selects, in multiples of that ahead.
  private static let widestAngle = 3.0

  /// The places; x grows to the right and y downwards, in any unit.
  public let points: [SIMD2<Double>]
  /// The index of the selected place; nil without places.
  public private(set) var selection: Int?
  private var viewport: Viewport
  /// The cell of the last press or drag, and whether the mouse was moved since the press.
  @ObservationIgnored private var drag: (column: Int, row: Int, isMoved: Bool)?
  /// The size of the last picture, to which the keys refer.
  @ObservationIgnored private var size: (columns: Int, rows: Int)
  private let captionRows: Int
  private let captionKeys: [Shortcut]
  private let draw: @MainActor (Viewport, Int?, Page) -> [String]
  fileprivate let onEnter: @MainActor (ListScene, Int) -> Void

  /// Creates a view of all places; the one nearest to the middle is selected.
  /// - Parameters:
  ///   - points: The positions of the places.
  ///   - captionRows: The rows that `draw` adds below the picture of the viewport.
  ///   - captionKeys: For the first ones of these rows, the keys that a click on the row presses.
  ///   - maximumStretch: As in `Viewport`.
  ///   - draw: Draws the visible part and the selected place.
  ///   - onEnter: Called with the selected place when the user presses Enter.
  public init(
    _ points: [SIMD2<Double>], captionRows: Int = 0, captionKeys: [Shortcut] = [],
    maximumStretch: Double = 1,
    draw: @escaping @MainActor (Viewport, Int?, Page) -> [String],
    onEnter: @escaping @MainActor (ListScene, Int) -> Void
  ) {
    self.points = points
    self.captionRows = captionRows
    self.captionKeys = captionKeys
    self.draw = draw
    self.onEnter = onEnter
    let viewport = Viewport(
      fitting: points, columns: 80, rows: 24 - captionRows, maximumStretch: maximumStretch)
    size = (viewport.columns, viewport.rows)
    self.viewport = viewport
    selection = placeInTheMiddle
  }

  /// Draws the picture on a page, 24 rows high if the page has no limit.
  public func lines(on page: Page) -> [String] {
    size = (page.columns, max((page.rows ?? 24) - captionRows, 1))
    return draw(resizedViewport, selection, page)
  }

  /// Selects the nearest place in a direction, if there is one, and shows it: the nearest one within a
  /// right angle, or else within a wider angle. Where several places have one position, right and down
  /// lead to the later one of them, and left and up to the earlier one.
  public func move(_ direction: Direction) {
    viewport = resizedViewport
    guard let selection else { return }
    let (scale, forward) = (viewport.scale, direction.vector)
    let start = points[selection]
    /// The distance of a place, after those of all places in a narrower angle; nil for a place in
    /// another direction.
    func cost(_ place: Int) -> (angle: Int, distance: Double)? {
      guard points[place] != start else {
        let isInDirection = direction.isForward ? place > selection : place < selection
        return isInDirection ? (0, 0) : nil
      }
      let vector = (points[place] - start) * scale
      let ahead = (vector * forward).sum()
      let aside = abs(vector.x * forward.y - vector.y * forward.x)
      guard ahead > 0, aside <= Self.widestAngle * ahead else { return nil }
      let detour = Self.detour * aside
      return (aside <= ahead ? 0 : 1, (ahead * ahead + detour * detour).squareRoot())
    }
    let next = points.indices.lazy.compactMap { place in cost(place).map { (place, $0) } }
      .min { $0.1 < $1.1 }
    guard let (place, _) = next else { return }
    self.selection = place
    viewport.show(points[place])
  }

  /// Shows the part of the plane that another canvas shows, unless that shows all of its places.
  public func keepView(of other: PlaceCanvas) {
    guard !other.viewport.isFitting else { return }
    size = other.size
    viewport = viewport.showing(partOf: other.viewport)
  }

  /// Selects a place by its index, and shows it.
  public func select(_ place: Int) {
    guard points.indices.contains(place) else { return }
    selection = place
    viewport = resizedViewport
  }

  /// Magnifies the picture by one step around the selected place.
  func zoomIn() { zoom(by: Self.zoomStep) }

  /// Shrinks the picture by one step around the selected place.
  func zoomOut() { zoom(by: 1 / Self.zoomStep) }

  /// Shows all places.
  func fit() { viewport.fit() }

  /// Handles an action of the mouse at a cell of the picture: a click selects a place, dragging moves
  /// the picture, and the wheel magnifies or shrinks it around the cell.
  /// - Returns: The key that a click presses: Enter on the selected place, and on a row of the caption
  ///   the key of that row.
  package func receive(_ action: MouseEvent.Action, column: Int, row: Int) -> Shortcut? {
    let wasDragged = drag?.isMoved == true
    switch action {
    case .press: drag = (column, row, false)
    case .drag:
      guard let drag else { return nil }
      viewport = resizedViewport
      viewport.pan(columns: Double(drag.column - column), rows: Double(drag.row - row))
      self.drag = (column, row, true)
      selectVisiblePlace()
    case .release:
      defer { drag = nil }
      return drag != nil && !wasDragged ? click(column: column, row: row) : nil
    case .wheelUp: zoom(by: Self.zoomStep, aroundColumn: column, row: row)
    case .wheelDown: zoom(by: 1 / Self.zoomStep, aroundColumn: column, row: row)
    }
    return nil
  }

  /// Selects the place at a cell, if there is one; returns the key that the click presses.
  private func click(column: Int, row: Int) -> Shortcut? {
    let captionRow = row - size.rows
    guard captionRow < 0 else {
      return captionKeys.indices.contains(captionRow) ? captionKeys[captionRow] : nil
    }
    viewport = resizedViewport
    let point = viewport.point(atColumn: column, row: row)
    let place = points.indices.min {
      viewport.distance(points[$0], point) < viewport.distance(points[$1], point)
    }
    guard row >= 0, let place, viewport.distance(points[place], point) <= Self.clickDistance else {
      return nil
    }
    defer { selection = place }
    return place == selection ? .enter : nil
  }

  private func zoom(by factor: Double, aroundColumn column: Int, row: Int) {
    viewport = resizedViewport
    viewport.zoom(by: factor, around: viewport.point(atColumn: column, row: row))
    selectVisiblePlace()
  }

  /// Selects the place nearest to the middle, unless the selected one is visible.
  private func selectVisiblePlace() {
    guard let selection, !viewport.shows(points[selection]) else { return }
    self.selection = placeInTheMiddle
  }

  private var placeInTheMiddle: Int? {
    points.indices.min {
      viewport.distance(points[$0], viewport.center)
        < viewport.distance(points[$1], viewport.center)
    }
  }

  private func zoom(by factor: Double) {
    viewport = resizedViewport
    viewport.zoom(by: factor, around: selection.map { points[$0] })
  }

  /// The viewport in the size of the last picture. When the size changes, the selected place stays
  /// visible.
  private var resizedViewport: Viewport {
    guard viewport.columns != size.columns || viewport.rows != size.rows else { return viewport }
    var resized = viewport.resized(columns: size.columns, rows: size.rows)
    if let selection { resized.show(points[selection]) }
    return resized
  }
}

extension Viewport {
  /// The distance of two points in dots.
  fileprivate func distance(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> Double {
    let vector = (one - other) * scale
    return (vector * vector).sum().squareRoot()
  }
}

extension ListScene {
  /// Shows a canvas in place of the rows, and adds the actions of the canvas the first time.
  public func show(_ canvas: PlaceCanvas) {
    let isFirst = self.canvas == nil
    self.canvas = canvas
    guard isFirst else { return }
    let hasPlaces = { @MainActor [weak self] in self?.canvas?.selection != nil }
    addAction("open", key: .enter, applies: hasPlaces) { scene in
      if let canvas = scene.canvas, let place = canvas.selection { canvas.onEnter(scene, place) }
      return nil
    }
    for (key, title, change) in Self.canvasActions {
      addAction(title, key: key, applies: hasPlaces) { scene in
        scene.canvas.map(change)
        return nil
      }
    }
  }

  private static let canvasActions:
    [(key: Shortcut, title: LocalizedText, change: @MainActor @Sendable (PlaceCanvas) -> Void)] = [
      ("+", "zoom in", { $0.zoomIn() }), ("-", "zoom out", { $0.zoomOut() }),
      ("0", "show all", { $0.fit() }), (.left, "left", { $0.move(.left) }),
      (.right, "right", { $0.move(.right) }), (.up, "up", { $0.move(.up) }),
      (.down, "down", { $0.move(.down) }),
    ]
}
