import Foundation
import Mediator
import Platform

@testable import TicketOffice

/// A connection to a server of tickets, over which a test sends any bytes.
final class OfficeClient: Sendable {
  struct Response {
    let status: Int
    let body: Data

    func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      try JSON.decode(type, from: body)
    }

    var error: String? { try? JSON.decode([String: String].self, from: body)["error"] }
  }

  /// The server, as the header field `Host` names it.
  let host: String
  private let socket: Int32

  convenience init(_ office: TicketOffice) throws {
    try self.init(port: office.url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0)
  }

  init(port: UInt16) throws {
    host = "127.0.0.1:\(port)"
    #if os(Linux)
      socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = port.bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw POSIXError.last }
  }

  deinit { close(socket) }

  /// Sends bytes as they are, but with the server's name in place of `HOST`.
  func send(_ text: String) {
    var rest = Array(text.replacing("HOST", with: host).utf8)[...]
    while !rest.isEmpty {
      #if os(Linux)
        let flags = Int32(MSG_NOSIGNAL)
      #else
        let flags: Int32 = 0
      #endif
      let count = rest.withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress, $0.count, flags)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads one response; nil when the server closes the connection without one. It waits on a
  /// thread of its own, because the server works on those of the tasks.
  func receive() async -> Response? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: self.readResponse()) }
    }
  }

  private func readResponse() -> Response? {
    var bytes: [UInt8] = []
    while bytes.suffix(4) != [13, 10, 13, 10] {
      guard let byte = read(1).first else { return nil }
      bytes.append(byte)
    }
    let head = String(decoding: bytes, as: UTF8.self)
    guard let length = head.firstMatch(of: /Content-Length: (\d+)/).flatMap({ Int($0.1) }),
      let status = head.firstMatch(of: /HTTP\/1.1 (\d+)/).flatMap({ Int($0.1) })
    else { return nil }
    return Response(status: status, body: Data(read(length)))
  }

  /// Sends a request, and returns the response; nil if there is none.
  func request(
    _ line: String, _ body: (some Encodable)? = String?.none, token: String? = nil,
    key: String? = nil
  ) async throws -> Response? {
    let bytes = try body.map { try JSON.encode($0) } ?? Data()
    var head = "\(line) HTTP/1.1\r\nHost: \(host)\r\nContent-Length: \(bytes.count)\r\n"
    if let token { head += "Authorization: Bearer \(token)\r\n" }
    if let key { head += "Idempotency-Key: \(key)\r\n" }
    send(head + "\r\n" + String(decoding: bytes, as: UTF8.self))
    return await receive()
  }

  private func read(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var offset = 0
    while offset < count {
      let received = bytes.withUnsafeMutableBytes {
        recv(socket, $0.baseAddress.map { $0 + offset }, count - offset, 0)
      }
      guard received > 0 else { break }
      offset += received
    }
    return Array(bytes.prefix(offset))
  }
}

/// A person who is signed in.
struct Customer {
  struct Session: Decodable {
    let name, token, renewal: String
    let seconds: Int
    let channelPort: UInt16
  }

  let client: OfficeClient
  var session: Session

  init(_ office: TicketOffice, name: String = "Anna") async throws {
    client = try OfficeClient(office)
    let body = ["name": name, "password": "test"]
    guard let response = try await client.request("POST /session", body) else {
      throw POSIXError(.EIO)
    }
    session = try response.decode()
  }

  func post(
    _ path: String, _ body: some Encodable, key: String? = nil
  ) async throws -> OfficeClient.Response? {
    try await client.request("POST " + path, body, token: session.token, key: key)
  }

  func get(_ path: String) async throws -> OfficeClient.Response? {
    try await client.request("GET " + path, token: session.token)
  }

  func pay(_ request: OrderRequest, key: String? = nil) async throws -> OfficeClient.Response? {
    try await post("/orders/\(request.id)/payment", ["total": request.total], key: key)
  }
}

extension OrderRequest {
  /// Two tickets of 1.40 EUR.
  static func sample(_ id: UUID = UUID()) -> OrderRequest {
    let line = OrderLine(
      fare: "Z2", name: "Zone 2", rider: nil, quantity: 2, price: Price(140, "EUR"))
    return OrderRequest(
      id: id.uuidString.lowercased(), city: "porto", lines: [line], total: Price(280, "EUR"))
  }
}
