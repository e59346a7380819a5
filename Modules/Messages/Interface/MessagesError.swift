public import Mediator

/// Why a message was not sent, or has no reply.
public enum MessagesError: ModuleError {
  /// No module contributes a `MessageServer` of this name.
  case noServer(String)
  /// There is no message with this number.
  case noSuchMessage(Int)
  /// The message is being sent, or it was sent.
  case notChangeable(Int, MessageRecord.State)
  /// The server has refused the message.
  case failed(Int, reason: String)
  /// The person has dropped the message.
  case dropped(Int)
  /// Nobody knows whether the server has accepted the message.
  case unknownResult(Int, reason: String)
  /// The server has accepted the message, but its reply cannot be read.
  case unreadableReply(Int, reason: String)

  public var kind: FailureKind {
    switch self {
    case .noSuchMessage: .notFound
    case .noServer, .notChangeable, .failed, .dropped, .unknownResult, .unreadableReply:
      .failed
    }
  }

  public var description: String {
    switch self {
    case .noServer(let name): "no module sends messages to '\(name)'; enable that module"
    case .noSuchMessage(let id): "no message '\(id)'; 'messages' lists them"
    case .notChangeable(let id, let state):
      "the message '\(id)' is \(state.rawValue); only one that waits or has failed can be changed"
    case .failed(let id, let reason):
      "the message '\(id)' was refused: \(reason)"
    case .dropped(let id):
      "the message '\(id)' was dropped; if it has not arrived, repeat the command that created it"
    case .unknownResult(let id, let reason):
      "nobody knows whether the message '\(id)' has arrived: \(reason); check that before "
        + "you retry it in 'messages'"
    case .unreadableReply(let id, let reason):
      "the server has accepted the message '\(id)', but its answer cannot be read: \(reason); ask "
        + "the server what it has done before you repeat the command"
    }
  }
}
