import Console
import Foundation
import Mediator
import ModuleTesting
import TestSupport
import Testing
import Web

@testable import HostKit

/// What `web` shows first, from where it is reached, and how that is shown.
struct WebOptionsTests {
  private func reach(behind proxy: String?, lan: String?) throws -> WebReach {
    var parameters: Parameters = [:]
    if let proxy { parameters.append(proxy, for: "behind") }
    if let lan { parameters.append(lan, for: "lan") }
    return try parameters.decode(WebOptions.self).reach
  }

  @Test(
    arguments: [
      ("https://shop.example", nil, .proxy("shop.example")), (nil, nil, .thisMachine),
      (nil, "false", .thisMachine),
    ] as [(String?, String?, WebReach)])
  func `pages are reached from this machine, unless an option says from where`(
    proxy: String?, lan: String?, expected: WebReach
  ) throws {
    #expect(try reach(behind: proxy, lan: lan) == expected)
  }

  @Test(
    arguments: [
      ("http://shop.example", nil, .badProxy("http://shop.example")),
      ("https://shop.example", "true", .proxyInNetwork),
    ] as [(String?, String?, HostError)])
  func `other ways to reach them are refused`(proxy: String?, lan: String?, error: HostError) {
    #expect(throws: error) { try reach(behind: proxy, lan: lan) }
  }

  @Test(arguments: [
    ("web --scene Nowhere", 3, "no scene 'Nowhere'"), ("web --port 70000", 2, "is not a port"),
    ("web --behind ftp://a", 2, "is not the address of a proxy"),
    ("web shop://nowhere/at", 3, "nowhere"), ("web https://example.org", 2, "https"),
    ("web shop://nowhere/at --scene Trips", 2, "either a link or '--scene'"),
  ])
  func `a wrong option is an error before anything is served`(
    line: String, code: Int32, text: String
  ) async throws {
    let app = CommandLineApp.shop([BusesModule.self])
    let folder = TemporaryFolder()
    let output = try await app.run(
      line.components(separatedBy: " "), folder: folder.url, environment: [:])
    #expect(output.code.rawValue == code && output.output.isEmpty, "\(output)")
    #expect(output.errors.contains(text), "\(output.errors)")
  }

  @Test(arguments: [
    (80, true, 17), (29, true, 15), (28, true, 0), (80, false, 0),
  ])
  func `a code is drawn where it fits and has its own colours`(
    columns: Int, hasColors: Bool, count: Int
  ) throws {
    let code = try #require(QRCode("http://a"))
    let page = Page(columns: columns, rows: nil, colors: hasColors ? .ansi16 : .none, theme: .dark)
    let lines = code.lines(on: page)
    #expect(lines.count == (count == 0 ? 0 : (code.size + 8 + 1) / 2))
    #expect(lines.allSatisfy { $0.hasPrefix("\u{1B}[30;107m    ") && $0.hasSuffix("\u{1B}[0m") })
  }

  @Test(arguments: [(100, true), (60, true), (40, false)])
  func `the address and its code are shown as they are, whatever the width of the terminal`(
    columns: UInt16, showsCode: Bool
  ) throws {
    let terminal = try PseudoTerminal(columns: columns)
    let output = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
    let address = "http://192.168.1.5:8080/?key=" + String(repeating: "0123456789abcdef", count: 4)
    CommandLineHost(app: .shop([]), folder: TemporaryFolder().url, output: output, errors: output)
      .announce(address, for: .localNetworks(["192.168.1.5"]), port: 8080)
    let lines = try terminal.written().components(separatedBy: "\r\n")
    #expect(lines.contains("  \(address)"))
    let code = try #require(QRCode(address)).lines(on: Page(columns: 100, colors: .ansi16))
    #expect(code.count == 25 && code.allSatisfy { lines.contains($0) } == showsCode)
  }

  @Test func `the file that opens a browser can be read by its owner only, and is removed`() throws
  {
    let folder = TemporaryFolder()
    let browser = SystemBrowser(in: folder.url)
    let path = folder.url.appending(path: "host/open.html").path
    try browser.write("http://localhost:8080/?key=0123&a=<b>", app: "shop")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let content = try String(contentsOfFile: path, encoding: .utf8)
    #expect(content.contains(#"content="0; url=http://localhost:8080/?key=0123&amp;a=&lt;b&gt;""#))
    browser.removeFile()
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
