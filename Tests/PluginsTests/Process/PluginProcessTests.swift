import Channel
import Foundation
import Mediator
import ModuleTesting
import TestSupport
import Testing

@testable import Plugins

@Suite(.timeLimit(.minutes(15))) struct PluginProcessTests {
  @Test(arguments: [
    ("exit 0", "exit status 0"), ("exit 3", "exit status 3"), ("kill -9 $$", "signal 9"),
  ])
  func `the end of a process is reported with its exit status or signal`(
    script: String, status: String
  ) async throws {
    let fixture = try PluginProcessFixture(script)
    #expect(
      try await fixture.process.waitForEnd() == PluginExit(status: status, lastLine: nil))
    try fixture.close()
  }

  @Test func `the last line of the standard error output is known, without control characters`()
    async throws
  {
    let fixture = try PluginProcessFixture(
      #"printf 'one\n\n\033[31mtwo\033[0m\007\n  \nthree without an end' >&2; exit 1"#)
    let exit = try await fixture.process.waitForEnd()
    #expect(exit == PluginExit(status: "exit status 1", lastLine: "three without an end"))
    #expect(fixture.lines.values == ["one", "two", "three without an end"])
    #expect(
      exit.error(of: "sample")
        == .ended(plugin: "sample", status: "exit status 1", lastLine: "three without an end"))
    try fixture.close()
  }

  @Test func `a long line is cut`() async throws {
    let script = "head -c 1000000 /dev/zero | tr '\\0' x >&2; echo >&2; echo last >&2"
    let lines = try await PluginProcessFixture.lines(of: script)
    #expect(lines.map(\.count) == [StandardErrorReader.maximumLength + 1, 4])
    #expect(lines.first?.hasSuffix("x…") == true)
  }

  @Test(.enabled(if: access("/usr/bin/setsid", X_OK) == 0, "needs setsid"))
  func `a process that left the group and holds the output open does not delay the end`()
    async throws
  {
    // The program waits until the other process, which has left the group then, closes the pipe of
    // the substitution.
    let fixture = try PluginProcessFixture(
      "exec 3>&1; : $(setsid sh -c 'echo $$ >&2; exec sleep 1000 >&3' &); exit 5")
    // `sleep` would end after the time limit of the suite.
    #expect(try await fixture.process.waitForEnd().status == "exit status 5")
    let id = try #require(fixture.lines.values.first.flatMap { pid_t($0) })
    #expect(isRunning(id))
    kill(id, SIGKILL)
    try fixture.close()
  }

  @Test func `the other processes of the group are killed when the program ends`() async throws {
    let fixture = try PluginProcessFixture("sleep 1000 & echo $! >&2; exit 0")
    _ = try await fixture.process.waitForEnd()
    let id = try #require(fixture.lines.values.first.flatMap { pid_t($0) })
    try await wait { !isRunning(id) }
    try fixture.close()
  }

  @Test func `a process that reacts to SIGTERM ends by itself`() async throws {
    let fixture = try PluginProcessFixture(
      "trap 'exit 4' TERM; echo ready >&2; while :; do sleep 0.01; done")
    try await fixture.wait(for: "ready")
    await fixture.process.stop(within: .seconds(600))
    #expect(try await fixture.process.waitForEnd().status == "exit status 4")
    try fixture.close()
  }

  @Test func `a process that ignores SIGTERM is killed, with its group, and leaves no zombie`()
    async throws
  {
    let fixture = try PluginProcessFixture(
      "trap '' TERM; sleep 1000 & echo $! >&2; echo ready >&2; while :; do sleep 1; done")
    try await fixture.wait(for: "ready")
    let began = ContinuousClock.now
    await fixture.process.stop()
    #expect(ContinuousClock.now - began >= PluginProcess.stopDeadline)
    #expect(try await fixture.process.waitForEnd().status == "signal 9")
    #expect(kill(fixture.process.id, 0) == -1 && errno == ESRCH)
    let child = try #require(fixture.lines.values.first.flatMap { pid_t($0) })
    try await wait { !isRunning(child) }
    // A second stop does nothing.
    await fixture.process.stop()
    try fixture.close()
  }

  @Test func `a released process is killed`() async throws {
    var fixture: PluginProcessFixture? = try PluginProcessFixture("exec sleep 1000")
    let id = try #require(fixture?.process.id)
    try fixture?.close()
    fixture = nil
    try await wait { kill(id, 0) != 0 }
  }

  @Test func `all processes are killed at once when the app ends without stopping them`()
    async throws
  {
    let groups = ProcessGroups()
    let fixtures = try (0..<3).map { _ in
      try PluginProcessFixture("trap '' TERM; while :; do sleep 1; done", in: groups)
    }
    groups.killAll()
    for fixture in fixtures {
      #expect(try await fixture.process.waitForEnd().status == "signal 9")
      try fixture.close()
    }
    // One whose start comes too late ends as well.
    let late = try PluginProcessFixture("exec sleep 1000", in: groups)
    #expect(try await late.process.waitForEnd().status == "signal 9")
    try late.close()
  }

  @Test func `a line that cannot be reported does not delay the end`() async throws {
    let lock = DispatchSemaphore(value: 0)
    let process = try PluginProcess(
      PluginProcess.Launch(
        name: "sample", executable: "/bin/sh", arguments: ["sh", "-c", "echo a >&2; exit 3"],
        folder: URL(filePath: "/"), environment: [:])
    ) { _ in lock.wait() }
    #expect(try await process.waitForEnd() == PluginExit(status: "exit status 3", lastLine: "a"))
    await process.stop()
    #expect(kill(process.id, 0) == -1 && errno == ESRCH)
    lock.signal()
    for transport in [process.streams, process.hostSocket] { _ = try Channel(transport) }
  }

  @Test func `a cancelled task does not wait for the end`() async throws {
    let fixture = try PluginProcessFixture("exec sleep 1000")
    let waiting = Task { try await fixture.process.waitForEnd() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    await fixture.process.stop()
    try fixture.close()
  }

  @Test func `messages go through the standard streams and through descriptor 3`() async throws {
    // The program waits for a line: a notification that nobody follows yet would be dropped.
    let fixture = try PluginProcessFixture(
      #"""
      read -r line
      echo '{"jsonrpc": "2.0", "method": "hello", "params": [3]}' >&3
      printf '%s\n' "$line"
      exec cat
      """#)
    let (streams, socket) = (
      try Channel(fixture.process.streams), try Channel(fixture.process.hostSocket)
    )
    let hello = socket.notifications(of: "hello")
    let echo = streams.notifications(of: "echo")
    try await streams.notify("echo", Data("[1]".utf8))
    for await parameters in echo {
      #expect(String(decoding: parameters, as: UTF8.self) == "[1]")
      break
    }
    for await parameters in hello {
      #expect(String(decoding: parameters, as: UTF8.self) == "[3]")
      break
    }
    streams.close()
    #expect(try await fixture.process.waitForEnd().status == "exit status 0")
    _ = try await socket.waitForEnd()
  }
}
