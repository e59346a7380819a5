import BookmarksInterface
import DataSourceInterface
import Documents
import Mediator
import RoutingInterface
import Scenes

/// Bookmarked journeys with the time at which to leave.
enum BookmarkedJourneysView {
  static let layout = ListLayout<BookmarkedJourney>.table(
    .init(isFlexible: true) { .init(verbatim: $0.bookmark.name, .strong) },
    .init(isFlexible: true, minimumPageWidth: 60) { .init(verbatim: ends(of: $0.bookmark)) },
    .init { .init($0.minutesLeft.map(leave) ?? "", .warning) },
    // Left out where a notice needs the width.
    .init(minimumPageWidth: 30) { .init("\($0.journey?.timeRange ?? "")", .faint) },
    .init(isFlexible: true) { $0.journey?.lateness ?? $0.notice?.inWords ?? "" })

  private static func ends(of bookmark: Bookmark) -> String {
    let ends = [bookmark.from, bookmark.to].compactMap { $0?.name }.joined(separator: " → ")
    return ends == bookmark.name ? "" : ends
  }

  private static func leave(inMinutes minutes: Int) -> LocalizedText {
    minutes < 1 ? "leave now" : "leave in \(Duration.seconds(minutes * 60).formattedInMinutes)"
  }
}
