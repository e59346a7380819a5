import Mediator
import ModuleManager
import Scenes

extension Doctor {
  /// Actions of rows that want the same key, of which only the first one has it.
  var rowWarnings: [String] {
    var first: [String: String] = [:]
    return app.modules.flatMap { module in
      module.contributions(of: RowActionDescription.self).compactMap { action in
        let name = "'\(action.title)' of \(module.manifest.name)"
        guard let other = first["\(action.slot) \(action.key)"] else {
          first["\(action.slot) \(action.key)"] = name
          return nil
        }
        return "\(other) and \(name) want the key '\(action.key)' on rows of the type "
          + "'\(action.slot)'; the second one has another key"
      }
    }
  }
}
