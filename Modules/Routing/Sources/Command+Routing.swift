import Console
import DataSourceInterface
import Mediator
import RoutingInterface

extension Command {
  private static let question: [Argument] = [
    .positional("from", "the station to start from: a name, or id:…"),
    .positional("to", "the station to go to"),
    .option("city", "another city than the current one"),
    .option("date", "the day, as in 2026-11-20; today unless given"),
    .option("depart", "the earliest departure, as in 08:00; now unless given"),
    .option("change-time", "seconds a change takes where the feed is silent; 120 unless given"),
  ]

  /// `route`: a person's own question, so that it is announced.
  static let route = Command(
    "route", "Plan journeys between two stations", arguments: question,
    examples: [
      "route Trindade \"Casa da Música\"", "route Aeroporto \"São Bento\" --depart 08:00",
      "route id:trindade id:aliados --date 2026-12-24 --json",
    ]
  ) { invocation in
    let query = try invocation.input(JourneyQuery.self)
    let plan = try await invocation.mediator.perform(Routing.plan, query)
    invocation.mediator.publish(JourneyPlanned(city: plan.city, from: plan.from, to: plan.to))
    return try Answer(plan, view: JourneyView.text)
  }
}
