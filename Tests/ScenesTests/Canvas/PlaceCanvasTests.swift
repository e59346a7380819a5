import Console
import Documents
import Mediator
import ModuleTesting
import TestSupport
import Testing

@testable import Scenes

@MainActor
@Suite struct PlaceCanvasTests {
  /// Five places in a cross: left, right, above, below, and the middle.
  private let cross: [SIMD2<Double>] = [[0, 50], [100, 50], [50, 0], [50, 100], [50, 50]]

  /// Marks the places with dots, and has the number of the selected one as its caption.
  private func canvas(_ points: [SIMD2<Double>]) -> PlaceCanvas {
    let picture = Picture(
      places: points.map { Picture.Place(at: $0, .init(.dot), name: .init(""), rank: 0) })
    return PlaceCanvas(picture, captionKeys: ["l"]) { place in
      Picture.Caption("place \(place ?? -1)")
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

  @Test(
    arguments: [
      // The nearest one within a right angle, even if another one is straight ahead.
      ([[10, 10], [30, 0]], 1), ([[10, 10], [12, 0]], 2),
      // Without one, the nearest one that is farther aside; none that is almost beside.
      ([[10, -20]], 1), ([[10, -20], [90, 80]], 2), ([[2, 20]], 0), ([[-10, 0]], 0),
      // Those at the same point, one after the other.
      ([[0, 0], [10, 0]], 1),
    ] as [([SIMD2<Double>], Int)])
  func `an arrow selects the next place in its direction`(others: [SIMD2<Double>], place: Int) {
    let canvas = canvas([[0, 0]] + others)
    canvas.select(0)
    canvas.move(.right)
    #expect(canvas.selection == place)
  }

  @Test func `places at one point are selected one after the other`() {
    let canvas = canvas([[0, 0], [10, 0], [10, 0], [20, 0]])
    canvas.select(0)
    let arrows: [PlaceCanvas.Direction] = [.right, .right, .right, .left, .left, .left]
    let selected = arrows.map { arrow in
      canvas.move(arrow)
      return canvas.selection
    }
    #expect(selected == [1, 2, 3, 1, 0, 0])
    canvas.select(2)
    canvas.move(.up)
    #expect(canvas.selection == 1)
  }

  @Test func `another canvas keeps the view, unless all places are shown`() {
    let canvas = canvas(cross)
    _ = text(canvas)
    let same = self.canvas(cross + [[200, 50]])
    same.keepView(of: canvas)
    #expect(text(same).filter { $0 == "•" }.count == 5)
    for _ in 0..<3 { canvas.zoomIn() }
    let other = self.canvas(cross + [[200, 50]])
    other.keepView(of: canvas)
    other.select(4)
    #expect(text(other) == text(canvas) && text(canvas).filter { $0 == "•" }.isEmpty)
  }

  @Test(
    arguments: [
      (5, 3, 0, [nil, .enter]), (7, 3, 0, [nil, .enter]), (14, 3, 1, [nil, .enter]),
      (10, 1, 2, [nil, .enter]), (10, 6, 3, [nil, .enter]),
      // The selected place.
      (10, 3, 4, [.enter, .enter]), (11, 3, 4, [.enter, .enter]),
      // Far from all places.
      (0, 0, 4, [nil, nil]), (19, 0, 4, [nil, nil]), (10, -1, 4, [nil, nil]),
      // The caption, and below it.
      (10, 7, 4, ["l", "l"]), (10, 8, 4, [nil, nil]),
    ] as [(Int, Int, Int, [Shortcut?])])
  func `a click selects a place, another presses Enter, one on the caption the key of that row`(
    column: Int, row: Int, place: Int, keys: [Shortcut?]
  ) {
    let canvas = canvas(cross)
    _ = text(canvas)
    for key in keys {
      #expect(canvas.receive(.press, column: column, row: row) == nil)
      #expect(canvas.receive(.release, column: column, row: row) == key)
      #expect(canvas.selection == place)
    }
  }

  @Test func `dragging moves the picture, and selects a place that is visible`() {
    let canvas = canvas(cross)
    _ = text(canvas)
    #expect(canvas.receive(.press, column: 9, row: 3) == nil)
    #expect(canvas.receive(.drag, column: 13, row: 4) == nil)
    #expect(
      text(canvas) == """


                      •

                 •    ◆   •

                      •
        place 4
        """)
    #expect(canvas.receive(.release, column: 13, row: 4) == nil)
    #expect(canvas.selection == 4)
    // A drag without a press, as after a change of the scene, is ignored.
    let picture = text(canvas)
    #expect(canvas.receive(.drag, column: 0, row: 0) == nil && text(canvas) == picture)
  }

  @Test func `the wheel magnifies the picture around the mouse`() {
    let canvas = canvas(cross)
    let picture = text(canvas)
    #expect(canvas.receive(.wheelUp, column: 10, row: 1) == nil)
    #expect(
      text(canvas) == """
                 •



          •      ◆      •


        place 4
        """)
    #expect(canvas.receive(.wheelDown, column: 10, row: 1) == nil)
    #expect(text(canvas) == picture)
  }

  @Test(arguments: 0..<100)
  func `after any actions of the mouse, a place is selected and drawn without a failure`(seed: Int)
  {
    var random = SplitMix64(seed: seed)
    let canvas = canvas(cross)
    let actions: [MouseEvent.Action] = [.press, .drag, .release, .wheelUp, .wheelDown]
    for _ in 0..<100 {
      _ = canvas.receive(
        actions.randomElement(using: &random) ?? .press,
        column: Int.random(in: -10...10_000, using: &random),
        row: Int.random(in: -10...10_000, using: &random))
      #expect(canvas.selection != nil && text(canvas).split(separator: "\n").last != nil)
    }
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

  @Test func `a place that is selected by its index is shown in a magnified picture`() {
    let canvas = canvas(cross)
    _ = text(canvas)
    for _ in 0..<6 { canvas.zoomIn() }
    canvas.select(0)
    #expect(text(canvas).contains("◆"))
  }

  @Test func `a click after a change of the size does not move the picture`() {
    let canvas = canvas(cross)
    _ = text(canvas)
    for _ in 0..<3 { canvas.zoomIn() }
    _ = canvas.lines(on: Page(columns: 60, rows: 20))
    let shown = canvas.viewport.center
    let position = canvas.viewport.position(of: [100, 50])
    _ = canvas.click(at: position, within: 1)
    #expect(canvas.selection == 1 && canvas.viewport.center == shown)
  }

  @Test func `without places nothing is selected`() {
    let canvas = canvas([])
    canvas.move(.up)
    canvas.zoomIn()
    #expect(canvas.selection == nil && text(canvas).hasSuffix("place -1"))
  }

  @Test func `a scene has the actions of its canvas once, for the canvas that it shows`()
    async throws
  {
    let scene = ListScene("Map", [])
    scene.show(canvas([[0, 0]]))
    scene.show(canvas(cross))
    #expect(scene.actions.count == Set(scene.actions.map(\.shortcut)).count)
    let tester = await SceneTester(scene)
    #expect(try await tester.press(.right) == nil)
    #expect(scene.canvas?.selection == 1)
    #expect(try await tester.press(.enter) == nil)
    #expect(scene.title == "opened 1")
  }

  @Test func `the actions of a canvas apply only when it has places`() async throws {
    let scene = ListScene("Map", [])
    scene.show(canvas([]))
    let tester = await SceneTester(scene)
    #expect(try tester.actions() == [] && !scene.actions.isEmpty)
    await #expect(throws: SceneTesterError.inapplicable(.enter, row: nil)) {
      try await tester.press(.enter)
    }
    scene.show(canvas(cross))
    #expect(try tester.actions().first == "⏎ open")
    #expect(try tester.actions().contains("+ zoom in"))
  }
}
