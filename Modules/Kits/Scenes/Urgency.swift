public import Documents

/// How urgent the content of a scene, or of a group of its rows, is. It colours headings on the
/// command line and in the browser, which also draws a rule below the title of an urgent scene.
///
/// ```swift
/// scene.urgency = dueToday > 3 ? .critical : dueToday > 0 ? .warning : .normal
/// ```
public enum Urgency: Sendable, Hashable, CaseIterable {
  /// Nothing is urgent.
  case normal
  /// Something needs attention soon.
  case warning
  /// Something needs action at once.
  case critical

  /// The role of titles and headings.
  public var title: TextRole {
    switch self {
    case .normal: .title
    case .warning: .warning
    case .critical: .critical
    }
  }

  /// The role of the rule below the title; nil for none.
  public var rule: TextRole? { self == .normal ? nil : title }
}
