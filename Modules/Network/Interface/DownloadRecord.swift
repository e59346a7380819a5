/// What the disk tells of a download.
public struct DownloadRecord: Hashable, Sendable {
  /// The address.
  public let url: String
  /// How many bytes are there.
  public let received: Int
  /// How many there will be; nil where the server did not say.
  public let total: Int?
  /// Whether a process is at it now.
  public let isActive: Bool
  /// Whether the file was complete and its caller has taken it.
  public let isConsumed: Bool
  /// Why the last attempt ended; nil where it ended well, or was only interrupted.
  public let failure: String?

  /// Composes a record.
  public init(
    url: String, received: Int = 0, total: Int? = nil, isActive: Bool = false,
    isConsumed: Bool = false, failure: String? = nil
  ) {
    self.url = url
    self.received = received
    self.total = total
    self.isActive = isActive
    self.isConsumed = isConsumed
    self.failure = failure
  }
}
