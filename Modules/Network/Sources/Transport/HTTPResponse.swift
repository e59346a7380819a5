import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The response to one request; its body went to the request's sink.
struct HTTPResponse: Sendable {
  let response: HTTPURLResponse
  /// The address that sent the response, after redirects.
  let address: Address

  var status: Int { response.statusCode }

  func header(_ name: String) -> String? { response.value(forHTTPHeaderField: name) }
}
