import Foundation
public import ModuleManager

extension SampleAnswer {
  /// Creates a sample of what a web address answers to a `GET` request.
  ///
  /// ```swift
  /// static let samples = [
  ///   SampleAnswer.fetch("https://example.org/recipes", #"[{"id": 1, "title": "Sample soup"}]"#)
  /// ]
  /// ```
  /// - Parameters:
  ///   - address: The address; without a query, it stands for all queries.
  ///   - body: The body of the answer, whose status is 200.
  public static func fetch(_ address: String, _ body: String) -> SampleAnswer {
    SampleAnswer(Network.fetch) { request in
      guard request.method == .get,
        [request.url, String(request.url.prefix { $0 != "?" })].contains(address)
      else { return nil }
      let response = FetchResponse(status: 200, body: Data(body.utf8))
      try request.validate(response)
      return response
    }
  }
}

extension FetchRequest: CustomStringConvertible {
  /// The address, without what may be secret.
  public var description: String { url.shownAddress }
}

extension DownloadRequest: CustomStringConvertible {
  /// The address, without what may be secret.
  public var description: String { url.shownAddress }
}
