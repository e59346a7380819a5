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
  ) { retried in
    let handled: LocalizedText =
      switch retried.handledCount {
      case 0 where retried.unhandled.isEmpty: "No event has failed."
      case 0: "No event is handled now."
      case 1: "1 event is handled now."
      case let count: "\(count) events are handled now."
      }
    let unhandled = retried.unhandled
    return Document(.init(handled)) + (unhandled.isEmpty ? [] : list(unhandled))
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
