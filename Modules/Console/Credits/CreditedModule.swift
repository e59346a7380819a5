public import Mediator
public import ModuleManager

/// A module whose answers rest on the work of others.
public protocol CreditedModule: Module {
  /// Whose work it uses now; asked when somebody wants to know, and free to ask its own module.
  static func credits(through mediator: Mediator) async throws -> [Credit]
}
