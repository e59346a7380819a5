import Console
import Foundation
import Mediator
import ModuleManager
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// Each text of the feed `hostile-text.zip` and of the notices contains overrides and isolates of
/// the writing direction, zero-width characters, tags, fillers, controls, a line separator, private
/// code points and twenty marks on a letter.
@Suite struct HostileTextTests {
  private static let feed = SharedData.checkout
    .appending(path: "Tests/AppTests/Fixtures/Feeds/hostile-text.zip").path
  private static let hostile =
    "\u{202E}E\u{2066}F\u{200B}G\u{FEFF}\u{AD}\u{E0041}\u{3164}\u{E000}\u{9B}31m\u{2028}\u{FFF9}\u{61C}"

  /// Command lines by command; `.` for those whose output has no text from outside.
  private static let lines: [String: [String]] = [
    "about": ["about"], "account": ["account"], "account riders": ["account riders"],
    "account riders add": ["account riders add \(hostile)"],
    "account riders remove": ["account riders remove \(hostile)"],
    "account sign-in": ["account sign-in \(hostile)"], "account sign-out": ["account sign-out"],
    "board": ["board StopA", "board StopA,StopB"],
    "bookmarks": ["bookmarks"], "bookmarks add": ["bookmarks add H\(hostile) StopA StopC"],
    "bookmarks clear": ["."], "bookmarks export": ["bookmarks export"],
    "bookmarks import": ["bookmarks import \(hostile)"],
    "bookmarks move": ["bookmarks move H\(hostile) 1"],
    "bookmarks remove": ["bookmarks remove \(hostile)"],
    "bookmarks rename": ["bookmarks rename H\(hostile) I\(hostile)"],
    "bookmarks undo": ["bookmarks undo"],
    "cart": ["cart"], "cart add": ["cart add \(hostile)", "cart add F --rider \(hostile)"],
    "cart change": ["cart change \(hostile) 1"], "cart clear": ["."],
    "cities": ["cities", "cities \(hostile)"], "city add": ["city add \(hostile) \(hostile)"],
    "city check": ["city check \(feed)"], "city download": ["city download \(hostile)"],
    "city list": ["city list"], "city remove": ["city remove \(hostile)"],
    "city update": ["city update \(hostile)"], "city use": ["city use host"],
    "completions": ["completions \(hostile)"], "credits": ["credits"], "doctor": ["doctor"],
    "fare": [
      "fare StopA StopC", "fare StopA \(hostile)", "fare StopA StopC --rider \(hostile)",
    ],
    "first-last": ["first-last StopA"], "grants": ["grants", "grants --json"],
    "grants new": ["grants new --client \(hostile) --action trips/add"],
    "grants revoke": ["grants revoke \(hostile)"], "go": ["go \(hostile)"], "history": ["history"],
    "history remove": ["history remove StopA \(hostile)", "history remove StopA StopC"],
    "last-train": ["last-train StopA StopC"], "line": ["line R", "line \(hostile)"],
    "manual": ["."], "map": ["map", "map --route StopA StopC"], "mcp": ["mcp --list"],
    "modules": ["modules --start"],
    "checkout": ["checkout", "checkout --accept \(hostile)"],
    "messages": ["messages"], "messages drop": ["messages drop \(hostile)"],
    "messages retry": ["messages retry \(hostile)"], "news": ["news", "news 1"],
    "orders": ["orders"], "orders cancel": ["orders cancel \(hostile)"],
    "orders complain": ["orders complain \(hostile) \(hostile)"],
    "orders pay": ["orders pay \(hostile)"],
    "plugins add": ["plugins add \(hostile)"], "plugins": ["plugins"],
    "plugins configure": [
      "plugins configure \(hostile)", "plugins configure \(hostile) \(hostile) --forget",
    ],
    "plugins distrust": ["plugins distrust \(hostile)"],
    "plugins log": ["plugins log \(hostile)"], "plugins remove": ["plugins remove \(hostile)"],
    "plugins outdated": ["plugins outdated \(hostile)"],
    "plugins search": ["plugins search \(hostile)"],
    "plugins test": ["plugins test \(hostile)"],
    "plugins dev": ["plugins dev \(hostile) -- \(hostile)"],
    "plugins update": ["plugins update \(hostile)"],
    "plugins trust": ["plugins trust \(hostile)", "plugins trust \(hostile) --yes"],
    "web": ["web --port 99999", "web --scene \(hostile)"],
    "open": [
      "open metro://routing/plan?from=StopA&to=StopC",
      "open metro://stations/search?text=Stop", "open metro://\(hostile)",
    ],
    "route": [
      "route StopA StopC", "route Q\(hostile) StopC", "route StopA StopC --date \(hostile)",
      "route StopA StopC --depart \(hostile)", "route StopA StopC --trace",
      "route StopA StopC --\(hostile)",
    ],
    "share": ["text", "ics", "mail", "link", "svg", hostile].map { "share StopA StopC --as \($0)" },
    "station": ["station StopA"], "stations": ["stations", "stations Stop", "stations \(hostile)"],
    "tickets": ["tickets"], "trips": ["trips"],
    "trips add": ["trips add StopA StopC --as \(hostile)"],
    "trips change": ["trips change 1 --as \(hostile)"], "trips clear": ["trips clear"],
    "trips done": ["trips done 1"],
    "trips next": ["trips next"], "trips remove": ["trips remove \(hostile)"],
    "trips share": ["trips share 1", "trips share 1 --as ics"], "trips undo": ["trips undo"],
    "versions": ["."], "wallet": ["wallet"],
  ]

  /// Command lines for a command of a new feature: one without arguments, and for each argument one
  /// in which it is hostile.
  private static func lines(for command: Command) -> [String] {
    let positionals = command.arguments.filter { $0.kind == .positional }.map { _ in hostile }
    let line = ([command.name] + positionals).joined(separator: " ")
    let options = command.arguments.filter { $0.kind == .option }
    return [command.name, line] + options.map { "\(line) --\($0.name)=\(hostile)" }
  }

  private static let completions = ["bash", "zsh", "fish"].flatMap { shell in
    ["route Sto", "line ", "go ", "station ", "city use "].map {
      ["complete", "--shell=\(shell)", "--line=metro \($0)"]
    }
  }

  /// The characters of an output that no output may have.
  private static func forbidden(in output: String) -> [String] {
    output.replacing("\r\n", with: "\n").unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: !["\n", "\t"].contains(scalar)
      case .format, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
      default: scalar.properties.isDefaultIgnorableCodePoint
      }
    }.map { "U+" + String($0.value, radix: 16) }
  }

  @Test func `no command writes an invisible character of a feed, a server or a person`()
    async throws
  {
    let commands = HostCommands(Metro.app).documented
    let notices = try String(
      decoding: JSON.encode([
        "items": [["id": "1", "title": "N \(Self.hostile)", "body": "B \(Self.hostile)"]]
      ]), as: UTF8.self)
    let server = try HTTPServer(scripts: [
      "/news?offset=0&limit=10": [[.respond(200, notices)]],
      "/news?offset=0&limit=200&urgent=true": [[.respond(200, notices)]],
    ])
    let session = try HostSession(environment: ["METRO_NEWS_URL": server.url("/news")])
    let added = try await session.run(
      "city", "add", "host", Self.feed, "--name", "Host \(Self.hostile)")
    #expect(added.code == .answered && Self.forbidden(in: added.output) == [], "\(added.errors)")
    _ = try await session.run("city", "use", "host")
    _ = try await session.run("bookmarks", "add", "G\(Self.hostile)", "StopA", "StopC")
    let texts = commands.flatMap { Self.lines[$0.name] ?? Self.lines(for: $0) }
      .filter { $0 != "." }
    let lines: [[String]] = texts.map { $0.split(separator: " ").map(String.init) }
    for line in lines + Self.completions {
      for json in [[], ["--json"]] {
        let result = try await session.run(line + json)
        for output in [result.output, result.errors] {
          #expect(Self.forbidden(in: output) == [], "\(line + json)")
        }
        if ["credits", "news", "stations", "bookmarks"].contains(line.joined(separator: " ")) {
          #expect(json == [] || result.output.contains(#"\u202e"#), "\(line): \(result.errors)")
        }
      }
    }
  }
}
