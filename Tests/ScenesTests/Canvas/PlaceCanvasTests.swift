import Console
import Testing

@testable import Scenes

@MainActor
@Suite struct PlaceCanvasTests {
  /// Five places in a cross: left, right, above, below, and the middle.
  private let cross: [SIMD2<Double>] = [[0, 50], [100, 50], [50, 0], [50, 100], [50, 50]]

  /// Draws the number of the selected place over dots, and a caption.
  private func canvas(_ points: [SIMD2<Double>]) -> PlaceCanvas {
    PlaceCanvas(points, captionRows: 1) { viewport, selection, page in
      var canvas = DotCanvas(columns: viewport.columns, rows: viewport.rows)
      for (place, point) in points.enumerated() {
        canvas.drawMark(place == selection ? "◆" : "•", at: viewport.position(of: point), .plain)
      }
      return canvas.lines(on: page) + ["place \(selection ?? -1)"]
    } onEnter: { scene, place in
      scene.title = "opened \(place)"
    }
  }

  private func text(_ canvas: PlaceCanvas) -> String {
    canvas.lines(on: Page(columns: 20, rows: 8)).joined(separator: "\n")
  }

  @Test func `all places are visible, and the one in the middle is selected`() {
    #expect(
      text(canvas(cross)) == """

                  •

             •    ◆   •

                  •

        place 4
        """)
  }

  @Test(arguments: zip(PlaceCanvas.Direction.allCases, [0, 1, 2, 3]))
  func `an arrow selects the nearest place in its direction`(
    direction: PlaceCanvas.Direction, place: Int
  ) {
    let canvas = canvas(cross)
    canvas.move(direction)
    #expect(canvas.selection == place)
    canvas.move(direction)
    #expect(canvas.selection == place)
  }

  @Test func `a place that is less aside is nearer`() {
    let canvas = canvas([[0, 0], [30, 20], [40, 0], [30, 90]])
    while canvas.selection != 0 { canvas.move(.left); canvas.move(.up) }
    canvas.move(.right)
    #expect(canvas.selection == 2)
  }

  @Test func `a magnified picture shows the selected place`() {
    let canvas = canvas(cross)
    _ = text(canvas)
    for _ in 0..<6 { canvas.zoomIn() }
    #expect(!text(canvas).contains("•"))
    canvas.move(.left)
    #expect(text(canvas).contains("◆") && !text(canvas).contains("•"))
    canvas.zoomOut()
    canvas.fit()
    #expect(text(canvas).filter { $0 == "•" }.count == 4)
  }

  @Test func `without places nothing is selected`() {
    let canvas = canvas([])
    canvas.move(.up)
    canvas.zoomIn()
    #expect(canvas.selection == nil && text(canvas).hasSuffix("place -1"))
  }

  @Test func `a scene binds the keys of its canvas once, for the canvas that it shows`()
    async throws
  {
    let scene = ListScene("Map", [])
    scene.show(canvas([[0, 0]]))
    scene.show(canvas(cross))
    #expect(scene.keyBindings.count == Set(scene.keyBindings.map(\.key)).count)
    func press(_ key: Key) async throws {
      let binding = try #require(scene.keyBindings.first { $0.key == key })
      #expect(try await binding.press(nil) == nil)
    }
    try await press(.right)
    #expect(scene.canvas?.selection == 1)
    try await press(.enter)
    #expect(scene.title == "opened 1")
  }
}
