public import Mediator

/// Why an item cannot be shared.
public enum ShareError: ModuleError {
  /// No channel has this name; `known` are the names of all channels.
  case unknownChannel(String, known: [String])
  /// Two modules offer channels with the same name.
  case duplicateChannel(String)
  /// The item lacks a part that the channel needs.
  case missing(String, title: String, channel: String)
  /// The event with this title ends before it starts, or is not in the years 1 to 9999.
  case badEvent(String)
  /// The text has more bytes than terminals accept.
  case tooLong(title: String, bytes: Int, limit: Int)
  /// The document is not text, and the request names no file.
  case needsFile(channel: String)
  /// A file with the suggested name exists, and the request does not name it.
  case fileExists(String)

  public var kind: FailureKind {
    switch self {
    case .missing, .badEvent, .needsFile: .badInput
    case .unknownChannel: .notFound
    case .duplicateChannel, .tooLong, .fileExists: .failed
    }
  }

  public var description: String {
    switch self {
    case .unknownChannel(let name, let known):
      "no channel '\(name)'; the channels are \(known.joined(separator: ", "))"
    case .duplicateChannel(let name):
      "channel '\(name)' is offered by two modules; disable one of them"
    case .missing(let part, let title, let channel):
      "'\(title)' has no \(part), which '\(channel)' needs; share it as 'text'"
    case .badEvent(let title):
      "the time of '\(title)' is not valid; "
        + "expected an end after the start, in the years 1 to 9999"
    case .tooLong(let title, let bytes, let limit):
      "'\(title)' has \(bytes) bytes, and terminals accept \(limit); share it as 'file'"
    case .needsFile(let channel):
      "'\(channel)' writes a file; give its name"
    case .fileExists(let path):
      "file '\(path)' already exists; name another one, or this one to replace it"
    }
  }
}
