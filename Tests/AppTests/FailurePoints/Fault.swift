import Foundation

/// What the shim does to one call of a process.
struct Fault: Sendable, CustomStringConvertible {
  /// The variables with which the shim refuses all calls that need space on the disk.
  static let fullDisk = [
    "FAULTS_KIND": "space", "FAULTS_NUMBER": "1", "FAULTS_ACTION": "errors",
    "FAULTS_ERROR": "\(POSIXErrorCode.ENOSPC.rawValue)",
  ]

  enum Action: Sendable, Equatable {
    /// The call fails with this error.
    case error(POSIXErrorCode)
    /// This call and all later ones of its kind fail with this error.
    case errors(POSIXErrorCode)
    /// Only half of the bytes are written, as the system may do.
    case half
    /// The process ends instead of the call.
    case exit
    /// Half of the bytes are written, then the process ends.
    case halfExit
  }

  let kind: RecordedCall.Kind
  /// Which call of the kind, counted from 1.
  let number: Int
  let action: Action

  var description: String {
    switch action {
    case .error(let code): "\(kind) \(number) fails (\(String(cString: strerror(code.rawValue))))"
    case .errors(let code):
      "\(kind) \(number) and later ones fail (\(String(cString: strerror(code.rawValue))))"
    case .half: "\(kind) \(number) writes half"
    case .exit: "the process ends at \(kind) \(number)"
    case .halfExit: "the process ends within \(kind) \(number)"
    }
  }

  /// The variables of the shim.
  var environment: [String: String] {
    let (name, code): (String, POSIXErrorCode?) =
      switch action {
      case .error(let code): ("error", code)
      case .errors(let code): ("errors", code)
      case .half: ("half", nil)
      case .exit: ("exit", nil)
      case .halfExit: ("half-exit", nil)
      }
    return [
      "FAULTS_KIND": kind.rawValue, "FAULTS_NUMBER": "\(number)", "FAULTS_ACTION": name,
      "FAULTS_ERROR": "\(code?.rawValue ?? 0)",
    ]
  }

  /// Whether the command must succeed as without the fault.
  var isHarmless: Bool { action == .half || action == .error(.EINTR) }

  /// Whether the process ends at the fault.
  var isFatal: Bool { action == .exit || action == .halfExit }

  /// Whether a message names the reason of the error.
  func names(reasonIn message: String) -> Bool {
    switch action {
    case .error(let code), .errors(let code):
      let reasons = [
        String(cString: strerror(code.rawValue)), "disk I/O error", "database or disk is full",
        // SQLite opens a file for reading only when it cannot open it for writing.
        "unable to open database file", "the file cannot be opened for writing",
      ]
      return reasons.contains { message.localizedCaseInsensitiveContains($0) }
    case .half, .exit, .halfExit: return true
    }
  }

  /// All faults of the calls of a process.
  static func all(of calls: [RecordedCall]) -> [Fault] {
    var counts: [RecordedCall.Kind: Int] = [:]
    return calls.flatMap { call in
      counts[call.kind, default: 0] += 1
      let number = counts[call.kind, default: 0]
      return actions(on: call.kind).map { Fault(kind: call.kind, number: number, action: $0) }
    }
  }

  /// What can happen to a call of a kind.
  private static func actions(on kind: RecordedCall.Kind) -> [Action] {
    switch kind {
    case .open:
      [.error(.ENOSPC), .error(.EIO), .error(.EMFILE), .errors(.ENOSPC), .exit]
    case .write:
      [.error(.ENOSPC), .error(.EIO), .error(.EINTR), .errors(.ENOSPC), .half, .halfExit, .exit]
    case .sync, .rename, .link, .mkdir, .truncate:
      [.error(.ENOSPC), .error(.EIO), .errors(.EIO), .exit]
    case .unlink, .rmdir: [.error(.EIO), .errors(.EIO), .exit]
    case .close: [.error(.EIO), .exit]
    case .map: [.error(.ENOMEM), .errors(.ENOMEM), .exit]
    }
  }
}
