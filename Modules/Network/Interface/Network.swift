public import Mediator

/// Carries bytes over the web and knows nothing of what they mean.
public enum Network: Interface {
  /// Fetches what a web address gives, redirects followed. Ends with `CancellationError` when the
  /// caller is cancelled.
  public static let fetch = Action<FetchRequest, FetchResponse>(native: Network.self, "fetch")
}
