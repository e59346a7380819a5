import ListScene

/// A scene that a person has come to, and what they have done there.
struct Visit {
  let scene: ListScene
  var state = BrowserState()
  /// The search that began last.
  var search: Task<Void, Never>?
  /// What they are to be told, until they press the next key.
  var message: String?
}
