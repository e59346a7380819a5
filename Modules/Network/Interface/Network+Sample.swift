import Foundation
public import ModuleManager

extension Network {
  /// Returns a sample of what a web address answers to a `GET` request.
  ///
  /// ```swift
  /// static let samples = [
  ///   Network.sample(of: "https://example.org/recipes", body: #"[{"id": 1, "title": "Sample soup"}]"#)
  /// ]
  /// ```
  /// - Parameters:
  ///   - address: The address; without a query, it stands for all queries.
  ///   - body: The body of the answer, whose status is 200.
  public static func sample(of address: String, body: String) -> SampleAnswer {
    SampleAnswer(fetch) { request in
      guard request.method == .get,
        [request.url, String(request.url.prefix { $0 != "?" })].contains(address)
      else { return nil }
      let response = FetchResponse(status: 200, body: Data(body.utf8))
      try request.validate(response)
      return response
    }
  }
}
