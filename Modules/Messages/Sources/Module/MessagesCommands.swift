import Console
import Documents
import Mediator
import MessagesInterface
import Scenes

extension Command {
  static let listMessages = Command(
    "messages", "List the messages to servers", action: Messages.list,
    outputType: [MessageRecord].self, examples: ["messages", "messages --json"]
  ) { invocation in
    ListScene.messages(through: invocation.mediator)
  }

  static let retryMessages = Command(
    "messages retry", "Send the messages that wait, or one whose result is unknown",
    calls: Messages.retry, arguments: [number], examples: ["messages retry"]
  ) { "\(MessagesView.retried($0))" }

  static let dropMessages = Command(
    "messages drop", "Drop the messages that failed, or one by its number", calls: Messages.drop,
    arguments: [number], examples: ["messages drop"]
  ) { "\(MessagesView.dropped($0))" }

  private static let number = Argument.positional(
    "id", "the number of the message (default: all)", isOptional: true,
    completion: .results(of: Messages.list) { records in
      records.filter { MessageRecord.State.changeable.contains($0.state) }.map { "\($0.id)" }
    })
}
