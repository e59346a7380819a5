import Foundation
import Platform

/// Reports when the memory of the system is low.
///
/// On Linux, it registers a trigger for pressure stall information, which the kernel signals at
/// most once in each window. Where the kernel has no such information or refuses the trigger, there
/// are no reports.
///
/// Source: Linux kernel documentation, PSI – Pressure Stall Information.
final class MemoryMonitor: Sendable {
  #if os(Linux)
    /// Some task waits for memory for 200 ms within 2 s, in microseconds; the threshold that
    /// systemd sets for services. A process without privileges needs a window of a multiple of 2 s.
    static let trigger = "some 200000 2000000"

    private let path: String

    /// - Parameter path: The kernel's file.
    init(path: String = "/proc/pressure/memory") {
      self.path = path
    }

    /// Calls `handler` on a thread of its own whenever memory is low, until the process ends.
    /// Returns whether the kernel accepted the trigger.
    @discardableResult
    func start(_ handler: @escaping @Sendable () -> Void) -> Bool {
      let file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { return false }
      // The kernel replaces the last byte, so it must be the zero at the end.
      let trigger = Self.trigger.utf8CString
      guard write(file, Array(trigger), trigger.count) == trigger.count else {
        close(file)
        return false
      }
      Thread.detachNewThread {
        Self.report(prioritiesOf: file, to: handler)
        close(file)
      }
      return true
    }

    /// Calls `handler` whenever a descriptor has data with priority, until its other end is closed.
    static func report(prioritiesOf descriptor: Int32, to handler: () -> Void) {
      while true {
        var end = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
        let count = poll(&end, 1, -1)
        guard count > 0 || errno == EINTR else { return }
        guard count > 0 else { continue }
        guard end.revents == Int16(POLLPRI) else { return }
        handler()
      }
    }
  #else
    private let source = Lock<(any DispatchSourceMemoryPressure)?>(nil)

    /// Calls `handler` whenever memory is low, until the process ends.
    func start(_ handler: @escaping @Sendable () -> Void) {
      let source = DispatchSource.makeMemoryPressureSource(
        eventMask: [.warning, .critical], queue: .global())
      source.setEventHandler { handler() }
      source.activate()
      self.source.withLock { $0 = source }
    }
  #endif
}
