import RoutingInterface

/// One way of finding journeys.
protocol JourneyStrategy {
  /// The journeys that answer a question, from few rides to many; none where there is no way.
  func journeys(for question: Question) -> [Journey]
}
