import Console
import Foundation
import Mediator
import ModuleTesting
import Scenes
import TestSupport
import Testing

@testable import HostKit

/// What the mouse and the key `s` do in a scene that uses them itself.
@MainActor
struct BrowserPointsTests {
  private let points = Recorder<ListPoint>()

  /// A scene with two rows below a text of two lines, which receives the mouse.
  private func browser() async -> Browser {
    let scenes = [
      SceneDescription("Radio", "listen") { [points] _ in
        let scale = ListSection("volume", id: \.self, layout: .detail { (text: String, _) in text })
        {
          _ in ListPage(["Volume\n─────●───"])
        }
        let stations = ListSection(
          "stations", id: \.self, layout: .table(.init { (name: String) in "\(name)" })
        ) { _ in ListPage(["Antena", "Nova"]) }
        let scene = ListScene("Radio", [scale, stations])
        scene.receivePoint = { points.record($0) }
        scene.file = { SceneFile(.text("<svg/>"), title: "Waves", pathExtension: "svg") }
        return scene
      }
    ]
    let browser = Browser(
      title: "shop", scenes, mediator: Mediator(), size: ScreenSize(columns: 80, rows: 15),
      colors: .none)
    await press(.enter, in: browser)
    return browser
  }

  private func send(
    _ action: MouseEvent.Action, _ row: Int, _ column: Int, to browser: Browser
  ) async {
    await press(.mouse(MouseEvent(action, at: .init(row: row, column: column))), in: browser)
  }

  private func point(_ line: Int, _ column: Int) -> ListPoint {
    ListPoint(section: "volume", line: line, column: column, pageColumns: 78)
  }

  @Test func `a press on a line of a detail and the drag after it belong to the scene`() async {
    let browser = await browser()
    #expect(browser.frame.lines[3] == "  ─────●───" && browser.frame.lines[5] == "▸ Antena")
    // A drag without a press does nothing.
    await send(.drag, 3, 9, to: browser)
    await send(.press, 3, 4, to: browser)
    await send(.drag, 3, 6, to: browser)
    // Beside the line, and on the left of it.
    await send(.drag, 6, 7, to: browser)
    await send(.drag, 1, 0, to: browser)
    await send(.release, 1, 0, to: browser)
    await send(.drag, 3, 5, to: browser)
    await send(.press, 2, 3, to: browser)
    #expect(
      points.values == [point(1, 2), point(1, 4), point(1, 5), point(1, -2), point(0, 1)])
    #expect(browser.frame.lines[5] == "▸ Antena")
  }

  @Test(arguments: [0, 1, 4, 6, 12, 13, 99])
  func `a press elsewhere is no point of the scene`(row: Int) async {
    let browser = await browser()
    await send(.press, row, 3, to: browser)
    await send(.drag, 3, 3, to: browser)
    #expect(points.values.isEmpty)
    #expect(browser.frame.lines[row == 6 ? 6 : 5].hasPrefix("▸ "))
  }

  @Test func `while the help is shown, the scene receives no point`() async {
    let browser = await browser()
    await press(.character("?"), in: browser)
    await send(.press, 3, 3, to: browser)
    #expect(points.values.isEmpty)
  }

  @Test func `s asks for a path, and saves the file of the scene`() async throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let file = folder.url.appending(path: "a.svg")
    let browser = await browser()
    await press(.character("s"), in: browser)
    #expect(browser.frame.lines[14] == "save to the file:  ⏎ use the title  Esc back  F1 keys")
    await press(.paste(file.path), .enter, in: browser)
    #expect(browser.frame.lines.joined().contains("Saved 'Waves' to"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "<svg/>")
  }
}
