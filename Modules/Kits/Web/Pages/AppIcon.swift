import Console
import Documents
import Platform

extension HTML {
  /// The icon of an app that has no other: the first letter of its name, on a colour that the name
  /// decides, as SVG.
  static func icon(ofApp name: String) -> HTML {
    var html = HTML()
    html.append("svg", ["xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 32 32"]) { html in
      html.append(
        empty: "rect",
        ["width": "32", "height": "32", "rx": "7", "fill": Color.iconBackground(ofApp: name).hex])
      html.append(
        "text",
        [
          "x": "16", "y": "23.5", "text-anchor": "middle", "fill": "#fff", "font-size": "21",
          "font-weight": "700", "font-family": "system-ui, sans-serif",
        ]
      ) { $0.append(name.prefix(1).uppercased()) }
    }
    return html
  }
}

extension Color {
  /// Colours on which white can be read.
  static let iconBackgrounds: [Color] = [
    0x0b_62c4, 0x17_692f, 0x8f_4b00, 0xb3_141d, 0x6a_3ab2, 0x00_696f, 0x9b_1d6b, 0x4a_5a00,
    0x3f_51a3, 0xa3_3c00, 0x34_556b, 0x7a_2e2e,
  ].map { Color(rgb: $0) }

  fileprivate static func iconBackground(ofApp name: String) -> Color {
    // A hash that is the same in every process.
    let number = Int(SHA256.name(of: name).prefix(8), radix: 16) ?? 0
    return iconBackgrounds[number % iconBackgrounds.count]
  }
}
