/// The modules as a page of Markdown: the graph of who needs whom, and a card for each.
enum ModuleCards {
  static func text(_ modules: [ModuleListing]) -> String {
    let head = """
      # Modules

      `metro modules --cards` writes this page; \
      `swift run metro modules --cards >Modules/README.md` renews it.

      ```mermaid
      \(ModulesView.graph(modules))
      ```
      """
    let cards = modules.sorted { $0.name < $1.name }.map { card($0, among: modules) }
    return ([head] + cards).joined(separator: "\n\n")
  }

  private static func card(_ module: ModuleListing, among modules: [ModuleListing]) -> String {
    let table = ["| action | reach | input | output |", "|---|---|---|---|"]
    let rows = module.actions.map { action in
      "| `\(action.path)` | \(action.reach) | `\(action.input)` | `\(action.output)` |"
    }
    let facts = [
      ("Announces", module.publishes.map(code)),
      (
        "Follows",
        module.follows.map { event in
          let owner = modules.first { $0.publishes.contains(event) }
          return code(event) + (owner.map { " of \($0.name)" } ?? "")
        }
      ),
      ("Requires", module.requires),
      ("Calls where it is there", module.uses),
    ]
    let lines = facts.filter { !$0.1.isEmpty }.map { "- \($0): \($1.joined(separator: ", "))" }
    let about = "## \(module.name)\n\n\(module.name) \(module.summary)."
    let parts = [about, (rows.isEmpty ? [] : table + rows).joined(separator: "\n")]
    return (parts + [lines.joined(separator: "\n")]).filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  private static func code(_ name: String) -> String { "`\(name)`" }
}
