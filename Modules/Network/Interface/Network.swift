public import Mediator

/// Fetches and downloads files over HTTP.
public enum Network: Interface {
  /// Fetches the content of a web address and follows redirects. Throws `CancellationError` when
  /// the caller is cancelled.
  public static let fetch = Action<FetchRequest, FetchResponse>(native: Network.self, "fetch")
  /// Downloads a file, and resumes an earlier download of the same address. Throws
  /// `CancellationError` when the caller is cancelled; the bytes received so far stay on disk.
  public static let download = Action<DownloadRequest, DownloadOutcome>(
    native: Network.self, "download")
  /// Lists every download that was started and not discarded, by address.
  public static let downloads = Action<Empty, [DownloadRecord]>(native: Network.self, "downloads")
  /// Whether the server has a newer file than the one that was downloaded and consumed; nil when
  /// nothing was consumed or the server does not say.
  public static let hasChanged = Action<DownloadReference, Bool?>(
    native: Network.self, "hasChanged")
  /// Deletes the file of a finished download after its caller has used it, and remembers which
  /// version of the file it was.
  public static let consume = Action<DownloadReference, Empty>(native: Network.self, "consume")
  /// Deletes everything that is stored for an address: its download and its cached responses.
  public static let discard = Action<DownloadReference, Empty>(native: Network.self, "discard")
}
