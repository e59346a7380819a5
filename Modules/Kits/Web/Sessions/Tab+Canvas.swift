import Documents
import Scenes

/// What a person does with the canvas of a scene.
extension Tab {
  /// Sets the size of a canvas, in pixels, as far as it is a usual one.
  func resizeCanvas(_ size: SIMD2<Double>) {
    guard size.x >= 100, size.y >= 100, size.x <= 8000, size.y <= 8000 else { return }
    canvasSize = size
    reconcile()
  }

  /// Magnifies a canvas, and moves it so that a position becomes its top left corner.
  func moveCanvas(to position: SIMD2<Double>, magnifiedBy factor: Double) {
    guard let canvas = topScene?.canvas, factor.isFinite, factor > 0, position.x.isFinite,
      position.y.isFinite
    else { return }
    if factor != 1 { canvas.zoom(by: factor, at: .zero) }
    canvas.press(at: .zero)
    canvas.drag(to: -position * factor)
    _ = canvas.release()
    reconcile()
  }

  /// Opens a place of the canvas.
  func openPlace(_ place: Int) {
    change()
    guard let scene = topScene, let canvas = scene.canvas else { return }
    canvas.select(place)
    presenter.performAction(of: .enter, on: nil, in: scene)
  }
}
