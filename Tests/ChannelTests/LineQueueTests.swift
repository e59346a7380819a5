import Foundation
import Testing

@testable import Channel

@Suite(.timeLimit(.minutes(15))) struct LineQueueTests {
  /// Longer than a pipe accepts at once.
  private static let longLine = [UInt8](repeating: 0x61, count: 200_000)

  @Test func `the bytes of a written line are released while later lines wait`() throws {
    let pipe = try TestPipe()
    var queue = LineQueue(output: pipe.output)
    var bytes = [UInt8](repeating: 0x61, count: 100)
    let address = bytes.withUnsafeBufferPointer(\.baseAddress)
    queue.append(bytes, nil, id: nil)
    for _ in 1...3 { queue.append(Self.longLine, nil, id: nil) }
    #expect(queue.write().error == nil)
    #expect(queue.count == 3)
    // A change would copy an array whose bytes are retained elsewhere.
    bytes[0] = 0
    #expect(bytes.withUnsafeBufferPointer(\.baseAddress) == address)
  }

  @Test func `written lines are removed, although another line always waits`() throws {
    let pipe = try TestPipe()
    var queue = LineQueue(output: pipe.output)
    var markers: [WeakMarker] = []
    var completed = 0
    queue.append(Self.longLine, nil, id: nil)
    for _ in 1...100 {
      let marker = Marker()
      markers.append(WeakMarker(marker: marker))
      queue.append(Self.longLine, { _ in withExtendedLifetime(marker) {} }, id: nil)
      let waiting = queue.count
      while queue.count == waiting {
        completed += queue.write().completions.count
        pipe.readAll()
      }
      #expect(!queue.isEmpty)
    }
    #expect(completed == 99)
    #expect(markers.count { $0.marker != nil } <= 2)
  }

  @Test func `a pipe that nobody reads any more does not end the process`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      let bytes = [UInt8](repeating: 0x61, count: 1 << 20)
      let reader = Thread { [input = ends[0]] in
        var byte: UInt8 = 0
        _ = read(input, &byte, 1)
        close(input)
      }
      reader.start()
      // On Linux, a part of the bytes is written before the pipe is closed.
      let written = bytes.withUnsafeBytes { writeWithoutSignal($0, to: ends[1]) }
      #expect(written < bytes.count)
      #expect(bytes.withUnsafeBytes { writeWithoutSignal($0, to: ends[1]) } == -1)
    }
  }

  @Test(arguments: [1, 2, 7, 100])
  func `lines that are written in parts keep their order`(count: Int) throws {
    let pipe = try TestPipe()
    var queue = LineQueue(output: pipe.output)
    var sent: [UInt8] = []
    for number in 0..<count {
      let line = [UInt8](repeating: UInt8(number), count: 1 + number * 1000)
      queue.append(line, nil, id: number)
      sent += line
    }
    var received: [UInt8] = []
    while !queue.isEmpty {
      _ = queue.write()
      received += pipe.readAll()
    }
    #expect(received == sent)
  }
}

/// Part of a completion, to see when it is released.
private final class Marker: Sendable {}

private struct WeakMarker {
  weak var marker: Marker?
}

/// A pipe whose end for reading does not block.
private final class TestPipe {
  let output: Int32
  private let input: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    (input, output) = (ends[0], ends[1])
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
  }

  deinit { for end in [input, output] { close(end) } }

  /// Returns the bytes that are in the pipe.
  @discardableResult
  func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = read(input, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }
}
