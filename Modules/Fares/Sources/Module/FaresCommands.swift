import Console
import DataSourceInterface
import FaresInterface
import Mediator

extension Command {
  static let fare = Command(
    "fare", "Show what a journey costs", calls: Fares.quote,
    arguments: ["from", "to"],
    examples: [
      "fare Trindade Aeroporto", "fare Trindade \"Casa da Música\" --depart 08:00",
      "fare id:trindade id:aeroporto --json",
    ]
  ) { FareView.document(of: $0) }
}
