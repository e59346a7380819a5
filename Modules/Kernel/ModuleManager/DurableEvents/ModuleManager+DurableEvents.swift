import Foundation
import Mediator
import Platform

extension ModuleManager {
  /// How often a process that stays open looks for events that another one could not deliver.
  private static let checkInterval = Duration.seconds(5)

  /// Stores and delivers what is published for durable followers.
  func followDurably() {
    durableEvents.setDelivery { [weak self] in await self?.deliver(to: $0, from: $1) }
    var types: [any (Event & Codable).Type] = []
    for type in durableEvents.followers.map(\.declaration.event)
    where !types.contains(where: { $0 == type }) {
      types.append(type)
    }
    for type in types { followDurably(type) }
  }

  private func followDurably<Followed: Event & Codable>(_ type: Followed.Type) {
    let names = durableEvents.followers(of: type).map { manifests[$0.module].name }
    let subscription = mediator.follow(
      coalescing: type, by: Set(names).sorted().joined(separator: "', '")
    ) { [weak self] event in
      self?.store(event)
    } work: { [weak self] in
      await self?.deliverPublished(type)
    }
    state.withLock { $0.subscriptions.append(subscription) }
  }

  private func store<Stored: Event & Codable>(_ event: Stored) {
    do { try durableEvents.store(event) } catch {
      for follower in durableEvents.followers(of: Stored.self) {
        report(
          manifests[follower.module], event: "\(Stored.self)",
          "the event could not be stored, and is delivered only once: \(error.plainText)")
      }
    }
  }

  private func deliverPublished(_ type: any Event.Type) async {
    let published = durableEvents.takePublished(type)
    await withDiscardingTaskGroup { group in
      for follower in durableEvents.followers(of: type) {
        group.addTask { [self] in
          for registry in published.registries { await deliver(to: follower, from: registry) }
          for delivery in published.unstored { _ = await attempt(delivery, to: follower) }
        }
      }
    }
  }

  /// Calls `deliverStoredEvents` now and at intervals, until the task is cancelled.
  public func deliverStoredEventsContinuously(includingAlarms: Bool = true) async {
    guard !durableEvents.followers.isEmpty else { return }
    while !Task.isCancelled {
      await deliverStoredEvents(includingAlarms: includingAlarms)
      try? await clock.sleep(for: Self.checkInterval)
    }
  }

  /// Delivers what is due of the events that were left by processes that have ended. When the task
  /// is cancelled, it ends after the deliveries that have begun.
  /// - Parameter includingAlarms: Whether this process delivers alarms, too. One that cannot tell a
  ///   person what they lead to leaves them to another.
  public func deliverStoredEvents(includingAlarms: Bool = true) async {
    let waiting = durableEvents.common?.waiting
    if waiting?.isEmpty == true { return }
    let registries = await registries(waiting)
    await withDiscardingTaskGroup { group in
      for follower in durableEvents.followers {
        group.addTask { [self] in
          for (_, registry) in registries {
            await deliver(to: follower, from: registry, includingAlarms: includingAlarms)
          }
        }
      }
    }
  }

  /// The durable followers of all modules, such as `Cart/remove-tickets`.
  public var durableFollowers: [String] { durableEvents.followerIDs }

  /// The events that were not handled yet, by the names of the modules' folders; those of the
  /// common registry have the name `host`.
  public func storedEvents() async throws -> [String: [StoredDelivery]] {
    var found: [String: [StoredDelivery]] = [:]
    for (name, registry) in await registries() {
      let deliveries = try await registry.deliveries
      if !deliveries.isEmpty { found[name] = deliveries }
    }
    return found
  }

  /// Delivers stored events again, or removes them.
  /// - Parameters:
  ///   - numbers: Their numbers in the registry.
  ///   - name: The name of the registry, as in `storedEvents`.
  public func changeStoredEvents(
    _ numbers: Set<Int>, in name: String, _ change: DeliveryChange
  ) async throws {
    for (_, registry) in await registries([name]) { try await registry.change(numbers, change) }
    if change == .retry { await deliverStoredEvents() }
  }

  /// All registries, or those with some names. A module without a data folder has no events, and
  /// one that cannot start reports that itself.
  private func registries(
    _ names: Set<String>? = nil
  ) async -> [(name: String, registry: any PublicationRegistry)] {
    var found: [(name: String, registry: any PublicationRegistry)] = []
    if let registry = durableEvents.common?.registry, names?.contains("host") ?? true {
      found.append(("host", registry))
    }
    for index in manifests.indices where modules[index].storesEvents {
      let folder = context(manifests[index]).folder
      guard names?.contains(folder.lastPathComponent) ?? true,
        FileManager.default.fileExists(atPath: folder.path)
      else { continue }
      let instance = try? await start(index, because: .event("stored events"))
      if let module = instance?.running?.module as? any PublishingModule {
        found.append((folder.lastPathComponent, module.publications))
      }
    }
    return found
  }

  /// Delivers what is due to a follower, one event after the other.
  private func deliver(
    to follower: DurableEvents.Follower, from registry: any PublicationRegistry,
    includingAlarms: Bool = true
  ) async {
    guard !isDisabled(follower.module) else { return }
    do {
      try await deliveries.run(follower.id) {
        while !Task.isCancelled,
          let delivery = try await registry.takeDelivery(
            to: follower.id, includesAlarms: includingAlarms)
        {
          // In a task of its own: what a follower has begun is not cancelled with its publisher.
          let task = Task { await attempt(delivery, to: follower) }
          let result = await task.value
          try await registry.end(delivery, result)
          if result == .cancelled { return }
        }
      }
    } catch is CancellationError {
    } catch {
      let event = "\(follower.declaration.event)"
      report(manifests[follower.module], event: event, error.plainText)
    }
  }

  private func attempt(
    _ delivery: StoredDelivery, to follower: DurableEvents.Follower
  ) async -> DeliveryResult {
    do {
      let instance = try await start(follower.module, because: .event(delivery.event))
      try await instance.running?.registrar.receive(delivery, by: follower.declaration.name)
      return .handled
    } catch ModuleManagerError.stopping {
      return .cancelled
    } catch {
      report(manifests[follower.module], event: delivery.event, error.reasonOfFollower)
      let mayRepeat = delivery.attempts < DurableEvents.maximumAttempts
      return .failed(
        reason: error.reasonOfFollower,
        pause: mayRepeat ? DurableEvents.pause(afterAttempt: delivery.attempts) : nil)
    }
  }
}
