/// What a row stands for: any value that can be told from another and written as JSON.
public typealias ListItem = Encodable & Equatable & Sendable

extension Equatable {
  func isEqual(to other: any Equatable) -> Bool {
    self == other as? Self
  }
}
