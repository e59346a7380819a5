/// An action whatever its input and output: for manifests and listings.
public protocol ActionDeclaration: Sendable {
  /// What the action is.
  var signature: Signature { get }
}

extension ActionDeclaration {
  /// The interface that declares the action.
  public var interface: any Interface.Type { signature.interface }
  /// The target's name.
  public var target: String { interface.target }
  /// The action's name within its target.
  public var name: String { "\(signature.staticName)" }
  /// Target and action as calls by name spell them, such as `routing/plan`.
  public var path: String { "\(target)/\(name)" }
  /// Who may call it.
  public var reach: Reach { signature.reach }
  /// The Swift type of its input, as text.
  public var input: String { "\(signature.inputType)" }
  /// The Swift type of its output, as text.
  public var output: String { "\(signature.outputType)" }
  /// The URL pattern that it has beside `target/action`.
  public var pattern: String? { signature.staticPattern.map { "\($0)" } }
  /// Where mediators keep the answer.
  public var slot: Int { signature.slot }
}
