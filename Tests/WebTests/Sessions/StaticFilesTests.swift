import Documents
import Foundation
import Testing

@testable import Web

struct StaticFilesTests {
  private static let logo = ["logo.svg": Array("<svg/>".utf8)]

  private func get(
    _ target: String, of files: StaticFiles, fields: [String: String] = [:]
  ) throws -> HTTPResponse? {
    files.response(to: try HTTPRequest(.get, target, fields: fields))
  }

  @Test func `a file is kept under the address with its digest only`() throws {
    let files = try StaticFiles(Self.logo, ofApp: "shop")
    let address = try #require(files.address(of: "logo.svg"))
    let kept = try #require(try get(address, of: files))
    #expect(kept.text == "<svg/>" && kept["Content-Type"] == "image/svg+xml")
    #expect(kept["Cache-Control"] == "public, max-age=31536000, immutable")
    for target in ["/logo.svg", "/logo.svg?v=", "/logo.svg?v=0123456789abcdef"] {
      let response = try #require(try get(target, of: files))
      #expect(response.text == "<svg/>" && response["Cache-Control"] == "no-cache")
      let tag = try #require(response["ETag"])
      let again = try #require(try get(target, of: files, fields: ["if-none-match": tag]))
      #expect(again.status == 304 && again.text.isEmpty)
    }
  }

  @Test(arguments: [
    "/", "/logo", "/LOGO.svg", "/logo.svg/", "/logo.svg/x", "/x/logo.svg", "/etc/passwd",
    "/..%5Clogo.svg", "/logo.svg%00", "/style.css",
  ])
  func `another path than the names of the files names none`(target: String) throws {
    let files = try StaticFiles(Self.logo, ofApp: "shop")
    // Some of these targets are refused before.
    #expect((try? HTTPRequest(.get, target)).flatMap { files.response(to: $0) } == nil)
    #expect(files.response(to: try HTTPRequest(.post, "/logo.svg")) == nil)
  }

  @Test func `an app adds to the style sheet, and replaces the icon and the style sheet`() throws {
    let own = ["web.css": "p {}", "style.css": "b {}", "icon.svg": "<svg/>"]
    let files = try StaticFiles(own.mapValues { Array($0.utf8) }, ofApp: "shop")
    #expect(try get("/web.css", of: files)?.text == "p {}\nb {}")
    #expect(try get("/icon.svg", of: files)?.text == "<svg/>")
    let added = try StaticFiles(["style.css": Array("b {}".utf8)], ofApp: "shop")
    let usual = try StaticFiles(ofApp: "shop")
    let text = try #require(try get("/web.css", of: usual)?.text)
    #expect(try get("/web.css", of: added)?.text == text + "\nb {}")
    #expect(added.address(of: "web.css") != usual.address(of: "web.css"))
  }

  @Test(arguments: ["", "logo", ".svg", "../logo.svg", "a/b.svg", "a b.svg", "a.b.svg", "ä.svg"])
  func `a file needs a simple name`(name: String) {
    #expect(throws: StaticFileError.badName(name)) {
      try StaticFiles([name: []], ofApp: "shop")
    }
  }

  @Test func `files have a type that pages load, and limits`() {
    let types = ["css", "ico", "jpg", "js", "png", "svg", "webp"]
    #expect(throws: StaticFileError.unknownType("a.html", known: types)) {
      try StaticFiles(["a.html": []], ofApp: "shop")
    }
    let large = [UInt8](repeating: 0, count: 4 << 20)
    #expect(throws: Never.self) { try StaticFiles(["a.png": large], ofApp: "shop") }
    #expect(throws: StaticFileError.tooLarge("a.png", maximum: 4 << 20)) {
      try StaticFiles(["a.png": large + [0]], ofApp: "shop")
    }
    let many = (1...101).map { ("\($0).png", [UInt8]()) }
    #expect(throws: StaticFileError.tooMany(101, maximum: 100)) {
      try StaticFiles(Dictionary(uniqueKeysWithValues: many), ofApp: "shop")
    }
  }

  // MARK: The icon

  @Test func `an app without an icon has the first letter of its name as one`() throws {
    let icon = try #require(try get("/icon.svg", of: StaticFiles(ofApp: "shop"))?.text)
    #expect(icon.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg""#))
    #expect(icon.contains(">S</text>"))
    #expect(try get("/icon.svg", of: StaticFiles(ofApp: "<"))?.text.contains(">&lt;<") == true)
    let names = (1...100).map { "app\($0)" }
    let icons = try names.map { try get("/icon.svg", of: StaticFiles(ofApp: $0))?.text }
    #expect(Set(icons).count == Color.iconBackgrounds.count)
  }

  @Test func `the letter can be read on all colours`() {
    #expect(Color.iconBackgrounds.allSatisfy { $0.contrast(with: .white) >= 4.5 })
  }
}
