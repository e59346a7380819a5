import CSpawn
import Foundation
import Platform

extension PluginProcess.Launch {
  /// Executes the program in a new process, and returns its group.
  /// - Parameters:
  ///   - descriptors: Those that become 0 to 3.
  ///   - groups: Where the group is registered.
  /// - Throws: `PluginError.cannotStart`.
  func spawn(
    _ descriptors: [Int32], in groups: ProcessGroups
  ) throws(PluginError) -> ProcessGroup {
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let texts = [executable, folder.path] + arguments + variables
    guard texts.allSatisfy({ !$0.utf8.contains(0) }) else {
      throw .cannotStart(plugin: name, reason: "its command contains a null character")
    }
    let (result, group) = SpawnThread.shared.run { [self] in
      let start = { groups.start { spawn(variables, descriptors) } }
      var started = start()
      // Another thread may just have written the file, and a third one is starting a process, which
      // has a copy of the descriptor for an instant.
      for _ in 0..<20 where started.result.code == ETXTBSY {
        usleep(5000)
        started = start()
      }
      return started
    }
    if let group { return group }
    throw .cannotStart(plugin: name, reason: reason(of: result))
  }

  private func spawn(_ variables: [String], _ descriptors: [Int32]) -> SpawnResult {
    withCStrings(arguments) { arguments in
      withCStrings(variables) { variables in
        withCStrings([executable, folder.path]) { paths in
          var request = SpawnRequest()
          request.program = UnsafePointer(paths[0])
          request.folder = UnsafePointer(paths[1])
          request.arguments = arguments.baseAddress
          request.environment = variables.baseAddress
          request.descriptors = (descriptors[0], descriptors[1], descriptors[2], descriptors[3])
          return spawn_process(&request)
        }
      }
    }
  }

  private func reason(of result: SpawnResult) -> String {
    let error = POSIXError(POSIXErrorCode(rawValue: result.code) ?? .EIO)
    switch result.code {
    case _ where result.is_folder: return "'\(folder.path)': \(error.systemReason)"
    case ENOENT where access(executable, F_OK) == 0:
      return "'\(executable)': the program that its first line names does not exist"
    case ENOEXEC:
      return "'\(executable)' is neither a program nor a script with '#!' in its first line"
    default: return "'\(executable)': \(error.systemReason)"
    }
  }
}

/// Passes C strings to `body`, followed by nil; they are valid until it returns.
private func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let copies = texts.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return (copies + [nil]).withUnsafeBufferPointer(body)
}

/// Runs functions one after the other on a thread that lives as long as the process. On Linux, the
/// kernel kills a plug-in when the thread that started it ends.
final class SpawnThread: Sendable {
  static let shared = SpawnThread()

  private let waiting = Lock<[@Sendable () -> Void]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  private init() {
    Thread.detachNewThread { [self] in
      while true {
        arrivals.wait()
        waiting.withLock { $0.removeFirst() }()
      }
    }
  }

  /// Runs `body`, and blocks the caller's thread until it returns.
  func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let result = Lock<Result?>(nil)
    let done = DispatchSemaphore(value: 0)
    waiting.withLock { waiting in
      waiting.append {
        let value = body()
        result.withLock { $0 = value }
        done.signal()
      }
    }
    arrivals.signal()
    while true {
      done.wait()
      if let value = result.withLock({ $0 }) { return value }
    }
  }
}
