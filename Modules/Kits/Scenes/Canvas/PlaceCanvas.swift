public import Documents
import Mediator
public import Observation

/// A picture that the user of a scene explores: one of its places is selected, and a part of the
/// plane is visible.
///
/// ```swift
/// let canvas = PlaceCanvas(picture) { place in
///   place.map { Picture.Caption("\(rooms[$0].name)") }
/// } onEnter: { scene, place in
///   scene.push(.detail(of: rooms[place]))
/// }
/// scene.show(canvas)
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
  package static let zoomStep = 1.5
  /// How much longer a way aside is than the same way ahead.
  private static let detour = 1.25
  /// The largest distance aside of the places that an arrow selects, in multiples of that ahead.
  private static let widestAngle = 3.0

  /// The picture.
  public let picture: Picture
  /// The index of the selected place; nil without places.
  public private(set) var selection: Int?
  /// The keys that a click on the first rows below the picture presses: on its legend, if it has
  /// one, and on the caption.
  package let captionKeys: [Shortcut]
  private let makeCaption: @MainActor (Int?) -> Picture.Caption?
  fileprivate let onEnter: @MainActor (ListScene, Int) -> Void
  private var storedViewport: Viewport
  /// The size of the last drawing, in the unit of the presenter, to which keys refer.
  @ObservationIgnored package var size = SIMD2(160.0, 88)
  /// The position of the last press or drag, and whether the pointer was moved since the press.
  @ObservationIgnored private var drag: (position: SIMD2<Double>, isMoved: Bool)?

  /// Creates a view of all places; the one nearest to the middle is selected.
  /// - Parameters:
  ///   - picture: The picture, whose title is not shown.
  ///   - captionKeys: The keys that a click on the first rows below the picture presses: on its
  ///     legend, if it has one, and on the caption.
  ///   - caption: Returns what is said about the selected place.
  ///   - onEnter: Called with the selected place when the user presses Enter.
  public init(
    _ picture: Picture, captionKeys: [Shortcut] = [],
    caption: @escaping @MainActor (Int?) -> Picture.Caption?,
    onEnter: @escaping @MainActor (ListScene, Int) -> Void
  ) {
    self.picture = picture
    self.captionKeys = captionKeys
    self.onEnter = onEnter
    makeCaption = caption
    storedViewport = Viewport(
      fitting: picture.places.map(\.position), size: size, maximumStretch: picture.maximumStretch)
    selection = placeInTheMiddle
  }

  /// What is said about the selected place.
  package var caption: Picture.Caption? { makeCaption(selection) }

  /// The visible part of the plane. When the size changes, the selected place stays visible.
  package private(set) var viewport: Viewport {
    get {
      guard storedViewport.size != size else { return storedViewport }
      var resized = storedViewport.resized(to: size)
      if let selection { resized.show(position(of: selection)) }
      return resized
    }
    set { storedViewport = newValue }
  }

  /// Selects the nearest place in a direction, if there is one, and shows it: the nearest one
  /// within a right angle, or else within a wider angle. Where several places have one position,
  /// right and down lead to the later one of them, and left and up to the earlier one.
  public func move(_ direction: Direction) {
    guard let selection else { return }
    let (scale, forward) = (viewport.scale, direction.vector)
    let start = position(of: selection)
    /// The distance of a place, after those of all places in a narrower angle; nil for a place in
    /// another direction.
    func cost(_ place: Int) -> (angle: Int, distance: Double)? {
      guard position(of: place) != start else {
        let isInDirection = direction.isForward ? place > selection : place < selection
        return isInDirection ? (0, 0) : nil
      }
      let vector = (position(of: place) - start) * scale
      let ahead = (vector * forward).sum()
      let aside = abs(vector.x * forward.y - vector.y * forward.x)
      guard ahead > 0, aside <= Self.widestAngle * ahead else { return nil }
      let detour = Self.detour * aside
      return (aside <= ahead ? 0 : 1, (ahead * ahead + detour * detour).squareRoot())
    }
    let next = picture.places.indices.lazy.compactMap { place in cost(place).map { (place, $0) } }
      .min { $0.1 < $1.1 }
    guard let (place, _) = next else { return }
    select(place)
  }

  /// Selects a place by its index, and shows it.
  public func select(_ place: Int) {
    guard picture.places.indices.contains(place) else { return }
    // A new size refers to the place that was selected when it was drawn.
    var viewport = viewport
    viewport.show(position(of: place))
    (selection, self.viewport) = (place, viewport)
  }

  /// Shows the part of the plane that another canvas shows, unless that shows all of its places.
  public func keepView(of other: PlaceCanvas) {
    guard !other.storedViewport.isFitting else { return }
    size = other.size
    viewport = viewport.showing(partOf: other.storedViewport)
  }

  /// Magnifies the picture by one step around the selected place.
  func zoomIn() { zoom(by: Self.zoomStep) }

  /// Shrinks the picture by one step around the selected place.
  func zoomOut() { zoom(by: 1 / Self.zoomStep) }

  /// Shows all places.
  func fit() { viewport.fit() }

  private func zoom(by factor: Double) {
    viewport.zoom(by: factor, around: selection.map(position))
  }

  private func position(of place: Int) -> SIMD2<Double> { picture.places[place].position }

  private var placeInTheMiddle: Int? { nearestPlace(to: viewport.center)?.place }

  /// The place nearest to a point of the plane, with its distance in the unit of the presenter.
  private func nearestPlace(to point: SIMD2<Double>) -> (place: Int, distance: Double)? {
    let scale = viewport.scale
    return picture.places.indices.lazy.map { place in
      let vector = (self.position(of: place) - point) * scale
      return (place, (vector * vector).sum().squareRoot())
    }.min { $0.1 < $1.1 }
  }
}

/// What a pointer does, at positions in the unit of the presenter from the top left corner of the
/// picture.
extension PlaceCanvas {
  /// Begins a click, or to move the picture.
  package func press(at position: SIMD2<Double>) { drag = (position, false) }

  /// Moves the picture, if the pointer is pressed.
  package func drag(to position: SIMD2<Double>) {
    guard let drag else { return }
    viewport.pan(by: drag.position - position)
    self.drag = (position, true)
    selectVisiblePlace()
  }

  /// Ends a click, or to move the picture.
  /// - Returns: Whether it was a click.
  package func release() -> Bool {
    defer { drag = nil }
    return drag?.isMoved == false
  }

  /// Selects the place at a position, if there is one that is near enough.
  /// - Returns: Whether it was selected already.
  package func click(at position: SIMD2<Double>, within distance: Double) -> Bool {
    // After a change of the size, the view must not follow the new selection.
    storedViewport = viewport
    guard let nearest = nearestPlace(to: viewport.point(at: position)),
      nearest.distance <= distance
    else { return false }
    defer { selection = nearest.place }
    return nearest.place == selection
  }

  /// Magnifies the picture around a position.
  package func zoom(by factor: Double, at position: SIMD2<Double>) {
    viewport.zoom(by: factor, around: viewport.point(at: position))
    selectVisiblePlace()
  }

  /// Selects the place nearest to the middle, unless the selected one is visible.
  private func selectVisiblePlace() {
    guard let selection, !viewport.shows(self.position(of: selection)) else { return }
    self.selection = placeInTheMiddle
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
