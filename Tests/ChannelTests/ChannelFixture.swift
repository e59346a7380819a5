import Foundation
import Mediator
import Platform
import TestSupport

@testable import Channel

/// Two connected transports.
struct TransportPair {
  let client: ChannelTransport
  let server: ChannelTransport

  enum Kind: CaseIterable { case pipes, sockets }

  init(_ kind: Kind = .pipes) {
    var (first, second): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    switch kind {
    case .pipes:
      pipe(&first)
      pipe(&second)
      client = ChannelTransport(reading: first[0], writing: second[1])
      server = ChannelTransport(reading: second[0], writing: first[1])
    case .sockets:
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &first)
      client = ChannelTransport(reading: first[0], writing: first[0])
      server = ChannelTransport(reading: first[1], writing: first[1])
    }
  }
}

/// The other side of a channel, without a channel of its own. A thread reads its lines.
final class Peer: Sendable {
  let transport: ChannelTransport
  /// The lines that it has received.
  let lines: AsyncStream<String>
  private let input: Int32
  private let output: Lock<Int32?>
  private let queue = DispatchQueue(label: "peer")

  init() {
    var (first, second): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    pipe(&first)
    pipe(&second)
    for end in first + second { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    transport = ChannelTransport(reading: first[0], writing: second[1])
    input = second[0]
    output = Lock(first[1])
    let (lines, continuation) = AsyncStream<String>.makeStream()
    self.lines = lines
    let input = input
    Thread.detachNewThread {
      var line: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65536)
      while case let count = read(input, &buffer, buffer.count), count > 0 {
        for byte in buffer[..<count] {
          guard byte == UInt8(ascii: "\n") else {
            line.append(byte)
            continue
          }
          continuation.yield(String(decoding: line, as: UTF8.self))
          line = []
        }
      }
      continuation.finish()
      close(input)
    }
  }

  deinit { hangUp() }

  /// Sends bytes later, in the order of the calls, because the pipe may be full.
  func send(_ bytes: [UInt8]) {
    let output = output
    queue.async {
      guard let output = output.withLock({ $0 }) else { return }
      var rest = bytes[...]
      while !rest.isEmpty {
        // The channel may have closed its end.
        let count = rest.withUnsafeBytes { writeWithoutSignal($0, to: output) }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
    }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Waits until everything is sent.
  func flush() async {
    await withCheckedContinuation { caller in queue.async { caller.resume() } }
  }

  /// Closes its output, after everything is sent.
  func hangUp() {
    queue.async { [output] in
      if let descriptor = output.withLock({ $0.take() }) { close(descriptor) }
    }
  }
}

/// The handler of the tests: `echo` returns its parameters, `fail` throws, `wait` waits until it is
/// cancelled.
func answer(_ request: ChannelRequest) async throws -> Data {
  switch request.method {
  case "echo": return request.parameters ?? Data("null".utf8)
  case "wait":
    try await Task.sleep(for: .seconds(3600))
    return Data("null".utf8)
  case "fail": throw ChannelError.remote(code: 7, message: "it \"failed\"", data: Data("[1]".utf8))
  case let method:
    throw ChannelError.remote(
      code: RPCErrorCode.methodNotFound, message: "no method '\(method)'")
  }
}

extension Data {
  init(_ text: String) { self = Data(text.utf8) }
  var text: String { String(decoding: self, as: UTF8.self) }
}
