/// What made a module start.
public enum ActivationReason: Sendable, Hashable, CustomStringConvertible {
  /// The host opened, and the module is eager.
  case opening
  /// The host started it by its name.
  case host
  /// The first call of an action, by its path.
  case action(String)
  /// The first event that it follows, by its type.
  case event(String)
  /// The first URL for it.
  case url
  /// The first notification for it.
  case notification
  /// A module that requires it started, by that module's name.
  case requirement(of: String)

  /// The reason in a few words, such as `action routing/plan`.
  public var description: String {
    switch self {
    case .opening: "opening"
    case .host: "host"
    case .action(let path): "action \(path)"
    case .event(let type): "event \(type)"
    case .url: "URL"
    case .notification: "notification"
    case .requirement(let name): "required by \(name)"
    }
  }
}
