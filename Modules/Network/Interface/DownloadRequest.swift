/// A wish to have what a web address gives as a file.
public struct DownloadRequest: Sendable {
  /// The address, beginning with `https://`.
  public let url: String
  /// The SHA-256 of the file in hexadecimal digits, where it is known.
  public let sha256: String?
  /// How many bytes the file may have.
  public let limit: Int
  /// How long the server may stay silent; counted in whole seconds, from one to those of a day.
  public let timeout: Duration
  /// Whether an address beginning with `http://` will do. One on this machine always does.
  public let allowsPlainHTTP: Bool
  /// Whether `unchanged` will do where the server still has the file that was consumed.
  public let acceptsUnchanged: Bool
  /// Told how far it is, at most ten times a second and at the end; must be brief.
  public let report: @Sendable (DownloadProgress) -> Void

  /// Asks for the file at `url`, up to 1 GiB and after at most 30 s of silence unless it says
  /// otherwise.
  public init(
    url: String, sha256: String? = nil, limit: Int = 1 << 30, timeout: Duration = .seconds(30),
    allowsPlainHTTP: Bool = false, acceptsUnchanged: Bool = false,
    report: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
  ) {
    self.url = url
    self.sha256 = sha256
    self.limit = limit
    self.timeout = timeout
    self.allowsPlainHTTP = allowsPlainHTTP
    self.acceptsUnchanged = acceptsUnchanged
    self.report = report
  }
}
