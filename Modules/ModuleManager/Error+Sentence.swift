import Mediator

extension Error {
  /// Why a module cannot start; of a setting that does not fit, its name and what was expected.
  var sentence: String {
    guard let (field, reason) = (self as? DecodingError)?.problem else { return "\(self)" }
    return (field.map { "'\($0)': " } ?? "") + reason
  }
}
