import DataSourceInterface
import Documents
import Mediator
import ModuleManager
import NewsInterface
import Scenes
import TripsInterface

extension TripsModule {
  /// The next trip, which opens its journey.
  static let widgets = [
    WidgetDescription(
      .soon,
      following: [
        TripsChanged.self, CityChanged.self, CityInstalled.self, CityRemoved.self, NewsExpired.self,
        TimetablePatched.self, MinuteBegan.self,
      ]
    ) { context in
      ListSection("next-trip", title: "Next trip", id: { "\($0.trip.id)" }, layout: TripsView.next)
      {
        _ in
        let next = try await context.mediator.perform(Trips.next).trip
        return ListPage(next.map { [$0] } ?? [])
      }
    } opens: { (planned: PlannedTrip) in
      planned.trip.ends
    }
  ]
}
