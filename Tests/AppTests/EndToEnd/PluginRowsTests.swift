import Console
import Foundation
import ModuleTesting
import TestSupport
import Testing
import TripsInterface

@testable import HostKit
@testable import metro

/// A plug-in that adds to the rows of the product, in the browser and on a page.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct PluginRowsTests {
  private static let hasPython =
    (try? ChildProcess.run(
      ["/usr/bin/env", "python3", "--version"], environment: ProcessInfo.processInfo.environment))?
    .0 == 0

  private static let manifest = #"""
    {"name": "reminders", "summary": "Reminds you", "command": ["./reminders.py"],
     "remote": ["remind", "today"],
     "widget": {"tool": "today", "title": "Reminders"},
     "actions": [{"on": "trip", "tool": "remind", "label": "remind me", "shortcut": "m",
                  "arguments": {"about": "trip.to.name"}}],
     "details": [{"on": "station", "tool": "remind", "title": "Reminders",
                  "arguments": {"about": "name"}}]}
    """#

  private static let program = #"""
    #!/usr/bin/env python3
    import json, sys
    about = {"type": "object", "properties": {"about": {"type": "string"}}, "required": ["about"]}
    tools = [{"name": "remind", "description": "Remind of a place", "inputSchema": about},
             {"name": "today", "description": "What is due", "inputSchema": {"type": "object"}}]
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        method, result = request["method"], {}
        if method == "initialize":
            result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                      "serverInfo": {"name": "reminders", "version": "1"}}
        elif method == "tools/list":
            result = {"tools": tools}
        elif method == "tools/call":
            about = request["params"]["arguments"].get("about", "nothing today")
            result = {"content": [{"type": "text", "text": "Will remind you of " + about}]}
        else:
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"],
                              "error": {"code": -32601, "message": "no"}}), flush=True)
            continue
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
    """#

  @Test(.enabled(if: hasPython, "Python 3 is not installed")) @MainActor
  func `a plug-in reminds of a trip, and adds to stations and the first screen`() async throws {
    let folder = TemporaryFolder()
    let source = folder.url.appending(path: "reminders")
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
    for (name, content) in [("plugin.json", Self.manifest), ("reminders.py", Self.program)] {
      let file = source.appending(path: name)
      try Data(content.utf8).write(to: file)
      chmod(file.path, 0o700)
    }
    let environment = ProcessInfo.processInfo.environment
    let session = try HostSession(
      environment: environment.filter { ["HOME", "PATH"].contains($0.key) })
    for line in [
      ["plugins", "add", source.path], ["plugins", "trust", "reminders", "--yes"],
      ["trips", "add", "Trindade", "Aliados", "--depart", "18:00"],
    ] {
      let result = try await session.run(line)
      #expect(result.code == .answered, "\(line): \(result.errors)")
      if line[1] == "trust" {
        let text = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for added in [
          "action of trip: 'remind me' → remind(about: trip.to.name)",
          "detail of station: 'Reminders' → remind(about: name), whenever such a row is selected",
        ] {
          #expect(text.contains(added), "\(text)")
        }
      }
    }

    for columns in [40, 120] {
      let browser = try await BrowserSession(
        size: .init(columns: columns, rows: 120), folder: session.folder,
        app: session.host.withPlugins.app)
      #expect(browser.text.contains("Will remind you of nothing today"), "\(browser.text)")
      await browser.open("Trips")
      #expect(columns == 40 || browser.text.contains("m remind me"), "\(browser.text)")
      await browser.press(.character("m"))
      #expect(browser.text.contains("Will remind you of Aliados"), "\(browser.text)")
      await browser.press(.escape)
      await browser.open("Stations")
      await browser.press(.paste("Trindade"))
      await browser.press(.enter)
      #expect(browser.text.contains("Will remind you of Trindade"), "\(browser.text)")
      await browser.stop()
    }

    let tools = try await Metro.app.page(
      at: "/at/scenes/Reminders", folder: session.folder, environment: HostSession.longDeadlines)
    for text in ["Reminders: remind", "Remind of a place", "Reminders: today", "What is due"] {
      #expect(tools.output.contains(text), "\(tools.output) \(tools.errors)")
    }
    // It is sent without its rows if they take long.
    let now = try Date("2026-11-20T12:00:00Z", strategy: .iso8601)
    var trip: CommandLineOutput
    repeat {
      trip = try await Metro.app.page(
        at: "/at/scenes/Trips?select=trips/1", folder: session.folder,
        environment: HostSession.longDeadlines, now: { now })
    } while trip.output.contains("Loading…")
    #expect(
      trip.output.contains(#"name="action.m" value="reminders/remind/remind me""#),
      "\(trip.output) \(trip.errors)")
  }
}

extension BrowserSession {
  /// What the screen shows.
  fileprivate var text: String { browser.frame.lines.joined(separator: "\n") }
}
