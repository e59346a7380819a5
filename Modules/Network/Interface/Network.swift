public import Mediator

/// Carries bytes over the web and knows nothing of what they mean.
public enum Network: Interface {
  /// Fetches what a web address gives, redirects followed. Ends with `CancellationError` when the
  /// caller is cancelled.
  public static let fetch = Action<FetchRequest, FetchResponse>(native: Network.self, "fetch")
  /// Downloads a file, from where an earlier download of the address ended. Ends with
  /// `CancellationError` when the caller is cancelled; what is there by then is kept.
  public static let download = Action<DownloadRequest, DownloadOutcome>(
    native: Network.self, "download")
  /// Every address of which a download was begun and not discarded, by address.
  public static let downloads = Action<Empty, [DownloadRecord]>(native: Network.self, "downloads")
  /// Whether an address has another file by now than the one that was downloaded and consumed; nil
  /// where there was none, or the server does not tell.
  public static let hasChanged = Action<DownloadReference, Bool?>(
    native: Network.self, "hasChanged")
  /// Frees the file of a finished download, which its caller has taken; what tells it from a later
  /// one stays.
  public static let consume = Action<DownloadReference, Empty>(native: Network.self, "consume")
  /// Frees every trace of an address: its download and its kept answers.
  public static let discard = Action<DownloadReference, Empty>(native: Network.self, "discard")
}
