import Foundation
import TestSupport
import Testing

@testable import metro

/// Completion in the real shells: what a line becomes is what the shell then hands over.
@Suite(.enabled(if: HostProcess.isThere))
struct ShellCompletionTests {
  private let folder = TemporaryFolder()
  private static let bookmark = #"Zoë's "家" $HOME"#
  private static let setup = [
    "bash": "source <(metro completions bash)",
    "zsh": "autoload -U compinit && compinit -D && source <(metro completions zsh)",
    "fish": "metro completions fish | source",
  ]

  @Test(
    arguments: ["bash", "zsh", "fish"].filter { ShellSession.isThere($0) })
  func `a line is completed as it is quoted`(shell: String) async throws {
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
      ("metro route Trin\tAlia\t--by=ear\t", ["route", "Trindade", "Aliados", "--by=earliest"]),
      ("metro route A B --no\t", ["route", "A", "B", "--no"]),
      ("metro --city por\tstations\t", ["--city", "porto", "stations"]),
      ("metro bookmarks remove Zo\t", ["bookmarks", "remove", Self.bookmark]),
    ]
    for (keys, words) in lines {
      // To the beginning of the line, in front of which a command shows what it is handed.
      session.type(keys + "\u{01}printf '<%s>' \u{05} ; echo do''ne\r")
      let shown = session.read(upTo: "done\r")
      let expected = (["metro"] + words).map { "<\($0)>" }.joined()
      #expect(shown.contains(expected), "\(shell): \(keys.dropLast()) became \(shown.suffix(400))")
    }
  }
}
