import Foundation
import TestSupport

/// A real HTTP server on this machine that treats its clients as the test says, one request to a
/// connection.
final class HTTPServer: Sendable {
  enum Step: Sendable {
    case send(String)
    case waitForHangUp
  }

  enum Event: Sendable, Equatable {
    case asked(String)
    case hungUp(String)
  }

  struct Failure: Error {
    let call: String
    let code = errno
  }

  let port: UInt16
  let paths = Recorder<String>()
  let events: AsyncStream<Event>
  private let listener: Int32
  private let steps: [String: [Step]]
  private let tell: AsyncStream<Event>.Continuation

  /// Serves `steps` by path on a port of the system's choice.
  init(_ steps: [String: [Step]] = [:]) throws {
    (listener, port) = try listen()
    (events, tell) = AsyncStream.makeStream()
    self.steps = steps
    let listener = listener
    Thread.detachNewThread { [weak self] in
      while case let client = accept(listener, nil, nil), client >= 0 {
        guard let self else { break }
        Thread.detachNewThread {
          self.serve(client)
          close(client)
        }
      }
      close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Where a path is to be found.
  func url(_ path: String, scheme: String = "http", host: String = "127.0.0.1") -> String {
    "\(scheme)://\(host):\(port)\(path)"
  }

  /// A port of this machine at which nobody listens.
  static func unusedPort() throws -> UInt16 {
    let (listener, port) = try listen()
    close(listener)
    return port
  }

  private func serve(_ client: Int32) {
    let words = readHead(client).split(separator: " ")
    guard words.count > 1 else { return }
    let path = String(words[1])
    paths.record(path)
    tell.yield(.asked(path))
    for step in steps[path] ?? [.respond(404)] {
      switch step {
      case .send(let text): send(Array(text.utf8), to: client)
      case .waitForHangUp:
        var byte: UInt8 = 0
        while recv(client, &byte, 1, 0) > 0 {}
        tell.yield(.hungUp(path))
      }
    }
  }

  /// The head of a request; little more than nothing when it is none.
  private func readHead(_ client: Int32) -> String {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while head.suffix(4) != [13, 10, 13, 10], recv(client, &byte, 1, 0) == 1 {
      head.append(byte)
      guard head.first == UInt8(ascii: "G") else { break }
    }
    return String(decoding: head, as: UTF8.self)
  }

  private func send(_ bytes: [UInt8], to client: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { sendQuietly(client, $0) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}

extension HTTPServer.Step {
  /// A whole response with `body`.
  static func respond(_ status: Int, _ body: String = "", header: String = "") -> Self {
    let end = "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    return .send("HTTP/1.1 \(status) Test\r\n" + (header.isEmpty ? "" : header + "\r\n") + end)
  }

  static func redirect(_ status: Int, to location: String) -> Self {
    .respond(status, "see there", header: "Location: \(location)")
  }
}

private func listen() throws -> (descriptor: Int32, port: UInt16) {
  #if os(Linux)
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
  #endif
  guard descriptor >= 0 else { throw HTTPServer.Failure(call: "socket") }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isListening = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0
        && getsockname(descriptor, $0, &length) == 0
    }
  }
  guard isListening else { throw HTTPServer.Failure(call: "bind") }
  return (descriptor, UInt16(bigEndian: address.sin_port))
}

/// Sends without the signal that a client gone would cause.
private func sendQuietly(_ client: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if os(Linux)
    return send(client, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  #else
    var isQuiet: Int32 = 1
    setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
    return send(client, bytes.baseAddress, bytes.count, 0)
  #endif
}
