import Documents
import Mediator
import Testing

@testable import Web

struct PictureTests {
  private static func place(
    _ name: String, at position: SIMD2<Double>, rank: Int = 1, role: TextRole = .plain
  ) -> Picture.Place {
    Picture.Place(
      at: position, .init(.dot, role), name: .init(LocalizedText(verbatim: name)), rank: rank)
  }

  private static func picture(_ places: [Picture.Place]) -> Picture {
    Picture(
      title: "Porto", subtitle: "6 lines", places: places,
      segments: zip(places, places.dropFirst()).map {
        Picture.Segment(from: $0.position, to: $1.position, [.color(.black), .faint])
      },
      legend: Picture.Legend([.init([Badge("A", rgb: 0)], "to the sea")], total: "1 line"))
  }

  @Test func `a picture has a title, a legend, a description, segments and places`() throws {
    let places = [Self.place("Trindade", at: [0, 0]), Self.place("Aliados", at: [9, 3])]
    let markup = try Markup([.picture(Self.picture(places))])
    #expect(markup.elements("h2").map(\.text) == ["Porto"])
    #expect(markup.elements("li").map(\.text) == ["A to the sea"])
    let svg = markup.elements("svg").filter { $0["class"] == "picture" }
    #expect(svg.map { $0["role"] } == ["img"])
    #expect(svg.map { $0["aria-label"] } == ["Porto, 6 lines"])
    #expect(markup.elements("desc").map(\.text) == ["A to the sea"])
    #expect(markup.elements("path").map { $0["stroke-dasharray"] } == [nil, "9 9"])
    #expect(Set(markup.elements("text").map(\.text)) == ["Trindade", "Aliados"])
    #expect(Set(markup.elements("g").compactMap { $0["data-place"] }) == ["0", "1"])
  }

  @Test func `a place is a link if it leads somewhere, and has a name`() throws {
    var context = PageContext()
    context.placeAddress = { $0 == 1 ? "/place/1" : nil }
    let places = (0..<3).map { Self.place("Station \($0)", at: [0, 0], rank: $0) }
    let markup = try Markup([.picture(Self.picture(places))], in: context)
    #expect(markup.elements("svg").last?["role"] == "group")
    let link = try #require(markup.elements("a").first)
    #expect(link["href"] == "/place/1" && link["data-place"] == "1" && link.text == "Station 1")
  }

  @Test func `a canvas shows a part of a picture, and the selected place`() throws {
    let places = [Self.place("a", at: [0, 0]), Self.place("b", at: [100, 0])]
    var viewport = Viewport(fitting: places.map(\.position), size: [300, 200])
    viewport.zoom(by: 8, around: [0, 0])
    var html = HTML()
    html.append(
      Self.picture(places), in: PageContext(), viewport: viewport, selection: 0)
    let markup = try Markup(html)
    #expect(markup.elements("svg").first?["viewBox"] == "0 0 300 200")
    let shown = markup.elements("g").filter { $0["data-place"] != nil }
    #expect(shown.map(\.text) == ["a"])
    #expect(shown.map { $0["class"] } == ["place selected"])
    #expect(markup.elements("figcaption").isEmpty && markup.elements("li").count == 1)
  }

  @Test(arguments: [1, 20, 400])
  func `names do not overlap, are in the picture`(count: Int) throws {
    let places = (0..<count).map { index in
      let number = Double(index)
      let position = SIMD2(
        900 * (number * 0.618).truncatingRemainder(dividingBy: 1),
        600 * (number * 0.7548).truncatingRemainder(dividingBy: 1))
      return Self.place("Station \(index)", at: position, rank: index)
    }
    let texts = try Markup([.picture(Picture(places: places))]).elements("text")
    let boxes = try texts.map { text -> (SIMD2<Double>, SIMD2<Double>) in
      let (x, y) = (
        try #require(text["x"].flatMap(Double.init)), try #require(text["y"].flatMap(Double.init))
      )
      let width = Double(text.text.count) * 6
      let left =
        switch text["text-anchor"] {
        case "start": x
        case "end": x - width
        default: x - width / 2
        }
      return ([left, y - 8], [left + width, y])
    }
    for (index, box) in boxes.enumerated() {
      #expect(box.0.x >= 0 && box.0.y >= 0 && box.1.x <= 960 && box.1.y <= 640)
      let hasOverlap = boxes[..<index].contains {
        box.0.x < $0.1.x && $0.0.x < box.1.x && box.0.y < $0.1.y && $0.0.y < box.1.y
      }
      #expect(!hasOverlap)
    }
    #expect(texts.count >= min(count, 100))
  }

  @Test(arguments: [Double.nan, .infinity, 1e300, -1e300])
  func `a position that is not finite, or far away, harms nothing`(number: Double) throws {
    let places = [Self.place("a", at: [number, 0]), Self.place("b", at: [1, 1])]
    #expect(try Markup([.picture(Self.picture(places))]).elements("svg").count > 0)
    #expect(try Markup([.picture(Picture(places: []))]).elements("svg").count == 1)
  }
}
