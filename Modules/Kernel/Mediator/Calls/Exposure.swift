/// What a call of an action does to the data of its module.
///
/// The cases are those of HTTP's methods GET, POST, PUT, PATCH and DELETE. Source: RFC 9110, section
/// 9.2, for what is safe and what is idempotent; RFC 5789 for PATCH.
public enum Effect: UInt8, Sendable, BitwiseCopyable {
  /// It returns data, and changes nothing.
  case reads
  /// Each call adds something, and changes nothing that is there.
  case adds
  /// It gives new values to what is there. The same call again changes nothing more.
  case sets
  /// It changes or removes something that depends on the calls before, such as an undo: the same
  /// call again changes more. This is the default, since it promises the least.
  case changes
  /// It removes what it names. The same call again removes nothing more.
  case removes

  /// Whether repeating a call has no more effect than the first call.
  public var isIdempotent: Bool {
    switch self {
    case .reads, .sets, .removes: true
    case .adds, .changes: false
    }
  }
}

/// Who may call an action, in addition to typed Swift calls.
///
/// As the origin of a call, it has one kind of callers; an action accepts the call if its own
/// exposure has them, too.
public struct Exposure: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// The bits of the set, one for each kind of callers.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Typed Swift calls only.
  public static let native: Exposure = []
  /// The command line and tests, by name. Every other exposure includes it.
  public static let local = Exposure(rawValue: 1)
  /// URLs. They never call an action that writes: a web page may contain them.
  public static let links = Exposure(rawValue: 1 | 2)
  /// Clients of the Model Context Protocol, such as an editor or a language model.
  public static let assistants = Exposure(rawValue: 1 | 4)
  /// Programs that send JSON.
  public static let programs = Exposure(rawValue: 1 | 8)
  /// Programs that are modules of the app.
  public static let plugins = Exposure(rawValue: 1 | 16)
  /// All callers.
  public static let remote: Exposure = [links, assistants, programs, plugins]

  var withoutLinks: Exposure { Exposure(rawValue: rawValue & ~2) }
}

extension Exposure: CustomStringConvertible {
  /// The callers in words, such as `local`, `remote` or `assistants, plug-ins`.
  public var description: String {
    let levels: [Exposure: String] = [.native: "native", .local: "local", .remote: "remote"]
    let callers: [(Exposure, String)] = [
      (.links, "links"), (.assistants, "assistants"), (.programs, "programs"),
      (.plugins, "plug-ins"),
    ]
    return levels[self]
      ?? callers.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
