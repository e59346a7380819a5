import Documents
import Mediator
import Testing

@testable import Web

struct StyleSheetTests {
  private static let text = String(decoding: PackageResources.web_css, as: UTF8.self)

  @Test func `the style sheet has at most 20 KB and loads nothing`() {
    #expect(Self.text.utf8.count <= 20_000)
    #expect(!Self.text.contains("url(") && !Self.text.contains("@import"))
  }

  @Test(arguments: [1, 40, 50, 60, 66, 76, 80, 100, 140, 200])
  func `there is a rule for each width of a page`(width: Int) throws {
    var table = Table(
      from: width, [.init("a", minimumPageWidth: width, isShownBelow: true)])
    table.append(["b"], narrower: "c")
    let markup = try Markup([.table(table)])
    let names = (markup.elements("table") + markup.elements("th")).compactMap { $0["class"] }
    #expect(names.count == 2)
    let below = try #require(markup.elements("span").first?["class"])
    #expect(Self.text.contains(".\(below) {"))
    #expect(names.allSatisfy { Self.text.contains(".\($0)") }, "\(names)")
  }

  /// The colours of a theme by name: the first, second, third or fourth `:root`.
  private static func colors(ofTheme number: Int) -> [String: Color] {
    let blocks = text.matches(of: /:root \{([^}]*)\}/).map { String($0.1) }
    let colors = blocks[number].matches(of: /--([a-z]+): #([0-9a-f]+);/).map { match in
      let digits = match.2.count == 3 ? match.2.map { "\($0)\($0)" }.joined() : String(match.2)
      return (String(match.1), Color(rgb: UInt32(digits, radix: 16) ?? 0))
    }
    return Dictionary(colors) { first, _ in first }
  }

  @Test(arguments: [(theme: 0, least: 4.5), (1, 4.5), (2, 7), (3, 7)])
  func `texts can be read in light, dark and high contrast`(theme: Int, least: Double) throws {
    let colors = Self.colors(ofTheme: theme)
    for name in ["text", "faint", "accent", "positive", "warning", "critical"] {
      let color = try #require(colors[name])
      for background in ["background", "surface", "selection"] {
        let background = try #require(colors[background])
        #expect(color.contrast(with: background) >= least, "\(name)")
      }
    }
    let control = try #require(colors["control"])
    #expect(control.contrast(with: try #require(colors["background"])) >= 3)
  }

  @Test func `symbols are made for the backgrounds of the style sheet`() {
    #expect(Self.colors(ofTheme: 0)["background"] == Color.lightBackground)
    #expect(Self.colors(ofTheme: 1)["background"] == Color.darkBackground)
  }
}
