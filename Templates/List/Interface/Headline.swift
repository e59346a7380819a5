public import Documents
// if no foundation
// else
// public import Foundation
// end
public import Mediator
// fields: imports
// end

/// Lists headline items.
public enum Headline: Interface {
  /// Returns some of the items, in order.
  public static let list = Action<ListRequest, ListPage<HeadlineItem>>(
    Headline.self, "list", .reads, .remote,
    summary: "List headline items")
}

/// An item of the list.
public struct HeadlineItem: Codable, Hashable, Sendable {
  /// The unique id.
  public let id: String
  // fields: properties
  /// The title, in one line.
  public let title: String
  /// The full text.
  public let body: String
  // end

  // fields: init
  /// Creates an item.
  public init(id: String, title: String, body: String) {
    self.id = id
    self.title = title
    self.body = body
  }
  // end
}
// if own fields
// else
//
// extension HeadlineItem: SchemaDescribing {
//   public static var fieldDescriptions: FieldDescriptions {
//     [
// fields: descriptions
// end
//     ]
//   }
// }
// end
