public import Mediator

/// Hands what a module wants to share to a channel: a caller names it, says where to, and shows it.
public enum Share: Interface {
  /// Shares an item and tells what was done with it.
  public static let share = Action<ShareItem, ShareReceipt>(Share.self, "share")
}
