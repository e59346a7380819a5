public import Mediator

/// Hands what a module wants to share to a channel: a caller names it, says where to, and shows it.
///
/// ```swift
/// let item = ShareItem(title: "Trip", text: "08:00 Trindade", link: "metro://routing/plan?…")
/// let request = ShareRequest(item, as: "ics", to: "trip.ics")
/// return try await mediator.perform(Share.share, request).sentence
/// ```
public enum Share: Interface {
  /// Shares an item through a channel and tells what was done with it.
  public static let share = Action<ShareRequest, ShareReceipt>(native: Share.self, "share")
  /// Makes plain text of an item: its text and table, or else its link.
  public static let text = Action<ShareItem, ShareDocument>(native: Share.self, "text")
  /// Makes the sequence that puts an item's text into the clipboard of a terminal.
  public static let clipboard = Action<ShareItem, ShareDocument>(native: Share.self, "clipboard")
  /// Makes a `mailto:` address with an item as subject and body.
  public static let mail = Action<ShareItem, ShareDocument>(native: Share.self, "mail")
  /// Makes a calendar of an item's events.
  public static let calendar = Action<ShareItem, ShareDocument>(native: Share.self, "calendar")
  /// Makes a text of an item's link alone.
  public static let link = Action<ShareItem, ShareDocument>(native: Share.self, "link")
}
