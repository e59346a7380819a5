import Foundation
import NetworkInterface

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension FetchRequest {
  static let redirectLimit = 10

  /// Fetches what the address, or the one it sends on to, gives.
  func fetch() async throws -> FetchResponse {
    let first = try Address(url, allowsPlainHTTP: allowsPlainHTTP)
    var address = first
    for _ in 0...Self.redirectLimit {
      let reply = try await Transfer(from: address, limit: limit, timeout: timeout).run()
      let status = reply.response.statusCode
      guard [301, 302, 303, 307, 308].contains(status), let location = reply.header("Location")
      else { return try response(reply, from: address) }
      address = try address.following(location: location)
    }
    throw NetworkError.tooManyRedirects(first.shown, limit: Self.redirectLimit)
  }
}

private func response(_ reply: Transfer.Reply, from address: Address) throws -> FetchResponse {
  let status = reply.response.statusCode
  guard 200...299 ~= status else { throw NetworkError.status(status, address.shown) }
  return FetchResponse(status: status, body: reply.body, contentType: reply.header("Content-Type"))
}

extension Transfer.Reply {
  fileprivate func header(_ name: String) -> String? {
    response.value(forHTTPHeaderField: name)
  }
}
