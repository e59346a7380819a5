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
    session.type(Self.setup[shell, default: ""] + "; echo set''up\r")
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
      ("metro bookmarks remove Zo\t", ["bookmarks", "remove", Self.bookmark]),
    ]
    for (keys, words) in lines {
      // Moves to the start of the line and inserts a command that prints its arguments.
      session.type(keys + "\u{01}printf '<%s>' \u{05} ; echo do''ne\r")
      let output = session.read(upTo: "done\r")
      let expected = (["metro"] + words).map { "<\($0)>" }.joined()
      #expect(
        output.contains(expected), "\(shell): \(keys.dropLast()) became \(output.suffix(400))")
    }
  }
}
