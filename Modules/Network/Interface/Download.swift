/// A request to download a web address into a file.
public struct DownloadRequest: Sendable {
  /// The address, beginning with `https://`.
  public let url: String
  /// The maximum size of the file in bytes; nil for that of the settings.
  public let limit: Int?
  /// The longest time without data from the server, from one second to one day; nil for that of the
  /// settings.
  public let timeout: Duration?
  /// Whether an address beginning with `http://` is accepted; one on this machine always is.
  public let allowsPlainHTTP: Bool
  /// Whether the outcome may be `unchanged` when the server still has the file that was consumed.
  public let acceptsUnchanged: Bool
  /// Receives the progress, at most ten times a second and at the end; it must return quickly.
  public let onProgress: @Sendable (DownloadProgress) -> Void

  /// Creates a request, by default with the limits of the settings.
  public init(
    url: String, limit: Int? = nil, timeout: Duration? = nil, allowsPlainHTTP: Bool = false,
    acceptsUnchanged: Bool = false,
    onProgress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
  ) {
    self.url = url
    self.limit = limit
    self.timeout = timeout
    self.allowsPlainHTTP = allowsPlainHTTP
    self.acceptsUnchanged = acceptsUnchanged
    self.onProgress = onProgress
  }
}

/// The result of a successful download.
public enum DownloadOutcome: Hashable, Sendable {
  /// The path of the complete file, which exists until it is consumed or discarded.
  case file(String)
  /// The server still has the file that was consumed.
  case unchanged
}

/// The progress of a running download.
public struct DownloadProgress: Hashable, Sendable {
  /// The number of bytes received, including those of earlier attempts.
  public let received: Int
  /// The size of the file in bytes; nil when the server does not say.
  public let total: Int?
  /// The recent speed in bytes per second; nil before it is known.
  public let rate: Double?

  /// Creates a progress report.
  public init(received: Int, total: Int? = nil, rate: Double? = nil) {
    self.received = received
    self.total = total
    self.rate = rate
  }

  /// The received part of the file, 0 to 1; nil when the size is unknown.
  public var fraction: Double? {
    guard let total, total > 0 else { return nil }
    return min(1, Double(received) / Double(total))
  }

  /// The estimated time until the end, at the recent speed; nil when the size or the speed is
  /// unknown.
  public var remaining: Duration? {
    guard let total, let rate, rate > 0 else { return nil }
    return .seconds(Double(max(0, total - received)) / rate)
  }
}

/// The address of a download.
public struct DownloadReference: Hashable, Sendable {
  /// The address in the request of the download.
  public let url: String
  /// Whether a request to an address beginning with `http://` is accepted.
  public let allowsPlainHTTP: Bool

  /// Creates a reference to the download of `url`.
  public init(url: String, allowsPlainHTTP: Bool = false) {
    self.url = url
    self.allowsPlainHTTP = allowsPlainHTTP
  }

  /// The address as `DownloadRecord.url` has it: a digest replaces user, password, query and
  /// fragment, which may be secret.
  public var id: String { url.addressID }
}

/// The state of a download on disk.
public struct DownloadRecord: Hashable, Sendable {
  /// The address of the file, without what may be secret: `DownloadReference.id`.
  public let url: String
  /// The number of bytes received.
  public let received: Int
  /// The size of the file in bytes; nil when the server did not say.
  public let total: Int?
  /// Whether a process is downloading it now.
  public let isActive: Bool
  /// Whether the file was complete and its caller has consumed it.
  public let isConsumed: Bool
  /// The error of the last attempt; nil when it succeeded or was interrupted.
  public let failure: String?

  /// Creates a record, by default of a download that has received nothing.
  public init(
    url: String, received: Int = 0, total: Int? = nil, isActive: Bool = false,
    isConsumed: Bool = false, failure: String? = nil
  ) {
    self.url = url.addressID
    self.received = received
    self.total = total
    self.isActive = isActive
    self.isConsumed = isConsumed
    self.failure = failure
  }
}

extension DownloadRequest: CustomStringConvertible {
  /// The address, without what may be secret.
  public var description: String { url.shownAddress }
}
