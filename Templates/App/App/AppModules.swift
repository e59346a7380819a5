import ModuleManager
import Network

/// The modules of the app; no other file names their implementations.
enum AppModules {
  static let all: [ModuleDescriptor] = types.map { ModuleDescriptor($0) }

  private static let types: [any Module.Type] = [  // sorted; kept by generate.sh
    NetworkModule.self
  ]
}
