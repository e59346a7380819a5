import Foundation
import Platform

extension Error {
  /// The error as part of a sentence for people, in lower case without a full stop; of a
  /// `DecodingError`, the field that does not fit and the reason.
  ///
  /// A type that says nothing about itself is only named, with its module: the values in it are for
  /// developers, and `--trace` shows them.
  package var plainText: String { ownText ?? "unexpected error '\(typeName)'" }

  /// What the error says about itself; nil if its type has no text for people.
  package var ownText: String? {
    let error: any Error = self
    switch error {
    case let error as DecodingError:
      let (field, reason) = error.problem
      return (field.map { "'\($0)': " } ?? "") + reason
    case EncodingError.invalidValue(_, let context):
      let reason = context.debugDescription.asPartOfSentence ?? "it has no JSON form"
      return (context.codingPath.fieldName.map { "'\($0)': " } ?? "") + reason
    case is CancellationError: return "it was cancelled"
    case let error as any ModuleError: return error.description
    case let error as any LocalizedError:
      if let text = (error.errorDescription ?? error.failureReason)?.asPartOfSentence {
        return text + (error.recoverySuggestion?.asPartOfSentence.map { "; \($0)" } ?? "")
      }
    case _: break
    }
    // Of an `Error`, the compiler takes the type that it is bridged to for its own.
    let text = ((error as Any) as? any CustomStringConvertible)?.description ?? ""
    // Foundation's errors describe themselves with their domain, code and all values.
    return text.isEmpty || text.hasPrefix("Error Domain=")
      ? foundationSentence?.withoutAddressSecrets : text
  }

  /// The type with its module, and the case of an enum, such as `Oven.OvenError.cold`.
  private var typeName: String {
    let context = /\(unknown context at \$[0-9a-f]+\)\./
    let type = String(reflecting: type(of: self)).replacing(context, with: "")
    let mirror = Mirror(reflecting: self)
    guard mirror.displayStyle == .enum else { return type }
    return "\(type).\(mirror.children.first?.label ?? "\(self)")"
  }
}
