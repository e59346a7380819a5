import Documents
import HeadlineInterface
import Mediator
import Scenes

/// The layouts of the list and of an item.
enum HeadlineView {
  // fields: layouts
  static let rows = ListLayout<HeadlineItem>.numberedTable(
    .init("title", isFlexible: true) { .init(verbatim: $0.title) },
    .init("id", isFlexible: true, minimumPageWidth: 50) { .init(verbatim: $0.id, .faint) })

  static let detail = ListLayout<HeadlineItem>.detail { item in
    [.title(.init(verbatim: item.title)), .multiline(item.body)]
  }
  // end
}
