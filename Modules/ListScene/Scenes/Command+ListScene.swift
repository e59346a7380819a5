public import Console

extension Command {
  /// Declares a command that opens a scene and shows it.
  public init(
    _ words: String, _ summary: String, arguments: [Argument] = [], examples: [String],
    scene: @escaping @MainActor @Sendable (Invocation) throws -> ListScene
  ) {
    self.init(words, summary, arguments: arguments, examples: examples) { invocation in
      let scene = try await scene(invocation)
      await scene.controller.open()
      return try await scene.answer()
    }
  }
}
