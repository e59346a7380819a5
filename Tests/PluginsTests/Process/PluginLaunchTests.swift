import Foundation
import Mediator
import ModuleTesting
import TestSupport
import Testing

@testable import Plugins

@Suite(.timeLimit(.minutes(15))) struct PluginLaunchTests {
  @Test func `a program has exactly the variables of its launch`() async throws {
    let script =
      FileManager.default.fileExists(atPath: "/proc/self/environ")
      ? "tr '\\0' '\\n' < /proc/$$/environ >&2" : "env | grep -v '^\\(PWD\\|SHLVL\\|_\\)=' >&2"
    let lines = try await PluginProcessFixture.lines(
      of: script, environment: ["LANG": "C", "METRO_HOST_FD": "3"])
    #expect(Set(lines) == ["PATH=/usr/bin:/bin", "LANG=C", "METRO_HOST_FD=3"])
  }

  @Test func `a program runs in its folder, which need not be readable text`() async throws {
    let temporary = TemporaryFolder()
    let folder = temporary.url.appending(path: "a 'b' ü", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let fixture = try PluginProcessFixture("pwd -P >&2", folder: folder)
    _ = try await fixture.process.waitForEnd()
    #expect(fixture.lines.values == [folder.resolvingSymlinksInPath().path])
    try fixture.close()
    withExtendedLifetime(temporary) {}
  }

  @Test(.enabled(if: hasProc)) func `only the descriptors 0 to 3 are open in a program`()
    async throws
  {
    // They are not closed on exec. The last command must not be `ls`, which bash would execute in
    // the place of the shell.
    let opened = (0..<50).map { _ in open("/dev/null", O_RDONLY) }
    defer { for descriptor in opened { close(descriptor) } }
    let lines = try await PluginProcessFixture.lines(of: "exec >&2; ls /proc/$$/fd; :")
    #expect(lines == ["0", "1", "2", "3"])
  }

  @Test(.enabled(if: hasProc))
  func `a program leads a session and group of its own, which has no terminal`() async throws {
    let lines = try await PluginProcessFixture.lines(
      of: "cut -d ' ' -f 5-7 /proc/$$/stat >&2; echo $$ >&2")
    let id = try #require(lines.last)
    #expect(lines.first == "\(id) \(id) 0")
  }

  @Test(.enabled(if: hasProc)) func `a program has default signals and blocks none`()
    async throws
  {
    signal(SIGUSR2, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    // SIGPIPE stays ignored: other tests, which run at the same time, need that.
    defer { signal(SIGUSR2, SIG_DFL) }
    let lines = try await PluginProcessFixture.lines(
      of: "exec grep -E '^Sig(Blk|Ign)' /proc/self/status >&2")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasSuffix(" 0000000000000000") }, "\(lines)")
  }

  @Test func `a program that cannot be executed is refused at once, with the reason`() throws {
    let temporary = TemporaryFolder()
    let folder = temporary.url
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = { (name: String) in folder.appending(path: name).path }
    func refuse(_ program: String, in folder: URL, because reason: String) {
      let launch = PluginProcess.Launch(
        name: "sample", executable: program, arguments: [program], folder: folder,
        environment: [:])
      #expect(throws: PluginError.cannotStart(plugin: "sample", reason: reason)) {
        try PluginProcess(launch) { _ in }
      }
    }
    for (name, text, mode) in [
      ("text", "", 0o755), ("closed", "#!/bin/sh\n", 0o644),
      ("orphan", "#!/nowhere/python\n", 0o755),
    ] {
      #expect(
        FileManager.default.createFile(
          atPath: path(name), contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
    }
    refuse(
      path("missing"), in: folder, because: "'\(path("missing"))': no such file or directory")
    refuse(path("closed"), in: folder, because: "'\(path("closed"))': permission denied")
    refuse(
      path("text"), in: folder,
      because: "'\(path("text"))' is neither a program nor a script with '#!' in its first line")
    refuse(
      path("orphan"), in: folder,
      because: "'\(path("orphan"))': the program that its first line names does not exist")
    refuse(
      "/bin/sh", in: folder.appending(path: "x"),
      because: "'\(path("x"))': no such file or directory")
    refuse("/bin/sh\0", in: folder, because: "its command contains a null character")
  }

  @Test(.enabled(if: hasProc && TestOptions.isOneModule))
  func `two hundred processes leave no descriptor open`() async throws {
    // Their kinds and numbers. Other tests have pipes and sockets, too, but not for ever.
    let openFiles = {
      let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      return Set(
        (names ?? []).compactMap { name in
          try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
        }.filter { $0.hasPrefix("pipe:") || $0.hasPrefix("socket:") })
    }
    let before = openFiles()
    try await withThrowingTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          let status = "exit status \(number % 100)"
          let fixture = try PluginProcessFixture("exit \(number % 100)")
          #expect(try await fixture.process.waitForEnd().status == status)
          try fixture.close()
        }
        if number >= 8 { try await group.next() }
      }
      try await group.waitForAll()
    }
    // The threads of the channels close them a little later. A leak in one of ten processes is
    // found.
    try await wait { openFiles().subtracting(before).count < 15 }
  }

  /// The host is another process here, which uses the same C functions.
  @Test(.enabled(if: hasProc && compiler != nil))
  func `a program is killed when its host is killed`()
    async throws
  {
    let temporary = TemporaryFolder()
    try FileManager.default.createDirectory(at: temporary.url, withIntermediateDirectories: true)
    let (source, program) = (
      temporary.url.appending(path: "host.c"), temporary.url.appending(path: "host").path
    )
    try Data(hostSource.utf8).write(to: source)
    let shim = SharedData.checkout.appending(path: "Modules/System/CSpawn").path
    let code = try await ChildProcess(
      [compiler ?? "", "-I", shim, "-o", program, source.path],
      environment: ProcessInfo.processInfo.environment
    ).waitForEnd()
    #expect(code == 0)
    let output = Pipe()
    let host = try ChildProcess(
      [program], environment: [:],
      descriptors: .init(output: output.fileHandleForWriting.fileDescriptor))
    try output.fileHandleForWriting.close()
    let line = output.fileHandleForReading.availableData
    let id = try #require(pid_t(String(decoding: line, as: UTF8.self).filter(\.isNumber)))
    #expect(isRunning(id))
    kill(host.id, SIGKILL)
    #expect(await host.waitForEnd() == 128 + SIGKILL)
    try await wait { !isRunning(id) }
  }
}

private let hasProc = FileManager.default.fileExists(atPath: "/proc/self/fd")

private let compiler = ["/usr/bin/clang", "/usr/bin/cc", "/usr/bin/gcc"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}

/// Starts a program that ignores everything, prints its id and waits.
private let hostSource = """
  #include <stdio.h>
  #include "shim.h"

  int main(void) {
    char *arguments[] = {"sh", "-c", "trap '' TERM HUP INT; while :; do /bin/sleep 1; done", NULL};
    char *environment[] = {NULL};
    SpawnRequest request = {"/bin/sh", arguments, environment, "/", {0}};
    int ends[2];
    for (int number = 0; number < SPAWN_DESCRIPTORS; number++) {
      if (spawn_pipe(ends) != 0) return 1;
      request.descriptors[number] = ends[0];
    }
    SpawnResult result = spawn_process(&request);
    if (result.code != 0) return 1;
    printf("%d\\n", result.id);
    fflush(stdout);
    pause();
    return 0;
  }
  """
