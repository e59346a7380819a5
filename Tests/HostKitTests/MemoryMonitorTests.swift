#if os(Linux)
  import Foundation
  import Mediator
  import ModuleTesting
  import Testing

  @testable import HostKit

  @Suite(.timeLimit(.minutes(15))) struct MemoryMonitorTests {
    private let folder = TemporaryFolder()

    @Test func `every report of the kernel is passed on until the file is closed`() throws {
      // A pseudo-terminal in packet mode has data with priority after its output was discarded.
      var (screen, terminal): (Int32, Int32) = (-1, -1)
      try #require(openpty(&screen, &terminal, nil, nil, nil) == 0)
      defer { close(screen) }
      var isOn: Int32 = 1
      try #require(ioctl(screen, UInt(TIOCPKT), &isOn) == 0)
      tcflush(terminal, TCIOFLUSH)
      var reports = 0
      MemoryMonitor.report(prioritiesOf: screen) {
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(screen, &bytes, bytes.count) == 1)
        reports += 1
        if reports == 3 { close(terminal) } else { tcflush(terminal, TCIOFLUSH) }
      }
      #expect(reports == 3)
    }

    @Test(arguments: ["missing/memory", "", "/proc/self/status"])
    func `a file that cannot be watched is ignored`(path: String) {
      let file = path.hasPrefix("/") ? path : folder.url.appending(path: path).path
      #expect(!MemoryMonitor(path: file).start {})
    }
  }
#endif
