import Console
import Foundation
import Mediator
import ModuleTesting
import Scenes
import Testing

@testable import HostKit

/// Keys that the person has chosen.
@MainActor @Suite(.timeLimit(.minutes(15))) struct BrowserChosenKeysTests {
  private let fixture = StopsFixture()

  private func browser(_ keys: [String: String]) async -> Browser {
    let browser = await fixture.browser(columns: 60, rows: 20, keys: BrowserKeys(keys))
    await press(.enter, in: browser)
    return browser
  }

  @Test func `a chosen key does what its command does, and the key before does nothing`() async {
    let browser = await browser([
      "keys.quit": "x", "keys.down": "n", "keys.last": "E", "keys.search": ";",
    ])
    await press(.character("j"), .character("G"), .character("q"), in: browser)
    #expect(browser.frame.lines[0] == "shop › Stops" && browser.frame.lines.contains("▸ Trindade"))
    await press(.character("n"), in: browser)
    #expect(browser.frame.lines.contains("▸ Casa da Música"))
    await press(.character("E"), in: browser)
    #expect(browser.frame.lines.contains("▸ Aliados"))
    await press(.character(";"), .character(";"), .character("x"), in: browser)
    #expect(browser.frame.lines.last?.hasPrefix("/x") == true)
    await press(.escape, .escape, .character("x"), in: browser)
    #expect(browser.scenes.count == 1)
  }

  @Test func `a search can begin with the letter that opens it`() async {
    let browser = await browser(["keys.search": "s"])
    await press(.character("s"), .character("s"), in: browser)
    #expect(browser.frame.lines.last?.hasPrefix("/s") == true)
  }

  @Test func `a scene can be left by the chosen key, also if one of its actions has the key`() async
  {
    let scene = SceneDescription("Stops", "") { _ in
      let scene = ListScene("Stops", [])
      scene.addAction("remove", key: "x") { _ in "removed" }
      return scene
    }
    let browser = await fixture.browser(scene, keys: BrowserKeys(["keys.quit": "x"]))
    await press(.enter, .character("x"), in: browser)
    #expect(browser.scenes.count == 1)
  }

  @Test func `two commands can exchange their keys`() async {
    let browser = await browser(["keys.up": "j", "keys.down": "k"])
    await press(.character("k"), in: browser)
    #expect(browser.frame.lines.contains("▸ Casa da Música"))
    await press(.character("j"), in: browser)
    #expect(browser.frame.lines.contains("▸ Trindade"))
  }

  @Test func `the last line and the help show the chosen keys`() async {
    let browser = await browser(["keys.quit": "x", "keys.help": "h", "keys.refresh": "R"])
    #expect(browser.frame.lines.last?.hasPrefix("h keys") == true)
    #expect(browser.frame.lines.last?.contains("x back") == true)
    await press(.mouse(.init(.press, at: .init(row: 19, column: 0))), in: browser)
    let help = browser.frame.lines
    #expect(help.contains { $0.hasPrefix("  R            refresh") })
    #expect(help.contains { $0.hasPrefix("  x, Esc       back") })
    #expect(help.contains { $0.hasPrefix("  F1           show these keys; so does h") })
  }

  @Test(arguments: [
    ("x", true), ("é", true), ("门", true), ("", false), ("xy", false), (" ", false),
    ("\u{7}", false), ("\u{301}", false), ("👨‍👩‍👧", false), ("Enter", false),
  ])
  func `a key is one character that is typed with one key`(text: String, isKey: Bool) {
    #expect((BrowserKeys.expectation(for: text) == nil) == isKey)
  }

  @Test(
    arguments: [
      ([:], nil), (["keys.quit": "x"], nil), (["keys.up": "j", "keys.down": "k"], nil),
      (["keys.refresh": "s"], "refresh save"), (["keys.quit": "x", "keys.copy": "x"], "quit copy"),
    ] as [([String: String], String?)])
  func `two commands must not have one key`(values: [String: String], conflict: String?) {
    let found = BrowserKeys(values).conflict.map { "\($0.0) \($0.1)" }
    #expect(found == conflict)
  }

  @Test(
    arguments: [
      (
        #"{"keys": {"refresh": "s"}}"#,
        "'s' is the key of 'keys.refresh' and of 'keys.save'; "
          + "choose another for one of them"
      ),
      (#"{"keys": {"refesh": "x"}}"#, "no setting 'keys.refesh', found in "),
      (#"{"keys": {"quit": "Ctrl-X"}}"#, "bad value 'Ctrl-X' for 'keys.quit' (SHOP_KEYS_QUIT) in "),
    ])
  func `a mistake is an error of commands, and a finding of the doctor`(
    file: String, sentence: String
  ) async throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data(file.utf8).write(to: folder.url.appending(path: "config.json"))
    let app = CommandLineApp.shop([])
    for line in [["modules"], ["doctor"]] {
      let result = try await app.run(line, folder: folder.url)
      #expect(result.code != .answered)
      #expect((result.output + result.errors).replacing("\n  ", with: " ").contains(sentence))
    }
  }
}
