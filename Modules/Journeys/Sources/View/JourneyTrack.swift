import DataSourceInterface
import Documents
import Mediator
import RoutingInterface

/// A journey as a vertical line with its stops, each ride in the colour of its line.
struct JourneyTrack {
  private let nodes: [JourneyNode]
  private let rides: [Ride]
  /// How long the journey takes by the clock.
  private let total: Duration
  /// By number of the ride, the note beside its boarding.
  private let notes: [Int: BoardingNote]

  init(_ journey: Journey, notes: [Int: BoardingNote] = [:]) {
    nodes = journey.nodes
    rides = journey.legs.compactMap(\.ride)
    total = journey.clockDuration
    self.notes = notes
  }

  var track: Track { Track(parts.flatMap(\.self)) }

  /// A part of the journey, aligned with the other ones; nil without a part of that number.
  func part(_ number: Int) -> Track? {
    let parts = parts
    guard parts.indices.contains(number) else { return nil }
    return Track(parts[number], alignedWith: parts.flatMap(\.self))
  }

  /// The rows of each ride and of each walk at an end. A change belongs to the ride before it.
  private var parts: [[Track.Row]] {
    var parts: [[Track.Row]] = [[]]
    var rideNumber = 0
    var role = TextRole.plain
    func add(_ row: Track.Row) { parts[parts.count - 1].append(row) }
    for (index, node) in nodes.enumerated() {
      switch node {
      case .start(let place, let time) where beginsOnFoot: add(stop(time, place, role))
      case .start(let place, let time):
        role = nodes.role(ofRide: 0)
        parts[parts.count - 1] += [stop(time, place, role)] + notes(onRide: 0)
      case .ride(let line, let direction, let stopsBetween, _):
        let ride = rideNumber < rides.count ? rides[rideNumber] : nil
        let train = train(line, ride?.trainNumber, to: direction)
        // The number counts the stops of the whole ride.
        let goesOn = ride?.continuations.isEmpty == false
        let stops =
          frequency(ofRide: rideNumber)
          + (goesOn ? [] : [Text(description(ofStops: stopsBetween))])
        let texts = [train] + stops
        add(Track.Row(.line, role, Document(texts.joined(separator: .separator))))
        for next in ride?.continuations ?? [] {
          add(stop(next.departure, next.from, role))
          role = next.line.role
          let train = self.train(next.line, next.trainNumber, to: next.headsign)
          add(Track.Row(.line, role, Document("stay on the train, now line " + train)))
        }
        if let request = ride?.alighting {
          add(Track.Row(.line, role, Document(Text("to get off, \(request.inWords)", .strong))))
        }
      case .change(
        let from, let arrival, let to, let departure, let walking, let waiting, let way):
        add(stop(arrival, from, role))
        add(gap(change(from, to, walking, waiting)))
        if !way.isEmpty { add(gap(way.inWords)) }
        rideNumber += 1
        role = nodes.role(ofRide: rideNumber)
        parts.append([stop(departure, to, role)] + notes(onRide: rideNumber))
      case .walk(let duration, let distance):
        // A walk without trains takes as long as the summary says.
        let time = (rides.isEmpty ? total : duration).formattedInMinutes
        if index > 1 { parts.append([]) }
        add(gap("walk \(distance.asDistance), \(time)"))
      case .platform(let place, let time) where index == 2 && beginsOnFoot:
        role = nodes.role(ofRide: 0)
        parts.append([stop(time, place, role)] + notes(onRide: 0))
      case .platform(let place, let time):
        add(stop(time, place, role))
        role = .plain
      case .destination(let place, let time): add(stop(time, place, role))
      }
    }
    return parts
  }

  /// Whether the second step is a walk. The first train then leaves from the third one.
  private var beginsOnFoot: Bool {
    if nodes.count > 1, case .walk = nodes[1] { true } else { false }
  }

  private func stop(_ time: ServiceTime, _ place: StopReference, _ role: TextRole) -> Track.Row {
    Track.Row(.stop, role, label: "\(time.clock)", Document(place.nameWithPlatform(.strong)))
  }

  /// Whether a train is late, what the passenger must do to board it, and the note beside the
  /// boarding.
  private func notes(onRide number: Int) -> [Track.Row] {
    let ride = number < rides.count ? rides[number] : nil
    let texts: [Text?] = [
      ride?.punctuality, (ride?.boarding?.inWordsToBoard).map { Text($0, .strong) },
      notes[number].map { Text($0.text, .strong) },
    ]
    return texts.compactMap(\.self).map {
      Track.Row(.line, nodes.role(ofRide: number), Document($0))
    }
  }

  /// Such as `[RE] 4711 to Elm`.
  private func train(_ line: Line, _ number: String?, to direction: String) -> Text {
    let badge = Text.badges([Badge(line)]) + " "
    return number.map { badge + "\($0) to \(direction)" } ?? badge + "to \(direction)"
  }

  private func gap(_ text: LocalizedText) -> Track.Row {
    Track.Row(.gap, .faint, Document(Text(text, .faint)))
  }

  /// The way to another station, or a change within one.
  private func change(
    _ from: StopReference, _ to: StopReference, _ walking: Duration, _ waiting: Duration
  ) -> LocalizedText {
    let way: LocalizedText = from.name == to.name ? "change" : "walk"
    let change = walking == .zero ? way : "\(way) \(walking.formattedInMinutes)"
    return waiting == .zero ? change : "\(change) · wait \(waiting.formattedInMinutes)"
  }

  /// Such as `every 4 min`; empty for a ride with a timetable.
  private func frequency(ofRide number: Int) -> [Text] {
    guard number < rides.count, let headway = rides[number].headway else { return [] }
    return ["every \(headway.formattedInMinutes)"]
  }

  private func description(ofStops count: Int) -> LocalizedText {
    switch count {
    case 0: "next stop"
    case 1: "1 stop between"
    default: "\(count) stops between"
    }
  }
}

/// What a passenger should know who boards a train.
enum BoardingNote: Codable, Hashable {
  /// The train is the last one with which the destination can still be reached.
  case lastConnection
  /// The passenger can also leave later, by a duration.
  case slack(Duration)

  var text: LocalizedText {
    switch self {
    case .lastConnection: "◀ the last train that still connects"
    case .slack(let duration): "◀ \(duration.formattedInMinutes) to spare"
    }
  }
}

extension [JourneyNode] {
  /// The colour of the line of a ride.
  fileprivate func role(ofRide number: Int) -> TextRole {
    let lines = compactMap { if case .ride(let line, _, _, _) = $0 { line } else { nil } }
    return number < lines.count ? lines[number].role : .plain
  }
}

extension Line {
  /// The colour of the line.
  fileprivate var role: TextRole { color.map { .color(Color(rgb: $0.rgb)) } ?? .plain }
}
