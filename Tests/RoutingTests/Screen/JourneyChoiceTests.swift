import DataSourceInterface
import Mediator
import RoutingInterface
import Testing

@testable import Routing

@Suite struct JourneyChoiceTests {
  @Test(arguments: [("C", true), ("B", false)])
  func `journeys to where nobody wants to go any more are not shown`(
    chosen: String, isShown: Bool
  ) async throws {
    let mediator = Mediator()
    let (here, there) = (Place(id: "A", name: "A"), Place(id: "C", name: "C"))
    let choice = JourneyChoice(JourneyEnds(city: .builtIn, from: here, to: there), mediator)
    try mediator.answer(Routing.lastTrain) { _ in
      // Somebody chooses while the answer is on its way.
      choice.choose(Place(id: chosen, name: chosen), as: .to)
      return LastTrain(
        city: .builtIn, date: ServiceDate(day: 0), from: here, to: there, first: nil, last: nil)
    }
    try mediator.answer(Routing.plan) { query in
      JourneyPlan(
        city: .builtIn, date: ServiceDate(day: 0), from: here, to: there, journeys: [])
    }
    #expect(try await (choice.dial() != nil) == isShown)
  }
}
