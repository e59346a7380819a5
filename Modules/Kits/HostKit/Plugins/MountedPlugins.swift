import Foundation
import Mediator
import ModuleManager
import Platform
import Plugins

/// The trusted plug-ins of an app while it runs. Each has a module manager of its own, so that
/// plug-ins come, change and go without a restart of the app.
final class MountedPlugins: Sendable {
  /// Creates the manager of a plug-in's module.
  typealias ManagerCreator = @Sendable (ModuleDescriptor) throws -> ModuleManager

  private struct Mount {
    var plugin: InstalledPlugin
    let handover: PluginHandover
    let descriptor: ModuleDescriptor
    /// Nil until the session opens.
    var manager: ModuleManager?

    init(
      _ plugin: InstalledPlugin, after handover: PluginHandover, in environment: PluginEnvironment
    ) {
      (self.plugin, self.handover) = (plugin, handover)
      descriptor = PluginModule.descriptor(of: plugin, in: environment, after: handover)
    }
  }

  private let environment: @Sendable () -> PluginEnvironment
  private let mounts: Lock<[Mount]>
  private let createManager = Lock<ManagerCreator?>(nil)
  /// Whether they stay as they are, whatever the person trusts.
  private let isFixed: Bool

  /// - Parameter environment: Returns what the host gives to plug-ins.
  init(_ plugins: [InstalledPlugin], in environment: @escaping @Sendable () -> PluginEnvironment) {
    self.environment = environment
    isFixed = false
    let shared = plugins.isEmpty ? nil : environment()
    mounts = Lock(
      plugins.compactMap { plugin in
        shared.map { Mount(plugin, after: PluginHandover(), in: $0) }
      })
  }

  private init(_ mounts: [Mount], in environment: @escaping @Sendable () -> PluginEnvironment) {
    self.environment = environment
    isFixed = true
    self.mounts = Lock(mounts)
  }

  /// These plug-ins before their session opens, and one that is not installed, in place of another
  /// one of its name. They stay as they are.
  func replacing(_ plugin: InstalledPlugin, in environment: PluginEnvironment) -> MountedPlugins {
    let others = mounts.withLock { mounts in
      mounts.filter { $0.plugin.manifest.name != plugin.manifest.name }
    }
    let mount = Mount(plugin, after: PluginHandover(), in: environment)
    return MountedPlugins(others + [mount], in: self.environment)
  }

  /// The modules, in the order of their names.
  var descriptors: [ModuleDescriptor] { mounts.withLock { $0.map(\.descriptor) } }

  /// The names of the plug-ins.
  var names: Set<String> { mounts.withLock { Set($0.map(\.plugin.manifest.name)) } }

  /// The states of the modules.
  var records: [ModuleRecord] { managers.flatMap(\.records) }

  private var managers: [ModuleManager] { mounts.withLock { $0.compactMap(\.manager) } }

  /// Registers the actions of all plug-ins, each of which starts when it is first needed.
  func open(creatingManagers create: @escaping ManagerCreator) async throws {
    createManager.withLock { $0 = create }
    for (index, descriptor) in descriptors.enumerated() {
      let manager = try create(descriptor)
      mounts.withLock { $0[index].manager = manager }
      try await manager.open()
    }
  }

  /// Starts all plug-ins. The record of one that cannot start contains the reason.
  func startAll() async {
    for manager in managers {
      for record in manager.records { try? await manager.start(record.manifest.name) }
    }
  }

  /// Stops all plug-ins.
  func stop(within limit: Duration?) async {
    createManager.withLock { $0 = nil }
    await withDiscardingTaskGroup { group in
      for manager in managers { group.addTask { await manager.stop(within: limit) } }
    }
  }

  /// Adapts the modules to the plug-ins that the person trusts now. Only one caller may do it at a
  /// time.
  /// - Returns: What has changed.
  func update(to plugins: [InstalledPlugin]) async throws -> [PluginChanged] {
    guard !isFixed, let create = createManager.withLock(\.self) else { return [] }
    let former = mounts.withLock(\.self)
    let names = plugins.map(\.manifest.name)
    var changes: [PluginChanged] = []
    for mount in former where !names.contains(mount.plugin.manifest.name) {
      mounts.withLock { $0.removeAll { $0.handover === mount.handover } }
      mount.manager?.unregister()
      await mount.manager?.stop()
      changes.append(PluginChanged(name: mount.plugin.manifest.name, change: .removed))
    }
    for plugin in plugins {
      let name = plugin.manifest.name
      let former = former.first { $0.plugin.manifest.name == name }
      guard try await replace(former, by: plugin, creating: create) else { continue }
      changes.append(PluginChanged(name: name, change: former == nil ? .added : .changed))
    }
    return changes
  }

  /// Mounts a plug-in in place of a former state of it.
  /// - Returns: Whether its module has changed.
  private func replace(
    _ former: Mount?, by plugin: InstalledPlugin, creating create: ManagerCreator
  ) async throws -> Bool {
    guard let former else {
      _ = try await open(plugin, after: PluginHandover(), creating: create)
      return true
    }
    guard former.plugin != plugin else { return false }
    let keepsProgram = former.plugin.isSameProgram(as: plugin)
    // What is only known about the program, such as its form of the protocol, changes no module.
    guard !keepsProgram || former.plugin.tools != plugin.tools else {
      mounts.withLock { mounts in
        for index in mounts.indices where mounts[index].handover === former.handover {
          mounts[index].plugin = plugin
        }
      }
      return false
    }
    let wasRunning = former.manager?.records.first?.state == .started
    let handover = former.handover.next(keepingProgram: keepsProgram)
    former.manager?.unregister()
    mounts.withLock { $0.removeAll { $0.handover === former.handover } }
    let manager = try await open(plugin, after: handover, creating: create)
    await former.manager?.stop()
    handover.formerHasStopped()
    // Otherwise nobody would learn that the program ends, or changes its tools again.
    if keepsProgram, wasRunning { try? await manager.start(plugin.manifest.name.moduleName) }
    return true
  }

  private func open(
    _ plugin: InstalledPlugin, after handover: PluginHandover, creating create: ManagerCreator
  ) async throws -> ModuleManager {
    var mount = Mount(plugin, after: handover, in: environment())
    let manager = try create(mount.descriptor)
    mount.manager = manager
    mounts.withLock { [mount] mounts in
      mounts.append(mount)
      mounts.sort { $0.plugin.manifest.name < $1.plugin.manifest.name }
    }
    try await manager.open()
    return manager
  }
}

/// A plug-in of the app that runs was added, or is another one now.
struct PluginChanged: Event, Equatable {
  /// How a plug-in has changed.
  enum Change: Sendable, Hashable {
    case added
    /// It has another version, other tools or other values.
    case changed
    case removed
    /// Its program has ended, or could not start.
    case failed(reason: String)
  }

  let name: String
  let change: Change

  /// What a person is told.
  var sentence: LocalizedText {
    switch change {
    case .added: "The plug-in '\(name)' was added."
    case .changed: "The plug-in '\(name)' has changed."
    case .removed: "The plug-in '\(name)' was removed."
    case .failed(let reason): "The plug-in '\(name)' has failed: \(reason)."
    }
  }
}
