import Channel
import Foundation
import Platform

/// A plug-in's program while it runs, with the descriptors that connect it to the app.
///
/// The program runs in a session and a process group of its own, without a terminal, with default
/// signals and only the descriptors 0 to 3. When it ends, the other processes of its group are
/// killed. When the app is killed, the program reads the end of its input, and on Linux the kernel
/// kills it. Its own child processes then survive if they ignore the end of their input and nobody
/// stops them; so do those that left the group.
final class PluginProcess: Sendable {
  /// What is executed, and how.
  struct Launch: Sendable {
    /// The plug-in's name, for errors.
    let name: String
    /// The absolute path of the program.
    let executable: String
    /// The arguments; the first is the name of the program.
    let arguments: [String]
    /// The working directory.
    let folder: URL
    /// All environment variables.
    let environment: [String: String]
    /// Values of variables that no line of the program's output shows.
    var secrets: [String] = []
    /// How long the end of the process waits until its last lines are reported.
    var reportDelay = DispatchTimeInterval.milliseconds(200)
  }

  /// How long a stopped program may take before it is killed.
  static let stopDeadline = Duration.milliseconds(100)

  /// The program's standard input and output, which a channel must take over and close.
  let streams: ChannelTransport
  /// The other end of the program's descriptor 3, which a channel must take over and close.
  let hostSocket: ChannelTransport
  /// The id of the process and of its group.
  var id: pid_t { group.leader }
  private let group: ProcessGroup
  private let end = Promise<PluginExit>()

  /// Starts a program, and returns when it is executed.
  /// - Parameter standardError: Called with each line of the standard error output that is not
  ///   empty, `printable` and without its end, on a thread of its own. A long line is cut.
  /// - Throws: `PluginError.cannotStart`.
  init(
    _ launch: Launch, in groups: ProcessGroups = .shared,
    standardError: @escaping @Sendable (String) -> Void
  ) throws(PluginError) {
    let descriptors: Descriptors
    do throws(POSIXError) {
      descriptors = try Descriptors()
    } catch {
      throw .cannotStart(plugin: launch.name, reason: error.systemReason)
    }
    let errors: StandardErrorReader
    do throws(PluginError) {
      group = try launch.spawn(descriptors.child, in: groups)
      errors = StandardErrorReader(
        descriptors.errors, stop: descriptors.stop, hiding: launch.secrets, standardError)
    } catch {
      descriptors.closeAll()
      throw error
    }
    descriptors.closeChild()
    streams = ChannelTransport(reading: descriptors.output, writing: descriptors.input)
    hostSocket = ChannelTransport(reading: descriptors.socket, writing: descriptors.socket)
    // The end of the output would come later than that of the process: other processes may hold it
    // open.
    Thread.detachNewThread { [end, group, delay = launch.reportDelay] in
      group.waitForLeader()
      let status = group.reap()
      end.fulfil(.success(PluginExit(status: status, lastLine: errors.finish(within: delay))))
    }
  }

  deinit { group.send(SIGKILL) }

  /// Waits until the program has ended and its last lines were reported, unless that takes long.
  /// - Throws: `CancellationError`.
  func waitForEnd() async throws -> PluginExit { try await end.value }

  /// Ends the program and its group: with SIGTERM and, after the deadline, with SIGKILL. Close the
  /// channels before. When it returns, the process has ended and left no zombie.
  func stop(within deadline: Duration = stopDeadline) async {
    group.send(SIGTERM)
    let killing = Task { [group] in
      try await Task.sleep(for: deadline)
      group.send(SIGKILL)
    }
    _ = await end.result
    killing.cancel()
  }
}

/// How a plug-in's program ended.
struct PluginExit: Hashable, Sendable {
  /// Such as `exit status 1` or `signal 9`.
  let status: String
  /// The last line of its standard error output; nil for none.
  let lastLine: String?

  /// The error of the calls that are not answered any more.
  func error(of plugin: String) -> PluginError {
    .ended(plugin: plugin, status: status, lastLine: lastLine)
  }
}

extension PluginExit {
  /// - Parameter status: As `waitpid` returns it; nil if the system does not know it.
  fileprivate init(status: Int32?, lastLine: String?) {
    let text =
      switch status.map({ ($0 & 0x7F, $0 >> 8 & 0xFF) }) {
      case nil: "an unknown status"
      case (0, let code)?: "exit status \(code)"
      case (let signal, _)?: "signal \(signal)"
      }
    self.init(status: text, lastLine: lastLine)
  }
}
