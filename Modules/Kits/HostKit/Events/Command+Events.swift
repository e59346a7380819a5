import Console
import Documents
import Mediator

/// The commands of every app about events that durable followers have not handled.
extension Command {
  static let events: [Command] = [listEvents, retryEvents, dropEvents]

  private static let listEvents = Command(
    "events", "List the events that modules have not handled yet", calls: Host.events,
    examples: ["events", "events --json"]
  ) { events in
    events.isEmpty ? "All events are handled." : list(events)
  }

  private static let retryEvents = Command(
    "events retry", "Deliver the events that failed again, or one of them",
    calls: Host.retryEvents, arguments: [.positional("id", isOptional: true)],
    examples: ["events retry"]
  ) { events in
    events.isEmpty ? "No event has failed, or all are handled now." : list(events)
  }

  private static let dropEvents = Command(
    "events drop", "Drop the events that failed or have no follower, or one of them",
    calls: Host.dropEvents,
    arguments: [.positional("id", isOptional: true)], examples: ["events drop"]
  ) { events in
    switch events.count {
    case 0: "There is nothing to drop."
    case 1: "Dropped 1 event."
    default: "Dropped \(events.count) events."
    }
  }

  private static func list(_ events: [UnhandledEvent]) -> Document {
    var table = Table(
      .init("id"), .init("event"), .init("follower", isFlexible: true), .init("state"),
      .init("attempts", .right))
    for event in events {
      let role: TextRole = event.state == .waiting ? .plain : .warning
      table.append(
        Text(verbatim: event.id, .faint), Text(verbatim: event.event),
        Text(verbatim: event.follower), Text(verbatim: event.state.rawValue, role),
        Text("\(event.attempts)"))
    }
    let reasons = events.compactMap { event in
      event.reason.map { Block.paragraph(LocalizedText(verbatim: "\(event.id): \($0)"), .faint) }
    }
    return [.group([.table(table)]), .group(reasons)]
  }
}
