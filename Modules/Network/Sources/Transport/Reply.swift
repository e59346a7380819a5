import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How a server answered one request; the body went to the request's sink.
struct Reply: Sendable {
  let response: HTTPURLResponse
  /// The address that answered, after redirects.
  let address: Address

  var status: Int { response.statusCode }

  func header(_ name: String) -> String? { response.value(forHTTPHeaderField: name) }
}
