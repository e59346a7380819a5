import ModuleManager
import Network

/// The modules of the app; no other file names their implementations.
enum AppModules {
  static let all: [any Module.Type] = [  // sorted; kept by generate.sh
    NetworkModule.self
  ]
}
