import BookmarksInterface
import Console
import DataSourceInterface
import Mediator
import RoutingInterface

extension Command {
  /// `go`: the next journey of a bookmark, which is a person's own question.
  static let go = Command(
    "go", "Plan the journeys of a bookmark, from now", answers: JourneyPlan.self,
    arguments: [
      .positional(
        "name", "its name, such as home", completes: .by(Bookmarks.list) { $0.map(\.name) }),
      .positional(
        "from", "where you are, if it is a station", isOptional: true,
        completes: .by(DataSource.stations) { $0.map(\.name) }),
    ],
    examples: ["go Work", "go home Aliados"]
  ) { invocation in
    let mediator = invocation.mediator
    let destination = try await mediator.perform(
      Bookmarks.find, try invocation.input(BookmarkReference.self))
    let given = invocation.parameters.values["from"]?.last
    guard let from = given ?? destination.to.map({ _ in "id:\(destination.from.id)" }) else {
      throw CommandLineError.missingArgument("from", usage: "metro go \(destination.name) FROM")
    }
    let to = destination.to ?? destination.from
    let plan = try await mediator.perform(
      Routing.plan, JourneyQuery(from: from, to: "id:\(to.id)", city: destination.city))
    mediator.publish(JourneyPlanned(city: plan.city, from: plan.from, to: plan.to))
    let city = try await mediator.perform(DataSource.city, CityQuery(city: plan.city))
    let now = ServiceMoment(invocation.now(), in: city.timeZone)
    return try Answer(plan) { JourneyView.text($0, on: $1, at: now) }
  }
}
