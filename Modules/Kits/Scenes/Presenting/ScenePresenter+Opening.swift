import Mediator

extension ScenePresenter {
  /// Opens the first scene that can show a value, on top of the open scenes.
  package func openScene(showing value: any Sendable) {
    do {
      guard let scene = try makeScene(showing: value) else {
        return receive(.message("No module of this app shows that."))
      }
      scenes.last?.push(scene)
      receive(.scenesChanged)
    } catch {
      show(error)
    }
  }

  /// Opens the scene that shows what a link of the app asks for, on top of the open scenes.
  package func openScene(ofLink url: String) async {
    do {
      // It says what is wrong with a link.
      let (action, _) = try mediator.resolve(url: url)
      guard let scene = try await makeScene(ofLink: url) else {
        return receive(
          .message("No scene shows what '\(action.path)' answers; open the link by a command."))
      }
      scenes.last?.push(scene)
      receive(.scenesChanged)
    } catch {
      show(error)
    }
  }

  /// Creates the scene that shows what a link of the app asks for; nil if there is none.
  package func makeScene(ofLink url: String) async throws -> ListScene? {
    for description in descriptions {
      if let scene = try await description.makeScene(ofLink: url, mediator) { return scene }
    }
    return nil
  }

  /// Creates the first scene that can show a value; nil if there is none.
  package func makeScene(showing value: any Sendable) throws -> ListScene? {
    if let description = value as? SceneDescription { return try description.makeScene(mediator) }
    for description in descriptions {
      if let scene = try description.makeScene(for: value, mediator) { return scene }
    }
    return nil
  }
}
