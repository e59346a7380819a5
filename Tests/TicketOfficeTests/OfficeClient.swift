import Foundation
import Mediator
import Platform
import TestSupport

@testable import TicketOffice

/// A connection to a server of tickets.
final class OfficeClient: Sendable {
  private let client: HTTPClient
  /// The server, as the header field `Host` names it.
  var host: String { client.host }

  convenience init(_ office: TicketOffice) throws {
    try self.init(port: office.url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0)
  }

  init(port: UInt16) throws { client = try HTTPClient(port: port) }

  /// Sends bytes as they are, but with the server's name in place of `HOST`.
  func send(_ text: String) { client.send(text) }

  /// Reads one response; nil when the server closes the connection without one.
  func receive() async -> HTTPClient.Response? { await client.receive() }

  /// Sends a request, and returns the response; nil if there is none.
  func request(
    _ line: String, _ body: (some Encodable)? = String?.none, token: String? = nil,
    key: String? = nil
  ) async throws -> HTTPClient.Response? {
    let bytes = try body.map { try JSON.encode($0) } ?? Data()
    var head = "\(line) HTTP/1.1\r\nHost: \(client.host)\r\nContent-Length: \(bytes.count)\r\n"
    if let token { head += "Authorization: Bearer \(token)\r\n" }
    if let key { head += "Idempotency-Key: \(key)\r\n" }
    send(head + "\r\n" + String(decoding: bytes, as: UTF8.self))
    return await receive()
  }
}

extension HTTPClient.Response {
  func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try JSON.decode(type, from: Data(body.utf8))
  }

  var error: String? {
    try? JSON.decode([String: String].self, from: Data(body.utf8))["error"]
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
  ) async throws -> HTTPClient.Response? {
    try await client.request("POST " + path, body, token: session.token, key: key)
  }

  func get(_ path: String) async throws -> HTTPClient.Response? {
    try await client.request("GET " + path, token: session.token)
  }

  func pay(_ request: OrderRequest, key: String? = nil) async throws -> HTTPClient.Response? {
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
