import Documents
import Foundation
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
    let times = (item.periods ?? []).map { Block.paragraph($0.inWords, .faint) }
    let effect: [Block] =
      item.effect == .noService ? [.paragraph("No trains run there.", .warning)] : []
    let sections = (item.subjects ?? []).compactMap(\.sectionInWords)
      .map { Block.paragraph($0, .faint) }
    return Document(
      [.group([.title(title), .paragraph(item.labels, .faint)] + effect + sections + times)]
        + [.multiline(item.body)])
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

extension NewsSubject {
  /// Such as `from Trindade to Aliados`; nil unless the subject is a section. A single station is not
  /// shown, because alerts give only its id.
  fileprivate var sectionInWords: LocalizedText? {
    station.flatMap { station in to.map { "from \(station) to \($0)" } }
  }
}

extension NewsPeriod {
  /// Such as `from 30 Nov 2026, 16:00 to 30 Nov 2026, 20:00`, on the clocks of the person.
  fileprivate var inWords: LocalizedText {
    func text(_ date: Date) -> String {
      date.formatted(
        .verbatim(
          "\(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits), \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
          locale: Locale(identifier: "en_GB"), timeZone: .autoupdatingCurrent,
          calendar: Calendar(identifier: .gregorian)))
    }
    return switch (start, end) {
    case (let start?, let end?): "from \(text(start)) to \(text(end))"
    case (let start?, nil): "from \(text(start))"
    case (nil, let end?): "until \(text(end))"
    case (nil, nil): ""
    }
  }
}
