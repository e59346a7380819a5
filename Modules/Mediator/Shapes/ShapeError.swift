/// Why a type cannot be described.
public enum ShapeError: ModuleError {
  /// A field's type refuses the values that were tried; the path is as in `stops[].city`.
  case indescribable(type: String, field: String?, reason: String)
  /// Parameters cannot express a field.
  case needsJSON(type: String, field: String?)

  /// A type is never the caller's fault.
  public var kind: FailureKind { .failed }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .indescribable(let type, let field, let reason):
      "cannot describe \(type)\(place(field)): \(reason); make it Exemplified"
    case .needsJSON(let type, let field):
      "parameters cannot express \(type)\(place(field)); give it as JSON"
    }
  }
}

private func place(_ field: String?) -> String {
  field.map { " of '\($0)'" } ?? ""
}
