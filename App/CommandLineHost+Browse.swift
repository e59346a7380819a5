import Console
import ListScene
import Mediator
import ModuleManager

extension CommandLineHost {
  /// Lets a person browse the scenes of the modules, and stops every module that it started.
  func browse(on screen: Screen) async throws -> ExitCode {
    let mediator = Mediator()
    let configuration = try Configuration(of: modules, folder: folder, environment: environment.all)
    let session = try Session(self, configuration, mediator)
    let scenes = scenes
    let command = Command("browse", "Browse the scenes of the modules", examples: []) { _ in
      guard screen.begin() else { throw ScreenRefused() }
      await Browser(scenes, mediator: mediator, size: screen.size, colors: screen.page.colors)
        .run(on: screen)
      try Task.checkCancellation()
      return try Answer(Empty()) { _, _ in "" }
    }
    let result = await session.answer(
      command,
      Invocation(parameters: [:], mediator: mediator, progress: ProgressReporter { _, _ in }))
    screen.end()
    await session.end()
    switch result {
    case .success: return .answered
    case .failure(let error): return report(error)
    }
  }

  private var scenes: [SceneDescription] {
    modules.compactMap { $0 as? any SceneModule.Type }.flatMap { $0.scenes }
      .sorted { $0.title < $1.title }
  }
}

/// The terminal cannot be taken over.
private struct ScreenRefused: ModuleError {
  var kind: FailureKind { .failed }
  var description: String { "cannot take over the terminal; 'metro help' lists the commands" }
}
