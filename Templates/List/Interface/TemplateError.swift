public import Mediator

/// Why template items cannot be listed.
public enum TemplateError: ModuleError {
  /// The page number is out of range.
  case badPage(Int)
  /// The offset is negative, or the limit is not positive.
  case badRange(offset: Int, limit: Int)
  /// The answer of the source, or one field of it, does not have the expected form.
  case unreadable(String, field: String?, reason: String)

  public var kind: FailureKind {
    switch self {
    case .badPage, .badRange: .badInput
    case .unreadable: .failed
    }
  }

  public var description: String {
    switch self {
    case .badPage(let page):
      "'\(page)' is not a page; expected a number from 1 to 1000000"
    case .badRange(let offset, let limit):
      "bad range: offset '\(offset)', limit '\(limit)'; expected 0 or more, and 1 or more"
    case .unreadable(let source, let field, let reason):
      "cannot read the answer of '\(source)': \(field.map { "'\($0)': " } ?? "")\(reason); "
        + #"expected {"items": […]} with the fields of TemplateItem in each"#
    }
  }
}
