/// What is known of an action whatever its input and output: for manifests and listings. Only
/// `Action` conforms.
public protocol ActionDeclaration: Sendable {
  /// The interface that declares the action.
  var interface: any Interface.Type { get }
  /// The action's name within its target.
  var name: String { get }
  /// Who may call it.
  var reach: Reach { get }
  /// The Swift type of its input, as text.
  var input: String { get }
  /// The Swift type of its output, as text.
  var output: String { get }
  /// Where mediators keep the answer.
  var slot: Int { get }
}

extension ActionDeclaration {
  /// The target's name.
  public var target: String { interface.target }
  /// Target and action as calls by name spell them, such as `routing/plan`.
  public var path: String { "\(target)/\(name)" }
}

extension Action: ActionDeclaration {
  /// The action's name within its target.
  public var name: String { "\(staticName)" }
  /// The Swift type of its input, as text.
  public var input: String { "\(Input.self)" }
  /// The Swift type of its output, as text.
  public var output: String { "\(Output.self)" }
}
