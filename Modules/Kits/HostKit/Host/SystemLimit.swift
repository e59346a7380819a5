import Dispatch
import Foundation

/// A limit of the system for a process. Below what the app needs, the runtime would wait for ever
/// or crash instead of throwing an error: Dispatch and Swift's concurrency cannot work without
/// their threads and descriptors, and no allocation of Swift can fail.
enum SystemLimit: Sendable, CaseIterable {
  case files
  case threads
  case addressSpace

  private static let neededFiles = 16
  private static let neededBytes = 256 << 20
  /// One for each core, and those of the signals, the keys, the timers and the network.
  private static var neededThreads: Int { ProcessInfo.processInfo.activeProcessorCount + 6 }

  /// Checks that the app can work within the limits.
  /// - Throws: `HostError.limitReached`.
  static func check() throws(HostError) {
    for limit in allCases where !limit.isSufficient { throw .limitReached(limit) }
  }

  /// What cannot be done, and the remedy.
  var sentence: String {
    switch self {
    case .files:
      "cannot open \(Self.neededFiles) more files at once\(reason); raise the limit with "
        + "'ulimit -n 1024'"
    case .threads:
      "cannot start \(Self.neededThreads) threads\(reason); raise the limit of processes with "
        + "'ulimit -u 4096', or end other processes"
    case .addressSpace:
      "cannot reserve \(Self.neededBytes >> 20) MB of memory\(reason); raise the limit with "
        + "'ulimit -v unlimited'"
    }
  }

  /// Tries what the app needs, but only if the limit is low: most processes have high ones.
  private var isSufficient: Bool {
    switch self {
    case .files: value >= 256 || Self.canOpenFiles
    case .threads: value >= 4096 || Self.canStartThreads
    case .addressSpace: value == .max || Self.canReserveMemory
    }
  }

  private var reason: String {
    guard value != .max else { return "" }
    return ", because the limit is "
      + (self == .addressSpace ? "\(value >> 20) MB" : "\(value)")
  }

  /// The limit of this process; `UInt64.max` if there is none.
  private var value: UInt64 {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return .max }
    // No limit is the largest number: of 64 bits on Linux, of 63 bits on macOS.
    return limit.rlim_cur >= Int64.max ? .max : UInt64(limit.rlim_cur)
  }

  #if os(Linux)
    private var resource: Int32 {
      let resource =
        switch self {
        case .files: RLIMIT_NOFILE
        case .threads: __RLIMIT_NPROC
        case .addressSpace: RLIMIT_AS
        }
      return Int32(resource.rawValue)
    }
  #else
    private var resource: Int32 {
      switch self {
      case .files: RLIMIT_NOFILE
      case .threads: RLIMIT_NPROC
      case .addressSpace: RLIMIT_AS
      }
    }
  #endif

  private static var canOpenFiles: Bool {
    let files = (0..<neededFiles).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    for file in files where file >= 0 { close(file) }
    return files.allSatisfy { $0 >= 0 }
  }

  private static var canStartThreads: Bool {
    let end = DispatchSemaphore(value: 0)
    var started = 0
    defer { for _ in 0..<started { end.signal() } }
    while started < neededThreads {
      guard (try? startThread { end.wait() }) != nil else { return false }
      started += 1
    }
    return true
  }

  private static var canReserveMemory: Bool {
    let flags = MAP_PRIVATE | Int32(MAP_ANONYMOUS)
    guard let memory = mmap(nil, neededBytes, PROT_READ | PROT_WRITE, flags, -1, 0),
      memory != MAP_FAILED
    else { return false }
    munmap(memory, neededBytes)
    return true
  }
}
