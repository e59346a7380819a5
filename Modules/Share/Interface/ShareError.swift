public import Mediator

/// Why an item could not be shared.
public enum ShareError: ModuleError {
  /// There is no channel of that name; the known ones are listed.
  case unknownChannel(String, known: [String])
  /// Two modules offer channels of one name.
  case duplicateChannel(String)
  /// The item has not got what the channel makes its document of.
  case missing(String, title: String, channel: String)
  /// An event ends before it begins, or lies beyond the years 1 to 9999.
  case badEvent(String)
  /// The text is longer than terminals take, in bytes.
  case tooLong(title: String, bytes: Int, limit: Int)
  /// The document is no text, and no file is named.
  case needsFile(channel: String)
  /// There is a file of the name that nobody asked for.
  case fileExists(String)

  /// What kind of failure it is.
  public var kind: FailureKind {
    switch self {
    case .missing, .badEvent, .needsFile: .badInput
    case .unknownChannel: .notFound
    case .duplicateChannel, .tooLong, .fileExists: .failed
    }
  }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .unknownChannel(let name, let known):
      "no channel '\(name)'; they are \(known.joined(separator: ", "))"
    case .duplicateChannel(let name):
      "two modules offer the channel '\(name)'; disable one of them"
    case .missing(let part, let title, let channel):
      "'\(title)' has no \(part), which '\(channel)' needs; share it as 'text'"
    case .badEvent(let title):
      "'\(title)' has no proper time; expected an end after the start, in the years 1 to 9999"
    case .tooLong(let title, let bytes, let limit):
      "'\(title)' has \(bytes) bytes, and terminals take \(limit); share it as 'file'"
    case .needsFile(let channel):
      "'\(channel)' makes no text; name a file with '--to'"
    case .fileExists(let path):
      "'\(path)' is there already; name it with '--to' to replace it, or another"
    }
  }
}
