import Foundation
import Synchronization

/// Gives a terminal back from where nothing is allowed but system calls: a signal's handler.
///
/// Source: POSIX.1-2024, System Interfaces, 2.4.3, which lists `write`, `tcsetattr`, `signal` and
/// `raise` as safe there.
struct ScreenRescue: Sendable {
  /// Everything that the handler touches, made before and never changed nor freed.
  private struct Plan {
    let input: Int32
    let output: Int32
    var settings: termios
    let bytes: UnsafeMutableBufferPointer<UInt8>

    mutating func carryOut() {
      _ = write(output, bytes.baseAddress, bytes.count)
      tcsetattr(input, TCSANOW, &settings)
    }
  }

  private static let fatal = [
    SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU,
  ]
  /// Where the plan of the screen that is shown lies in memory; 0 where none is.
  private static let address = Atomic<UInt>(0)

  private let own: UInt

  init(input: Int32, output: Int32, _ settings: termios) {
    let text = Array(Screen.leave.utf8)
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = bytes.initialize(from: text)
    let plan = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
    plan.initialize(to: Plan(input: input, output: output, settings: settings, bytes: bytes))
    own = UInt(bitPattern: plan)
  }

  /// From now on, fatal signals give the terminal back before they end the process.
  func arm() {
    Self.address.store(own, ordering: .sequentiallyConsistent)
    for number in Self.fatal { signal(number, handle) }
  }

  func disarm() {
    Self.address.store(0, ordering: .sequentiallyConsistent)
    for number in Self.fatal { signal(number, SIG_DFL) }
  }

  /// Gives back the terminal of the screen that is shown, if one is, once.
  static func run() {
    let taken = address.exchange(0, ordering: .sequentiallyConsistent)
    UnsafeMutablePointer<Plan>(bitPattern: taken)?.pointee.carryOut()
  }

  /// Gives the terminal back, whether the screen is shown or not.
  func run() {
    UnsafeMutablePointer<Plan>(bitPattern: own)?.pointee.carryOut()
  }
}

private func handle(_ number: Int32) {
  ScreenRescue.run()
  signal(number, SIG_DFL)
  raise(number)
}
