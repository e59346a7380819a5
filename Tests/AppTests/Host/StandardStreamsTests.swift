import Foundation
import ModuleTesting
import Testing

@testable import metro

/// The built host with standard streams and limits that a shell has changed.
@Suite(.enabled(if: HostProcess.isAvailable), .timeLimit(.minutes(15)))
struct StandardStreamsTests {
  private let folder = TemporaryFolder()

  /// Runs a line of a shell in which `metro` is the built host.
  private func run(_ line: String) async throws -> HostProcess.End {
    try await HostProcess(
      shell: "metro() { '\(HostProcess.binary.path)' \"$@\"; }; \(line)", home: folder.url
    ).end()
  }

  @Test(
    arguments: [
      "stations", "stations --json", "--version", "--version --json", "help", "help stations",
      "completions bash", "manual", "mcp --list", "modules", "doctor", "map",
      "route Trindade Aliados",
      "board Trindade --watch", "board Trindade --watch --json",
    ], [(">&-", "the standard output is closed"), (">/dev/full", "no space left on device")])
  func `an answer that cannot be written is an error`(
    command: String, output: (redirection: String, reason: String)
  ) async throws {
    let end = try await run("metro \(command) \(output.redirection)")
    #expect(end.code == 1)
    #expect(
      end.errors == [
        "metro: cannot write the answer: \(output.reason); check where the output goes"
      ])
  }

  @Test(arguments: [
    "metro stations | true", "metro stations <&-", "metro stations 2>&-", "metro stations <&- 2>&-",
    "metro stations 2>/dev/full", "metro </dev/null",
  ])
  func `other streams may be closed, and the reader of the output may end early`(
    line: String
  ) async throws {
    let end = try await run(line)
    #expect(end.code == 0 && end.errors.isEmpty)
  }

  @Test func `an error exit remains one when nothing can be printed`() async throws {
    #expect(try await run("metro city use nowhere >&- 2>&- <&-").code == 3)
  }

  @Test(arguments: [
    ("ulimit -n 8", "cannot open 16 more files at once, because the limit is 8; raise the limit"),
    ("ulimit -n 5", "cannot open 16 more files at once, because the limit is 5; raise the limit"),
    ("ulimit -v 153600", "cannot reserve 256 MB of memory, because the limit is 150 MB; raise"),
  ])
  func `a limit that is too low is an error, not a crash`(
    limit: String, message: String
  ) async throws {
    #expect(try await run("\(limit); metro --version").code == 0)
    for command in ["stations", "bookmarks", "route Trindade Aliados"] {
      let end = try await run("\(limit); metro \(command)")
      #expect(end.code == 1 && end.output.isEmpty)
      #expect(end.errors.count == 1 && end.errors.first?.contains(message) == true, "\(end.errors)")
    }
    let doctor = try await run("\(limit); metro doctor")
    #expect(doctor.code == 1 && doctor.output.contains("✗ limits: \(message)"))
  }

  // The limit does not apply to root, so that another user must run the program.
  @Test(
    .enabled(
      if: hasTools(["prlimit"] + (getuid() == 0 ? ["setpriv"] : []))
        && (getuid() != 0 || everybodyCanRun(HostProcess.binary))))
  func `too few processes are an error, not a wait`() async throws {
    let user = getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    let prefix = "METRO_HOME=/nowhere exec \(user) prlimit --nproc=4 '\(HostProcess.binary.path)'"
    #expect(try await run("\(prefix) --version").code == 0)
    let end = try await run("\(prefix) stations")
    #expect(end.code == 1 && end.output.isEmpty)
    #expect(end.errors.first?.contains("threads, because the limit is 4; raise") == true)
  }

  @Test(arguments: ["route Trindade Aliados", "stations", "news", "map", "map --json"])
  func `an answer is printed although nothing can be stored`(command: String) async throws {
    let end = try await run("ulimit -f 0; metro \(command)")
    #expect(end.code == 0 && !end.output.isEmpty && end.errors.isEmpty, "\(end)")
  }

  @Test func `a file that becomes too large is an error, and kills no process`() async throws {
    let map = folder.url.appending(path: "map.svg").path
    let end = try await run("ulimit -f 1; metro map -o '\(map)'")
    #expect(end.code == 1 && end.errors.first?.contains("file too large") == true, "\(end)")
  }
}

/// Whether other users may enter all folders around a program.
private func everybodyCanRun(_ program: URL) -> Bool {
  sequence(first: program) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }.allSatisfy {
    var status = stat()
    return stat($0.path, &status) == 0 && status.st_mode & S_IXOTH != 0
  }
}

/// Whether the system has programs of these names.
private func hasTools(_ names: [String]) -> Bool {
  names.allSatisfy { name in
    ["/usr/bin", "/bin"].contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
}
