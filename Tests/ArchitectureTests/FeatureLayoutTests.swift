import ModuleRules
import Testing

/// The folders of a feature's sources: views only draw, and modules, commands and scenes are
/// together.
@Suite struct FeatureLayoutTests {
  /// Calls that create a command, a scene or a module's manifest.
  private static let moduleCalls: Set = ["Command", "SceneDescription", "ListScene", "Manifest"]

  private static func violations(in source: SourceFile) -> [Violation] {
    guard source.path.contains("/Sources/") else { return [] }
    let isView = source.path.contains("/Sources/View/")
    let isModule = source.path.contains("/Sources/Module/")
    var violations: [Violation] = []
    var words = SwiftTokenizer(source.text)
    var previous = ""
    while let word = words.next() {
      let names = word.text.split(separator: ".")
      if isView, let use = forbiddenUse(in: names, isCalled: word.isCalled) {
        violations.append(
          Violation(
            path: source.path, line: word.line,
            rule: "a view publishes nothing and calls no action, but this line has '\(use)'",
            remedy: "move this to Sources/Module/ and pass the result to the view"))
      }
      let isCreation = word.isCalled && moduleCalls.contains(word.text)
      if !isModule, isCreation || (previous == "extension" && word.text == "Command") {
        violations.append(
          Violation(
            path: source.path, line: word.line,
            rule: "a feature's module, commands and scenes are in Sources/Module/, "
              + "but this line has '\(word.text)'",
            remedy: "move it to a file in Sources/Module/"))
      }
      previous = word.text
    }
    return violations
  }

  private static func forbiddenUse(in names: [Substring], isCalled: Bool) -> String? {
    if names.contains("mediator") { return "mediator" }
    guard isCalled, let function = names.last, ["publish", "perform"].contains(function) else {
      return nil
    }
    return "\(function)("
  }

  @Test func `views only draw, and modules, commands and scenes are in their folder`() throws {
    let violations = try SourceFile.all(in: ["Modules", "Templates"]).flatMap(Self.violations)
    #expect(violations.isEmpty, "\(violations.list)")
  }

  @Test(arguments: [
    ("View/Planted.swift", "let plan = try await mediator.perform(Routing.plan)", "'mediator'"),
    ("View/Planted.swift", "  invocation.mediator.publish(event)", "'mediator'"),
    ("View/Sub/Planted.swift", "func draw(_ city: City, mediator: Mediator) {}", "'mediator'"),
    ("View/Planted.swift", "let plan = try await perform(Routing.plan)", "'perform('"),
    ("View/Planted.swift", "  caller.publish(event)", "'publish('"),
    ("View/Planted.swift", "extension Command {}", "'Command'"),
    ("View/Planted.swift", "  return ListScene(title, sections)", "'ListScene'"),
    ("Planted.swift", "let command = Command(\"plant\", \"Plant a tree\")", "'Command'"),
    ("Search/Planted.swift", "let scenes = [SceneDescription(\"Plants\")]", "'SceneDescription'"),
    ("PlantedModule.swift", "static let manifest = Manifest(Plants.self)", "'Manifest'"),
  ])
  func `a line that breaks the rule is found`(path: String, line: String, name: String) {
    let source = SourceFile(
      path: "Modules/Plants/Sources/\(path)", text: "import Mediator\n/* mediator */\n\(line)\n")
    let found = Self.violations(in: source)
    #expect(found.map(\.line) == [3])
    #expect(found.first?.description.hasPrefix("\(source.path):3: ") == true)
    #expect(found.first?.description.contains(name) == true, "\(found)")
  }

  @Test(arguments: [
    ("Sources/View/Allowed.swift", "import Mediator\n/// mediator.perform(plan)"),
    ("Sources/View/Allowed.swift", "let text = \"mediator.publish(event)\""),
    ("Sources/View/Allowed.swift", "func text(of scene: ListScene, _ command: Command) {}"),
    ("Sources/Module/Allowed.swift", "let scene = ListScene(title, try await mediator.perform(a))"),
    ("Sources/Search/Allowed.swift", "try await mediator.perform(DataSource.city)"),
    ("Interface/Allowed.swift", "let scene = ListScene(title, sections)"),
  ])
  func `a line that follows the rule is accepted`(path: String, line: String) {
    #expect(Self.violations(in: SourceFile(path: "Modules/Plants/\(path)", text: line)) == [])
  }
}
