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
  private let changeCount = Lock(0)
  private let createManager = Lock<ManagerCreator?>(nil)
  /// Whether they stay as they are, whatever the person trusts.
  private let isFixed: Bool

  /// - Parameter environment: Returns what the host gives to plug-ins.
  init(_ plugins: [InstalledPlugin], in environment: @escaping @Sendable () -> PluginEnvironment) {
    self.environment = environment
    isFixed = false
    mounts = Lock([])
    guard !plugins.isEmpty else { return }
    let shared = environment()
    mounts.withLock { $0 = plugins.map { Mount($0, after: PluginHandover(), in: shared) } }
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

  /// Stops all plug-ins, and releases what they refer to.
  func stop(within limit: Duration?) async {
    createManager.withLock { $0 = nil }
    let mounts = mounts.withLock { mounts in
      defer { for index in mounts.indices { mounts[index].manager = nil } }
      return mounts
    }
    await withDiscardingTaskGroup { group in
      for mount in mounts {
        group.addTask {
          await mount.manager?.stop(within: limit)
          // Its module may not have started when it took over the program.
          await mount.handover.endProgram()
        }
      }
    }
  }

  /// How often the plug-ins have changed.
  var revision: Int { changeCount.withLock(\.self) }

  /// Adapts the modules to the plug-ins that the person trusts now. Only one caller may do it at a
  /// time.
  /// - Parameter report: Called after each change, and with the reason for each plug-in that cannot
  ///   be mounted.
  func update(to plugins: [InstalledPlugin], report: (PluginChanged) -> Void) async {
    guard !isFixed, let create = createManager.withLock(\.self) else { return }
    func change(_ name: String, _ change: PluginChanged.Change) {
      changeCount.withLock { $0 += 1 }
      report(PluginChanged(name: name, change: change))
    }
    let former = mounts.withLock(\.self)
    let names = plugins.map(\.manifest.name)
    for mount in former where !names.contains(mount.plugin.manifest.name) {
      await unmount(mount)
      change(mount.plugin.manifest.name, .removed)
    }
    for plugin in plugins {
      let name = plugin.manifest.name
      let former = former.first { $0.plugin.manifest.name == name }
      do {
        guard try await replace(former, by: plugin, creating: create) else { continue }
        change(name, former == nil ? .added : .changed)
      } catch {
        if former != nil { change(name, .removed) }
        report(PluginChanged(name: name, change: .failed(reason: error.plainText)))
      }
    }
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
    if keepsProgram, former.manager?.records.first?.state == .starting {
      // The program has told its tools while it starts. Who waits for the start calls before.
      try? await former.manager?.start(plugin.manifest.name.moduleName)
      await Task.yield()
    }
    let wasRunning = former.manager?.records.first?.state == .started
    let handover = former.handover.next(keepingProgram: keepsProgram)
    former.manager?.unregister()
    do {
      let manager = try await open(plugin, after: handover, creating: create)
      await unmount(former)
      handover.formerHasStopped()
      // Otherwise nobody would learn that the program ends.
      if keepsProgram, wasRunning { try? await manager.start(plugin.manifest.name.moduleName) }
      return true
    } catch {
      await unmount(former)
      await handover.endProgram()
      throw error
    }
  }

  private func unmount(_ mount: Mount) async {
    mounts.withLock { $0.removeAll { $0.handover === mount.handover } }
    mount.manager?.unregister()
    await mount.manager?.stop()
  }

  private func open(
    _ plugin: InstalledPlugin, after handover: PluginHandover, creating create: ManagerCreator
  ) async throws -> ModuleManager {
    var mount = Mount(plugin, after: handover, in: environment())
    let manager = try create(mount.descriptor)
    mount.manager = manager
    do { try await manager.open() } catch {
      manager.unregister()
      throw error
    }
    mounts.withLock { [mount] mounts in
      mounts.removeAll { $0.plugin.manifest.name == plugin.manifest.name }
      mounts.append(mount)
      mounts.sort { $0.plugin.manifest.name < $1.plugin.manifest.name }
    }
    return manager
  }
}

/// A plug-in was added to the app that runs, was changed or removed, or has failed.
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
    case .failed(let reason): "The plug-in '\(name)' has failed: \(reason.withoutAddressSecrets)."
    }
  }
}
