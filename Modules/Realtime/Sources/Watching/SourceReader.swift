import DataSourceInterface
import Foundation
import Mediator
import NetworkInterface
import Platform

/// Asks a source: an address or a file.
struct SourceReader: Sendable {
  /// The largest answer in bytes.
  static let limit = 64 << 20

  let mediator: Mediator

  /// Returns the content of a source.
  /// - Throws: `NetworkError`, or the `POSIXError` of a file.
  @concurrent
  func content(of source: LiveSource) async throws -> Data {
    guard source.isWebAddress else { return try file(at: source.address) }
    var headers: [String: String] = [:]
    var url = source.address
    switch source.key {
    case .some(let key) where key.place == .header: headers[key.name] = key.value
    case .some(let key):
      guard var components = URLComponents(string: url) else { break }
      components.queryItems =
        (components.queryItems ?? []) + [
          URLQueryItem(name: key.name, value: key.value)
        ]
      url = components.string ?? url
    case nil: break
    }
    let request = FetchRequest(
      url: url, headers: headers, limit: Self.limit, timeout: .seconds(10), allowsPlainHTTP: true)
    return try await mediator.perform(Network.fetch, request).body
  }

  private func file(at path: String) throws -> Data {
    let handle = try FileHandle.reading(path)
    let content = try handle.read(upToCount: Self.limit + 1) ?? Data()
    guard content.count <= Self.limit else { throw POSIXError(.EFBIG) }
    return content
  }
}
