/// Names one download by its address.
public struct DownloadReference: Hashable, Sendable {
  /// The address.
  public let url: String
  /// Whether an address beginning with `http://` will do where it has to be asked.
  public let allowsPlainHTTP: Bool

  /// Names the download of `url`.
  public init(url: String, allowsPlainHTTP: Bool = false) {
    self.url = url
    self.allowsPlainHTTP = allowsPlainHTTP
  }
}
