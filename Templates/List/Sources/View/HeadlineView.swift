import Console
import Documents
import Mediator
import Scenes
import HeadlineInterface

/// The layouts of the list and of an item.
enum HeadlineView {
  static let list = ListLayout<HeadlineItem>.numberedTable(
    .init("title", isFlexible: true) { .init(verbatim: $0.title) },
    .init("id", isFlexible: true, minimumPageWidth: 60) { .init(verbatim: $0.id, .faint) })

  static let detail = ListLayout<HeadlineItem>.detail { item, page in
    let title = item.title.printable.wrapped(to: page.columns).map { page.paint($0, .title) }
    let body = item.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { String($0).printable.wrapped(to: page.columns).joined(separator: "\n") }
    return (title + [""] + body).joined(separator: "\n")
  }
}
