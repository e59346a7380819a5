/// What the lists of these tests are of.
struct Stop: Codable, Equatable, Identifiable, Sendable {
  let id: String
  var name: String

  init(_ id: String, _ name: String? = nil) {
    self.id = id
    self.name = name ?? id.uppercased()
  }
}
