import AboutInterface
import Console
import Documents
import Foundation
public import ModuleManager

/// Shows the version of the app, its releases and the work of others in it.
public struct AboutModule: Module {
  public static let manifest = Manifest(
    About.self, summary: "Shows versions, licences and data sources",
    answers: [About.app, About.credits, About.versions])

  public static let contributions = Contributions(commands)

  /// The commands `about`, `credits` and `versions`.
  static let commands: [Command] = [.about, .credits, .versions, .easterEgg]

  private let context: ModuleContext

  /// Creates the module.
  public init(context: ModuleContext) {
    self.context = context
  }

  public func register(with registrar: Registrar) {
    registrar.answer(About.app) { [context] _ in AppInformation(context) }
    registrar.answer(About.versions) { _ in Release.all }
    registrar.answer(About.credits) { [context] _ in
      var credits: [Credit] = []
      for source in context.modules.flatMap({ $0.contributions(of: CreditSource.self) }) {
        credits += try await source.credits(context.mediator)
      }
      return credits
    }
  }
}

extension AppInformation {
  fileprivate init(_ context: ModuleContext) {
    self.init(
      name: context.app.name, version: context.app.version, summary: context.app.summary,
      licence: "MIT", parts: ["Swift", "SQLite", "zlib", "libcurl"],
      modules: context.modules.map { $0.manifest.name },
      folder: context.app.folder.path)
  }
}
