import Mediator
import Scenes

/// The rows of a module to which others can add actions and details, as the command
/// `modules --json` prints them.
struct RowListing: Codable, Sendable {
  /// A member of a row's JSON.
  struct Member: Codable, Sendable {
    /// The path, such as `customer.name`.
    let path: String
    /// What the value is, such as `a whole number`.
    let type: String
  }

  /// The name of the slot, such as `order`.
  let slot: String
  /// The members that are no objects and no lists.
  let members: [Member]

  init(_ slot: RowSlot) {
    self.slot = slot.name
    members = ((try? slot.schema) ?? .any).members(under: "", depth: 0)
  }
}

extension Schema {
  private static let maximumDepth = 4

  /// The members that can be arguments of a tool, with the paths that lead to them.
  fileprivate func members(under path: String, depth: Int) -> [RowListing.Member] {
    guard depth < Self.maximumDepth else { return [] }
    return fields.flatMap { field -> [RowListing.Member] in
      let path = path.isEmpty ? field.name : "\(path).\(field.name)"
      if field.isRepeated { return [] }
      guard field.schema.fields.isEmpty else {
        return field.schema.members(under: path, depth: depth + 1)
      }
      return [RowListing.Member(path: path, type: "\(field.schema)")]
    }
  }

  /// The first name of a path that leads nowhere, with the names that could be in its place; nil if
  /// the path may lead to a value.
  func firstUnknown(in path: String) -> (name: String, names: [String])? {
    var schema = self
    for name in path.split(at: ".", omittingEmptySubsequences: false).map(String.init) {
      let fields = schema.fields
      guard !fields.isEmpty else { return schema.isScalar ? (name, []) : nil }
      guard let field = fields.first(where: { $0.name == name }) else {
        return (name, fields.map(\.name))
      }
      schema = field.schema
    }
    return nil
  }

  private var isScalar: Bool {
    switch self {
    case .boolean, .integer, .number, .text, .choice: true
    case .nullable(let schema): schema.isScalar
    case .any, .list, .dictionary, .object, .recursive, .anyOf: false
    }
  }
}
