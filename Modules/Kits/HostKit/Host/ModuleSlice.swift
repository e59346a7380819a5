public import Mediator
public import ModuleManager

/// Some modules of an app, which run without the others. A stub stands for each other module that
/// their manifests name.
///
/// `MODULE=Todo swift run shop` builds an app of a slice: a build tool writes its list of modules.
public struct ModuleSlice: Sendable {
  /// The modules and the stubs.
  let modules: [ModuleDescriptor]
  /// The names of the modules that are stubs.
  let stubs: Set<String>
  /// What a person reads at the start.
  let notice: String

  /// Creates a slice.
  public init(_ modules: [any Module.Type]) {
    let manifests = modules.map { $0.manifest }
    let names = manifests.map { $0.name }.sorted()
    stubs = Set(manifests.flatMap { $0.requires + $0.uses }).subtracting(names)
    let stubNames = stubs.sorted()
    self.modules =
      modules.map { ModuleDescriptor($0) } + stubNames.map { ModuleDescriptor(stubOf: $0) }
    let remedy = stubNames.first.map {
      ", with stubs of \(stubNames.joined(separator: ", ")); WITH takes real ones, as in 'WITH=\($0)'"
    }
    notice = "runs \(names.joined(separator: ", ")) alone\(remedy ?? "")"
  }
}

extension CommandLineApp {
  /// The app with stubs in place of some of its modules, for tests. A call of an action of these is
  /// answered by a `SampleAnswer` of the calling module, and otherwise fails.
  public func withStubs(of interfaces: [any Interface.Type]) -> CommandLineApp {
    let names = Set(interfaces.map { $0.name })
    var app = self
    app.stubs.formUnion(names)
    app.modules = modules.map {
      names.contains($0.manifest.name) ? ModuleDescriptor(stubOf: $0.manifest.name) : $0
    }
    return app
  }
}

extension ModuleDescriptor {
  /// Describes a module without actions. `StubAnswers` answers calls of those of the real one.
  fileprivate init(stubOf name: String) {
    self.init(
      Manifest(
        name: name, summary: "A stub: sample answers of the modules that call it, or errors")
    ) { _ in ModuleStub() }
  }
}

private struct ModuleStub: ModuleLifecycle {
  func register(with registrar: Registrar) {}
}
