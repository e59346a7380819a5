/// What an action is, with its types as values: what registries keep and listings tell.
public struct Signature: ActionDeclaration {
  /// The interface that declares the action; its name is the target.
  public let interface: any Interface.Type
  let staticName: StaticString
  /// Who may call it.
  public let reach: Reach
  /// Where mediators keep the answer: unique in the process, given at the declaration.
  public let slot: Int
  let staticPattern: StaticString?
  let inputType: any Sendable.Type
  let outputType: any Sendable.Type
  /// How callers by name reach it; nil when only typed calls do.
  let coding: Unmanaged<ActionCoding>?

  /// Itself.
  public var signature: Signature { self }
}
