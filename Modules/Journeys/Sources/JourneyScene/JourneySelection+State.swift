import DataSourceInterface
import JourneysInterface
import RoutingInterface

extension JourneySelection {
  /// What a person has chosen, and the journeys that are loaded for it.
  struct State {
    /// What a person asks.
    struct Question: Equatable {
      let ends: OriginDestination
      let options: JourneyOptions
    }

    /// The city of both stations; nil for the current one, until their journeys are loaded.
    var city: CityID?
    var from: PointOfInterest?
    var to: PointOfInterest?
    var options = JourneyOptions()
    /// The station on the way, as the text of a query, until it is looked up.
    var via: String?
    /// The slider, if it is loaded.
    var slider: DepartureSlider?
    /// Whether the person has selected the departure, and not the clock.
    var isMoved = false
    /// The journey that the person had selected when the times changed.
    var selectedJourney: Journey?
    /// Whether the slider could not be loaded.
    var hasFailed = false
    /// How many times the slider, or one that is being loaded, became outdated by a timetable that
    /// was replaced or removed.
    var timetableChanges = 0
    /// The question of the last published `JourneyPlanned`.
    var published: Question?
    /// Whether the ends are those of a journey that was planned before, and the options unchanged.
    var isRestored = false
    /// Whether `JourneySelected` is published when the slider is loaded, unless the question is
    /// new, because the person has chosen something.
    var mustPublishSelection = false

    /// Both stations; nil until they are chosen.
    var ends: (from: PointOfInterest, to: PointOfInterest)? {
      from.flatMap { from in to.map { (from, $0) } }
    }

    /// The end that is not chosen yet, first the start.
    var missingEnd: JourneyEndpoint.Role? { from == nil ? .from : to == nil ? .to : nil }

    /// Whether the selected departure is the next one at the time of the load.
    var isNextDeparture: Bool { options.time == .now && !isMoved }

    /// The options, at the departure that the person has selected: with a key or the mouse, or as
    /// the last one of a day, for which the form of the options has no field.
    var shownOptions: JourneyOptions {
      var options = options
      var isSelected = isMoved
      if case .last = options.time { isSelected = true }
      if isSelected, let departure = slider?.departure ?? slider?.afterLastDeparture {
        options.time = .at(JourneyTime(.depart, at: departure))
      }
      return options
    }

    /// The ends and, when both are chosen, the options.
    var choices: [JourneyChoice] {
      let endpoints = [
        JourneyEndpoint(role: .from, place: from), JourneyEndpoint(role: .to, place: to),
      ]
      return endpoints.map(JourneyChoice.endpoint)
        + (ends != nil ? [.options(shownOptions, today: slider?.today)] : [])
    }

    /// Discards the slider, so that the journey that the person has selected is selected again.
    mutating func discardSliderKeepingSelection() {
      let selected = isMoved ? slider?.journey : selectedJourney
      discardSlider()
      selectedJourney = selected
    }

    mutating func discardSlider() {
      (slider, isMoved, hasFailed) = (nil, false, false)
      selectedJourney = nil
    }
  }
}
