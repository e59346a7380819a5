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
    calls: Messages.retry, arguments: [.positional("id", isOptional: true)],
    examples: ["messages retry"]
  ) { "\(MessagesView.retried($0))" }

  static let dropMessages = Command(
    "messages drop", "Drop the messages that failed, or one by its number", calls: Messages.drop,
    arguments: [.positional("id", isOptional: true)], examples: ["messages drop"]
  ) { "\(MessagesView.dropped($0))" }
}
