/// Who may call an action. Each level includes those before it.
public enum Reach: Int, Sendable, Comparable, CaseIterable {
  /// Typed Swift calls only.
  case native
  /// The command line and tests as well, by name.
  case local
  /// URLs and other programs as well.
  case remote

  /// Orders the levels from the narrowest to the widest.
  public static func < (lower: Reach, higher: Reach) -> Bool { lower.rawValue < higher.rawValue }
}
