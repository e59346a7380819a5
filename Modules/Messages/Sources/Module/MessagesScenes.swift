import Documents
import Mediator
import MessagesInterface
import Scenes

extension MessagesModule {
  /// The messages, with those that wait first. Opening the scene sends them.
  static let scenes = [
    SceneDescription(
      "Messages", "see which messages wait for a server",
      following: [MessageQueued.self, MessageSent.self, MessageFailed.self]
    ) { mediator in
      let scene = ListScene.messages(through: mediator)
      scene.perform {
        let sent = try await mediator.perform(Messages.retry, MessageSelection())
        return sent.isEmpty ? nil : MessagesView.retried(sent)
      }
      return scene
    }
    .counting { mediator in
      let count = try await mediator.perform(Messages.list).filter { $0.state == .waiting }.count
      return count > 0 ? "\(count)" : nil
    }
    .listed { try await !$0.perform(Messages.list).isEmpty }
  ]
}

extension ListScene {
  static func messages(through mediator: Mediator) -> ListScene {
    let messages = ListSection(
      "messages", id: { "\($0.id)" }, layout: MessagesView.list,
      empty: "No messages yet."
    ) { _ in
      let records = try await mediator.perform(Messages.list)
      let ended = records.filter(\.hasEnded).reversed()
      return ListPage(records.filter { !$0.hasEnded } + ended)
    }
    let scene = ListScene("Messages", [messages])
    let applies = { @MainActor (record: MessageRecord) in
      MessageRecord.State.changeable.contains(record.state)
    }
    scene.addAction(
      "retry", key: "r", on: messages, calls: Messages.retry, through: mediator, applies: applies
    ) {
      MessageSelection(id: $0.id)
    } notice: {
      MessagesView.retried($0)
    }
    scene.addAction(
      "drop", key: "d", on: messages, calls: Messages.drop, through: mediator, applies: applies,
      confirmation: { _ in "Drop the message, which the server then never receives?" }
    ) {
      MessageSelection(id: $0.id)
    } notice: {
      MessagesView.dropped($0)
    }
    return scene
  }
}

extension MessageRecord {
  /// Whether nothing remains to be done with the message.
  fileprivate var hasEnded: Bool {
    switch state {
    case .sent, .dropped: true
    case .waiting, .sending, .failed, .unknown: false
    }
  }
}
