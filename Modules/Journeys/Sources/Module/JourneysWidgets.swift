import BookmarksInterface
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import Mediator
import ModuleManager
import RoutingInterface
import Scenes

extension JourneysModule {
  /// "Where to?": a journey from where the person usually leaves, or one of bookmarks and history.
  static let searches = [
    SearchDescription(
      "Where to?", hint: "a station, a bookmark, a line or @lat,lon", title: "Where to",
      id: \.id, layout: DestinationView.layout
    ) { text, mediator in
      try await Destination.find(text, through: mediator)
    } opens: { (destination: Destination) in
      destination.value
    }
  ]

  /// The first bookmarked journeys of the current city and, if there are only a few, the last ones,
  /// with the time at which to leave.
  static let widgets = [
    WidgetDescription(
      .shortcut,
      following: [
        BookmarksChanged.self, HistoryChanged.self, CityChanged.self, CityInstalled.self,
        TimetablePatched.self,
        MinuteBegan.self,
      ]
    ) { context in
      ListSection(
        "bookmarked-journeys", title: "Your journeys", id: \.bookmark.name,
        layout: BookmarkedJourneysView.layout
      ) { _ in ListPage(try await BookmarkedJourney.next(in: context)) }
    } opens: { (journey: BookmarkedJourney) in
      let bookmark = journey.bookmark
      return bookmark.to.map {
        OriginDestination(
          city: bookmark.city, from: bookmark.from, to: $0, stepFree: bookmark.stepFree)
      }
    }
  ]
}

/// A bookmarked journey, or one that was planned before, with its next departure.
struct BookmarkedJourney: Codable, Hashable, Sendable {
  private static let maximumCount = 3

  /// The bookmark; of a journey without one, its ends with their names.
  let bookmark: Bookmark
  /// The best journey; nil if none can be found.
  let journey: Journey?
  /// The first notice that concerns it; nil for none.
  let notice: ServiceNotice?
  /// The number of minutes until it starts.
  let minutesLeft: Int?

  static func next(in context: WidgetDescription.Context) async throws -> [BookmarkedJourney] {
    let mediator = context.mediator
    let city = try await mediator.perform(DataSource.city, CityQuery())
    let bookmarks = try await mediator.perform(Bookmarks.list)
      .filter { $0.city == city.id && $0.to != nil }
    let planned = try await PlannedEnds(in: city.id, through: mediator).history.filter { entry in
      !bookmarks.contains { $0.from.id == entry.from.id && $0.to?.id == entry.to.id }
    }.map { entry in
      Bookmark(
        name: "\(entry.from.name) → \(entry.to.name)", city: city.id, from: entry.from,
        to: entry.to)
    }
    var found: [BookmarkedJourney] = []
    for bookmark in (bookmarks + planned).prefix(maximumCount) {
      found.append(try await BookmarkedJourney(bookmark, in: city, context))
    }
    return found
  }

  private init(
    _ bookmark: Bookmark, in city: City, _ context: WidgetDescription.Context
  ) async throws {
    self.bookmark = bookmark
    let query = JourneyQuery(
      from: bookmark.from.reference, to: bookmark.to?.reference ?? "", city: city.id,
      by: .earliest, stepFree: bookmark.stepFree)
    // A newer timetable may not have the stations.
    let plan = try? await context.mediator.perform(Journeys.plan, query)
    try Task.checkCancellation()
    let next = plan.flatMap { plan in
      plan.journeys.first.map { (plan.date, $0) }
        ?? plan.next.flatMap { next in next.journeys.first.map { (next.date, $0) } }
    }
    journey = next?.1
    notice = plan?.notices?.first
    let clock = CityClock(context.now(), in: city.timeZone)
    minutesLeft = next.map { date, journey in
      Int(clock.duration(until: journey.departure, on: date) / .seconds(60))
    }
  }
}
