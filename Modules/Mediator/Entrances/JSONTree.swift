/// JSON as texts in lists and objects; a number or a truth is read as its text.
package indirect enum JSONTree: Codable, Sendable {
  case text(String)
  case list([JSONTree])
  case object([String: JSONTree])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let object = try? container.decode([String: JSONTree].self) {
      self = .object(object)
    } else if let list = try? container.decode([JSONTree].self) {
      self = .list(list)
    } else if let truth = try? container.decode(Bool.self) {
      self = .text("\(truth)")
    } else if let number = try? container.decode(Int.self) {
      self = .text("\(number)")
    } else if let number = try? container.decode(UInt64.self) {
      self = .text("\(number)")
    } else if let number = try? container.decode(Double.self) {
      self = .text("\(number)")
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let members): try container.encode(members)
    }
  }
}
