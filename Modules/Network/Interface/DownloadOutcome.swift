/// How a download ended well.
public enum DownloadOutcome: Hashable, Sendable {
  /// The whole file is there, until it is consumed or discarded; its path.
  case file(String)
  /// The server still has the file that was consumed.
  case unchanged
}
