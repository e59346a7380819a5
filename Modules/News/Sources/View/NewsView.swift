import Console
import Documents
import Mediator
import NewsInterface
import Scenes

/// The layouts of the banner, of the list and of a notice.
enum NewsView {
  static let banner = ListLayout<NewsItem>.text { item, page in
    let labels = item.labels
    return "! \(labels.isEmpty ? "" : "\(labels): ")\(item.title)".printable.wrapped(
      to: page.columns
    )
    .map { page.paint($0, .warning) }.joined(separator: "\n")
  }

  static let list = ListLayout<NewsItem>.numberedTable(
    .init("line") { item in item.line.map { .badges([Badge($0, rgb: nil)]) } ?? "" },
    .init("notice", isFlexible: true) {
      Text(
        $0.isSample == true ? "Sample: \($0.title)" : LocalizedText(verbatim: $0.title),
        $0.isUrgent == true ? .strong : .plain)
    },
    .init("id", isFlexible: true, minimumPageWidth: 60) { .init(verbatim: $0.id, .faint) })

  static let detail = ListLayout<NewsItem>.detail { item, page in
    let title = item.title.printable.wrapped(to: page.columns).map { page.paint($0, .title) }
    let body = item.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { String($0).printable.wrapped(to: page.columns).joined(separator: "\n") }
    let labels = item.labels.isEmpty ? [] : [page.paint(item.labels, .faint)]
    return (title + labels + [""] + body).joined(separator: "\n")
  }
}

extension NewsItem {
  /// `Sample · Line D`; empty for a notice about the whole network.
  fileprivate var labels: String {
    let sample = isSample == true ? ["Sample"] : []
    return (sample + (line.map { ["Line \($0)"] } ?? [])).joined(separator: " · ")
  }
}
