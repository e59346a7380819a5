import Documents
import Mediator
import MessagesInterface
import Scenes

/// The layout of the list, and the sentences about changes.
enum MessagesView {
  static let list = ListLayout<MessageRecord>.table(
    .init("no.", .right) { .init("\($0.id)", .faint) },
    .init("topic") { .init(verbatim: $0.topic) },
    .init("message") { .init(verbatim: words(of: $0.type)) },
    .init("state") { .init(verbatim: $0.state.rawValue) },
    .init("reason", isFlexible: true, minimumPageWidth: 60) {
      .init(verbatim: $0.reason ?? "", .faint)
    })

  static func retried(_ records: [MessageRecord]) -> LocalizedText {
    let sent = records.filter { $0.state == .sent }.count
    let waiting = records.filter { $0.state == .waiting || $0.state == .sending }
    let others = records.count - sent - waiting.count
    var parts: [LocalizedText] = []
    if sent > 0 { parts.append("\(count(sent)) sent") }
    if !waiting.isEmpty {
      let reason: LocalizedText =
        waiting.compactMap(\.reason).first.map { .init(verbatim: $0) }
        ?? "another process is sending"
      parts.append("\(count(waiting.count)) waiting: \(reason)")
    }
    if others > 0 { parts.append("\(count(others)) not accepted; 'messages' shows why") }
    return parts.isEmpty ? "No message waits." : "\(parts.joined(separator: ", "))."
  }

  static func dropped(_ records: [MessageRecord]) -> LocalizedText {
    records.isEmpty ? "No message has failed." : "Dropped \(count(records.count))."
  }

  /// The type of a message in words: `place order` for `PlaceOrder`.
  private static func words(of type: String) -> String {
    type.kebabCased.split(at: "-").joined(separator: " ")
  }

  private static func count(_ number: Int) -> LocalizedText {
    number == 1 ? "1 message" : "\(number) messages"
  }
}
