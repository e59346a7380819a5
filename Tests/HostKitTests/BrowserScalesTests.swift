import Console
import Documents
import Foundation
import Mediator
import ModuleTesting
import Platform
import Scenes
import TestSupport
import Testing

@testable import HostKit

/// What the mouse and the key `s` do in a scene that uses them itself.
@MainActor
struct BrowserScalesTests {
  private let moves = Recorder<Scale.Move>()
  private let volume = Lock(0)

  /// A scene with two rows below a heading and a scale from 0 to 39, which is drawn in as many
  /// columns.
  private func browser() async -> Browser {
    let scenes = [
      SceneDescription("Radio", "listen") { [moves, volume] _ in
        let scale = ListSection(
          "volume", id: { "\($0)" },
          layout: .detail { (volume: Int) in
            [
              .group([
                .paragraph("Volume"),
                .scale(Scale("volume", 0...39, at: volume, label: "\(volume)")),
              ])
            ]
          }
        ) { _ in ListPage([volume.withLock { $0 }]) }
        let stations = ListSection(
          "stations", id: \.self, layout: .table(.init { (name: String) in "\(name)" })
        ) { _ in ListPage(["Antena", "Nova"]) }
        let scene = ListScene("Radio", [scale, stations])
        scene.moveScale = { [weak scene] id, move in
          #expect(id == "volume")
          moves.record(move)
          if move == .back { throw RadioError.off }
          if case .to(let position) = move { volume.withLock { $0 = position } }
          await scene?.refresh()
        }
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

  @Test func `a press on a scale and the drag after it move the position`() async {
    let browser = await browser()
    #expect(browser.frame.lines[3].hasPrefix("  ◀ ●──") && browser.frame.lines[5] == "▸ Antena")
    // A drag without a press does nothing.
    await send(.drag, 3, 9, to: browser)
    await send(.press, 3, 7, to: browser)
    #expect(browser.frame.lines[3].hasPrefix("  ◀ ━━━●──"))
    #expect(browser.frame.lines[3].hasSuffix("─ ▶  3"))
    await send(.drag, 3, 9, to: browser)
    // Below the scale, and beside it.
    await send(.drag, 6, 10, to: browser)
    await send(.drag, 3, 70, to: browser)
    await send(.release, 3, 12, to: browser)
    await send(.drag, 3, 20, to: browser)
    #expect(moves.values == [.to(3), .to(5), .to(6)])
    #expect(browser.frame.lines[3].hasPrefix("  ◀ ━━━━━━●──"))
    #expect(browser.frame.lines[5] == "▸ Antena")
  }

  @Test func `an arrow beside a scale moves the position by one, and an error is shown`() async {
    let browser = await browser()
    await send(.press, 3, 45, to: browser)
    await send(.release, 3, 45, to: browser)
    await send(.press, 3, 2, to: browser)
    #expect(moves.values == [.forward, .back])
    #expect(browser.frame.lines.contains { $0.contains("the radio is off") })
  }

  @Test(arguments: [0, 1, 2, 4, 6, 12, 13, 99])
  func `a press elsewhere moves no scale`(row: Int) async {
    let browser = await browser()
    await send(.press, row, 7, to: browser)
    await send(.drag, 3, 7, to: browser)
    #expect(moves.values.isEmpty)
    #expect(browser.frame.lines[row == 6 ? 6 : 5].hasPrefix("▸ "))
  }

  @Test func `while the help is shown, no scale moves`() async {
    let browser = await browser()
    await press(.character("?"), in: browser)
    await send(.press, 3, 7, to: browser)
    #expect(moves.values.isEmpty)
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

private enum RadioError: Error, CustomStringConvertible {
  case off

  var description: String { "the radio is off" }
}
