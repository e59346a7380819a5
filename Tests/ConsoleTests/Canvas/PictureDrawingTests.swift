import Documents
import Mediator
import Testing

@testable import Console

@Suite struct PictureDrawingTests {
  /// Two important places and a minor one between them.
  private func picture(
    legend: Picture.Legend? = nil, neighbourDistance: Double = 10, imageOption: String? = nil
  ) -> Picture {
    let places = [
      Picture.Place(at: [0, 0], Picture.Mark(.ring), name: Picture.Name("lamp")),
      Picture.Place(
        at: [10, 10], Picture.Mark(.dot, isMinor: true),
        name: Picture.Name("wire", isMinor: true), rank: 2),
      Picture.Place(at: [20, 20], Picture.Mark(.disc), name: Picture.Name("fuse")),
    ]
    return Picture(
      title: "Circuit", subtitle: "three parts", places: places, legend: legend,
      distinctColors: [Color(rgb: 0xEE_0000), Color(rgb: 0xDD_0000)],
      neighbourDistance: neighbourDistance, imageOption: imageOption)
  }

  private func text(_ document: Document, _ columns: Int, _ rows: Int?) -> String {
    Page(columns: columns, rows: rows).text(of: document)
  }

  @Test(arguments: [nil, 40, 24, 14] as [Int?])
  func `a picture has the height that the blocks above it leave, but for one row`(rows: Int?) {
    let document: Document = [.heading("Plans"), .group([.heading("One"), .picture(picture())])]
    let lines = text(document, 80, rows).split(separator: "\n", omittingEmptySubsequences: false)
    // Without a limit, the picture has the usual height.
    #expect(lines.count == rows.map { $0 - 1 } ?? 42)
    #expect(lines[3] == "Circuit    three parts")
  }

  @Test(
    arguments: [
      (
        "-o plan.svg",
        "window of at least 20 columns and 8 rows; this one has 30 and 7. '-o plan.svg' writes an image."
      ),
      (nil, "window of at least 20 columns and 8 rows; this one has 30 and 7."),
    ] as [(String?, String)])
  func `a page that is too small says what is missing`(option: String?, expected: String) {
    let text = text([.picture(picture(imageOption: option))], 30, 7)
    #expect(text.replacing("\n", with: " ") == "The picture needs a \(expected)")
  }

  @Test(
    arguments: [
      (10, "-o plan.svg", "◉•●", "-o plan.svg writes an image."), (10, nil, "◉•●", ""),
      (0.1, "-o plan.svg", "◉●", "2 of 3 names; -o plan.svg has more."),
      (0.1, nil, "◉●", "2 of 3 names"),
    ] as [(Double, String?, String, String)])
  func `minor marks and names are drawn where neighbours are not too close`(
    distance: Double, option: String?, marks: String, note: String
  ) {
    let picture = picture(neighbourDistance: distance, imageOption: option)
    let text = text([.picture(picture)], 40, 16)
    #expect(text.filter { "◉•●".contains($0) } == marks)
    #expect(text.contains("wire") == (distance > 1))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).last ?? "?" == note)
  }

  private static let badges = (1...9).map { Badge("\($0)0", rgb: nil) }
  private static let parts = (1...3).map {
    Picture.Legend.Entry([Badge("\($0)", rgb: nil)], "part \($0) of this", summary: "p\($0)")
  }

  @Test(
    arguments: [
      (Picture.Legend([.init(badges, "decades")]), 8, "[10] [20] [30] [+6]"),
      (
        Picture.Legend([.init(badges, "decades")]), 24,
        "[10] [20] [30] [40]\n[50] [60] [70] [80]\n[90]"
      ),
      (
        Picture.Legend(parts, total: "3 parts"), 20,
        "[1] part 1 of this\n[2] part 2 of this\n[3] part 3 of this"
      ),
      (Picture.Legend(parts, total: "3 parts"), 10, "[1] part 1 of this\n+2 more"),
      (Picture.Legend(parts, total: "3 parts"), 8, "3 parts"),
    ])
  func `the legend has a part of the height, and counts what does not fit`(
    legend: Picture.Legend, rows: Int, expected: String
  ) {
    let text = text([.picture(picture(legend: legend))], 20, rows)
    #expect(text.contains("\n\(expected)\n"), "\(text)")
  }

  @Test(
    arguments: [
      (60, "[1] part 1 of this  [2] part 2 of this  [3] part 3 of this"),
      (30, "[1] p1  [2] p2  [3] p3"), (20, "[1] p1  +2 more"),
    ])
  func `below a view, the legend and the caption have one row each`(
    columns: Int, expected: String
  ) {
    let picture = picture(legend: Picture.Legend(Self.parts, total: "3 parts"))
    let viewport = Viewport(
      fitting: picture.places.map(\.position), columns: columns, rows: 8)
    let lines = Page(columns: columns).lines(
      of: picture, in: viewport, selection: 0,
      caption: Picture.Caption("lamp", [Badge("1", rgb: nil)]))
    #expect(lines.count == 10 && Array(lines.suffix(2)) == [expected, "lamp [1]"])
    #expect(lines.joined().filter { "◆•●".contains($0) } == "◆•●")
  }
}
