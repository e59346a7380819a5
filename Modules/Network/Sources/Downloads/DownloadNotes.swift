import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is known of a download beside its bytes: what the server said of the file, and how it went.
struct DownloadNotes: Codable, Equatable {
  let url: String
  var etag: String?
  var lastModified: String?
  var total: Int?
  var failure: String?
  var isConsumed = false

  init(url: String) {
    self.url = url
  }

  /// Notes on a file of which this is the beginning.
  init(url: String, _ response: HTTPURLResponse) {
    self.url = url
    // The bytes that come are not those that the server counts.
    let coding = response.value(forHTTPHeaderField: "Content-Encoding") ?? "identity"
    guard coding.lowercased() == "identity" else { return }
    etag = response.value(forHTTPHeaderField: "ETag")
    lastModified = response.value(forHTTPHeaderField: "Last-Modified")
    let length = response.expectedContentLength
    total = length >= 0 ? Int(length) : nil
  }

  /// What makes an answer the rest of the same file.
  ///
  /// Source: RFC 9110, section 13.1.5: weak ones will not do.
  var ifRange: String? {
    if let etag { return etag.hasPrefix("W/") ? nil : etag }
    return lastModified
  }

  /// What makes an answer come only when the file is another one.
  var ifChanged: [String: String]? {
    if let etag { return ["If-None-Match": etag] }
    return lastModified.map { ["If-Modified-Since": $0] }
  }
}
