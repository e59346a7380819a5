/// A hook of a module, by the name it has in `Module`.
public enum Hook: Int, Sendable, CaseIterable {
  /// Creating, connecting and starting.
  case start
  /// Ending the long-lived work.
  case run
  /// Back in the foreground.
  case willEnterForeground
  /// In the background.
  case didEnterBackground
  /// Short memory.
  case didReceiveMemoryWarning
  /// A URL.
  case open
  /// A notification.
  case didReceive
  /// Stopping.
  case stop
}
