import Console
import Scenes

@testable import HostKit

/// Presses keys, and waits before and after each of them until no task is running.
@MainActor func press(_ keys: Key..., in browser: Browser) async {
  await browser.waitUntilIdle()
  for key in keys {
    browser.press(key)
    await browser.waitUntilIdle()
  }
}

extension ListScene {
  /// A canvas of three places, the nearest to the middle selected, with the number of the selected
  /// place in the last line. Enter opens a scene that is named after the number.
  static var threePlaces: ListScene {
    let points: [SIMD2<Double>] = [[0, 0], [10, 0], [20, 10]]
    let scene = ListScene("Places", [])
    scene.show(
      PlaceCanvas(points, captionRows: 1, captionKeys: [.enter]) { viewport, selection, page in
        var canvas = DotCanvas(columns: viewport.columns, rows: viewport.rows)
        for (place, point) in points.enumerated() {
          canvas.drawMark(place == selection ? "◆" : "•", at: viewport.position(of: point), .plain)
        }
        return canvas.lines(on: page) + ["\(selection ?? -1) of \(points.count)"]
      } onEnter: { scene, place in
        scene.push(ListScene("Place \(place)", []))
      })
    return scene
  }
}
