import DataSourceInterface
import Documents
import Foundation
import Mediator
import ModuleManager
import Scenes

extension CityListModule {
  /// The current city with its date and time.
  static let widgets = [
    WidgetDescription(
      .context, following: [CityChanged.self, CityInstalled.self, MinuteBegan.self]
    ) { context in
      ListSection("city", id: \.city.id.description, layout: CityView.clock) { _ in
        let city = try await context.mediator.perform(DataSource.city, CityQuery())
        return ListPage([CityClock(city, at: context.now())])
      }
    } opens: { (_: CityClock) in
      CitySelection()
    }
  ]
}

/// A city and what its clocks show.
struct CityClock: Codable, Hashable, Sendable {
  let city: City
  let date: CalendarDate
  let time: ServiceTime

  init(_ city: City, at now: Date) {
    let local = LocalDateTime(now, in: city.timeZone)
    self.city = city
    date = local.date
    time = local.time
  }
}

/// Asks for the scene "Cities".
struct CitySelection: Sendable {}
