import Console
import Foundation
import ModuleTesting
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// Completion in real shells, checked by the arguments that the shell passes for a completed line.
@Suite(.blocking, .enabled(if: HostProcess.isAvailable))
struct ShellCompletionTests {
  private let folder = TemporaryFolder()
  private static let bookmark = #"Zoë's "家" $HOME"#
  private static let setup = [
    "bash": "source <(metro completions bash)",
    "zsh": "autoload -U compinit && compinit -D && source <(metro completions zsh)",
    "fish": "metro completions fish | source",
  ]

  @Test(
    arguments: ["bash", "zsh", "fish"].filter { ShellSession.isAvailable($0) })
  func `a line is completed, whatever its quotes`(shell: String) async throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let add = ["bookmarks", "add", Self.bookmark, "Trindade", "Aliados"]
    #expect(try await HostProcess(line: add, home: folder.url).end().code == 0)
    let session = try ShellSession(shell, home: folder.url)
    session.type(Self.setup[shell, default: ""] + "; alias m=metro; echo set''up\r")
    #expect(session.read(upTo: "setup\r").contains("setup\r"))
    let lines = [
      ("metro rou\t", ["route"]), (#"metro route Casa\ d"# + "\t", ["route", "Casa da Música"]),
      ("metro route 'Casa d\t", ["route", "Casa da Música"]),
      ("metro route \"Casa d\t", ["route", "Casa da Música"]),
      ("metro route casa\t", ["route", "Casa da Música"]),
      ("metro route est\tm\t", ["route", "Estádio do Mar"]),
      // Fish only suggests what it finds similar, so it gets the name without accents.
      ("metro route sao\te\t", ["route", shell == "fish" ? "Sao Bento" : "São Bento"]),
      ("metro route Trin\tAlia\t--by=ear\t", ["route", "Trindade", "Aliados", "--by=earliest"]),
      ("metro route A B --no\t", ["route", "A", "B", "--no"]),
      ("metro --city por\tstations\t", ["--city", "porto", "stations"]),
      ("m route Casa\\ d\t", ["route", "Casa da Música"]),
      ("metro bookmarks remove Zo\t", ["bookmarks", "remove", Self.bookmark]),
    ]
    for (keys, words) in lines {
      // Moves to the start of the line and inserts a command that prints its arguments.
      session.type(keys + "\u{01}printf '<%s>' \u{05} ; echo do''ne\r")
      let output = session.read(upTo: "done\r")
      let expected = ([String(keys.prefix { $0 != " " })] + words).map { "<\($0)>" }.joined()
      #expect(
        output.contains(expected), "\(shell): \(keys.dropLast()) became \(output.suffix(400))")
    }
  }

  /// Types the beginning of each name, Tab and Return. A function in place of the program prints
  /// the candidate, and stores the argument that it is called with.
  @Test(
    .timeLimit(.minutes(30)),
    arguments: ["bash", "zsh", "fish"].filter { ShellSession.isAvailable($0) }, ["", "'", "\""])
  func `a completed name runs no command`(shell: String, quote: String) throws {
    // Fish does not close a quote after some characters, such as '='.
    let names = Self.hostileNames(TestOptions.isThorough ? 10_000 : 150)
      .map { shell == "fish" ? $0 + "z" : $0 }
    let candidates = names.map { name in
      let line = ShellLine("metro \(quote)N", wordBreaks: "\"'@><=;|&(:")
      return line.lines(for: [CompletionCandidate(name)], in: Shell(rawValue: shell) ?? .fish)
        .joined(separator: "\n")
    }
    let work = folder.url.appending(path: "work")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    let (input, output) = (folder.url.appending(path: "in"), folder.url.appending(path: "out"))
    try Data((candidates.joined(separator: "\n") + "\n").utf8).write(to: input)
    let function =
      shell == "fish"
      ? """
      set -g names (string split -n \\n < '\(input.path)' | string collect | string split \\n)
      set -g next 0
      function metro
        if test "$argv[1]" = complete
          set -g next (math $next + 1); printf '%s\\n' $names[$next]
        else
          printf '%s\\0' $argv[1] >>'\(output.path)'; printf 'do''ne\\n'
        end
      end
      """
      : """
      exec 3<'\(input.path)'
      metro() {
        if [ "$1" = complete ]; then IFS= read -r line <&3; printf '%s\\n' "$line"
        else printf '%s\\0' "$1" >>'\(output.path)'; printf 'do''ne\\n'; fi
      }
      """
    let script = folder.url.appending(path: "setup")
    try Data(function.utf8).write(to: script)
    let session = try ShellSession(shell, home: folder.url)
    session.type(
      "\(Self.setup[shell, default: ""]); cd '\(work.path)'; source '\(script.path)'; echo set''up\r"
    )
    #expect(session.read(upTo: "setup\r").contains("setup\r"))
    for name in names {
      session.type("metro \(quote)N\t\r")
      let shown = session.read(upTo: "done\r", seconds: 10)
      guard shown.contains("done\r") else {
        Issue.record("\(shell): \(name.debugDescription) is not completed: \(shown.suffix(300))")
        return
      }
    }
    let read = try Data(contentsOf: output).split(separator: 0).map {
      String(decoding: $0, as: UTF8.self)
    }
    for (word, name) in zip(read, names) where Array(word.utf8) != Array(name.utf8) {
      Issue.record("\(shell) \(quote): \(name.debugDescription) became \(word.debugDescription)")
    }
    #expect(read.count == names.count)
    #expect(try FileManager.default.contentsOfDirectory(atPath: work.path) == [])
  }

  /// Names that contain commands, with special characters that are joined with others.
  private static func hostileNames(_ count: Int) -> [String] {
    var texts = JoinedText(special: "\"'$`\\!;&|()<>*?[]{}~#=", seed: 8)
    let commands: [String] = [
      "$(touch x)", "`touch x`", ";touch x;", "';touch x;'", "\";touch x;\"", "&touch x&",
      "|touch x|",
      "(touch x)",
    ]
    let joined: [String] = ["", "\u{D4E}", "\u{301}"]
    return (0..<count).map { number -> String in
      let command: String = joined[number % 3] + commands[number % commands.count]
      let text = "N-\(texts.next())\(command)\(joined[number / 3 % 3])\(texts.next())"
      return text.printable.printable
    }
  }
}
