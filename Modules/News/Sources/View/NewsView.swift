import Documents
import Mediator
import NewsInterface
import Scenes

/// The layouts of the banner, of the list and of a notice.
enum NewsView {
  static let banner = ListLayout<NewsItem>.rows { item in
    let labels = item.labels
    return [
      .paragraph(labels.isEmpty ? "! \(item.title)" : "! \(labels): \(item.title)", .warning)
    ]
  }

  static let list = ListLayout<NewsItem>.numberedTable(
    .init("line") { item in item.line.map { .badges([Badge($0, rgb: nil)]) } ?? "" },
    .init("notice", isFlexible: true) {
      Text(
        $0.isSample == true ? "Sample: \($0.title)" : LocalizedText(verbatim: $0.title),
        $0.isUrgent == true ? .strong : .plain)
    },
    .init("id", isFlexible: true, minimumPageWidth: 60) { .init(verbatim: $0.id, .faint) })

  static let detail = ListLayout<NewsItem>.detail { item in
    let title = LocalizedText(verbatim: item.title)
    return [.group([.title(title), .paragraph(item.labels, .faint)]), .multiline(item.body)]
  }
}

extension NewsItem {
  /// `Sample · Line D`; empty for a notice about the whole network.
  fileprivate var labels: LocalizedText {
    switch (isSample == true, line) {
    case (true, let line?): "Sample · Line \(line)"
    case (true, nil): "Sample"
    case (false, let line?): "Line \(line)"
    case (false, nil): ""
    }
  }
}
