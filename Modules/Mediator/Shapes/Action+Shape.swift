extension ActionDeclaration {
  /// What the action takes, to those who do not speak Swift; nil for an action that only typed calls
  /// reach.
  /// - Throws: `ShapeError` naming the type and the field that cannot be described.
  public var inputShape: Shape? {
    get throws(ShapeError) {
      guard let coding = signature.coding else { return nil }
      return try Shape(of: coding.takeUnretainedValue().input)
    }
  }

  /// What the action answers, to those who do not speak Swift, as far as it can be read again; nil for
  /// an action that only typed calls reach.
  /// - Throws: `ShapeError` naming the type and the field that cannot be described.
  public var outputShape: Shape? {
    get throws(ShapeError) {
      guard let coding = signature.coding else { return nil }
      return try Shape(of: coding.takeUnretainedValue().output)
    }
  }
}
