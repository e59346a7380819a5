import Console
import Documents
import Mediator
import Testing

@Suite struct PageScaleTests {
  private func scale(at position: Int = 0) -> Scale {
    Scale("departure", 0...3, at: position, label: "\(position + 1) of 3")
  }

  @Test(
    arguments: [
      // `◀ ●────…──── ▶  1 of 3` has 40 columns for four positions.
      (0, .back), (1, .back), (2, .to(0)), (8, .to(0)), (9, .to(1)), (15, .to(1)), (27, .to(2)),
      (41, .to(3)), (42, .forward), (43, .forward),
      // Beside the scale.
      (44, nil), (50, nil), (-1, nil),
    ] as [(Int, Scale.Move?)])
  func `a press of the mouse on a scale moves to the position there`(
    column: Int, move: Scale.Move?
  ) {
    #expect(Page(columns: 60).move(at: column, of: scale()) == move)
  }

  @Test(arguments: [24, 40, 80, 200], [0, 1, 2, 3])
  func `the position that is drawn is the one to which a press there moves`(
    columns: Int, position: Int
  ) {
    let page = Page(columns: columns)
    let column = page.text(of: [.scale(scale(at: position))]).prefix { $0 != "●" }.count
    #expect(page.move(at: column, of: scale(at: position)) == .to(position))
  }
}
