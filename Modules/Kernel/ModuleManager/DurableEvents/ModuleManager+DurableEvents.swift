import Foundation
import Mediator
import Platform

extension ModuleManager {
  private static let shortestPause = Duration.seconds(1)
  private static let maximumAttempts = 15
  /// How often a process that stays open looks for events that another one could not deliver.
  private static let checkInterval = Duration.seconds(5)

  /// Stores and delivers what is published for durable followers.
  func followDurably() {
    guard !durableEvents.followers.isEmpty else { return }
    durableEvents.setDelivery { [weak self] in await self?.deliver(to: $0, from: $1) }
    for follower in durableEvents.followers { follow(follower.declaration.event, for: follower) }
  }

  private func follow<Followed: Event & Codable>(
    _ event: Followed.Type, for follower: DurableEvents.Follower
  ) {
    let manifest = manifests[follower.module]
    let subscription = mediator.follow(coalescing: event, by: manifest.name) {
      [weak self, durableEvents] event in
      do { try durableEvents.store(event, for: follower) } catch {
        self?.report(
          manifest, event: "\(Followed.self)", "it could not be stored: \(error.plainText)")
      }
    } work: { [weak self, durableEvents] in
      for registry in durableEvents.takeRegistries(of: follower) {
        await self?.deliver(to: follower, from: registry)
      }
    }
    state.withLock { $0.subscriptions.append(subscription) }
  }

  /// Calls `deliverStoredEvents` now and at intervals, until the task is cancelled.
  public func deliverStoredEventsContinuously() async {
    guard durableEvents.common != nil, !durableEvents.followers.isEmpty else { return }
    while !Task.isCancelled {
      await deliverStoredEvents()
      try? await clock.sleep(for: Self.checkInterval)
    }
  }

  /// Delivers what is due of the events that were left by processes that have ended.
  public func deliverStoredEvents() async {
    for (_, registry) in await registries(durableEvents.common?.waiting ?? []) {
      for follower in durableEvents.followers { await deliver(to: follower, from: registry) }
    }
  }

  /// The durable followers of all modules, such as `Cart/remove-tickets`.
  public var durableFollowers: [String] { durableEvents.followers.map(\.id) }

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

  /// Changes stored events, and delivers those that are tried again.
  /// - Parameters:
  ///   - numbers: Their numbers in the registry.
  ///   - name: The name of the registry, as in `storedEvents`.
  public func change(
    _ numbers: Set<Int>, in name: String, _ change: DeliveryChange
  ) async throws {
    for (other, registry) in await registries() where other == name {
      try await registry.change(numbers, change)
    }
    if change == .retry { await deliverStoredEvents() }
  }

  /// All registries, or those with some names. A module without a data folder has no events, and one
  /// that cannot start reports that itself.
  private func registries(
    _ names: Set<String>? = nil
  ) async -> [(name: String, registry: any PublicationRegistry)] {
    var found: [(name: String, registry: any PublicationRegistry)] = []
    if let registry = durableEvents.common?.registry, names?.contains("host") ?? true {
      found.append(("host", registry))
    }
    for index in manifests.indices
    where modules[index].storesEvents && names?.contains(manifests[index].target) ?? true {
      guard FileManager.default.fileExists(atPath: context(manifests[index]).folder.path) else {
        continue
      }
      let instance = try? await start(index, because: .event("stored events"))
      if let module = instance?.running?.module as? any PublishingModule {
        found.append((manifests[index].target, module.publications))
      }
    }
    return found
  }

  /// Delivers what is due to a follower, one event after the other.
  private func deliver(
    to follower: DurableEvents.Follower, from registry: any PublicationRegistry
  ) async {
    guard !isDisabled(follower.module) else { return }
    do {
      try await deliveries.run(follower.id) {
        while let delivery = try await registry.takeDelivery(to: follower.id) {
          let result = await attempt(delivery, to: follower)
          try await registry.end(delivery, result)
          if result == .cancelled { return }
        }
      }
    } catch is CancellationError {
    } catch {
      let event = "\(follower.declaration.event)"
      report(
        manifests[follower.module], event: event,
        "its stored events cannot be read: \(error.plainText)")
    }
  }

  private func attempt(
    _ delivery: StoredDelivery, to follower: DurableEvents.Follower
  ) async -> DeliveryResult {
    let manifest = manifests[follower.module]
    let reason: String
    do {
      try Task.checkCancellation()
      let instance = try await start(follower.module, because: .event(delivery.event))
      try await instance.running?.registrar.receive(delivery, by: follower.declaration.name)
      return .handled
    } catch is CancellationError {
      return .cancelled
    } catch ModuleManagerError.stopping {
      return .cancelled
    } catch let error as DecodingError {
      // A later version of the app may be able to read it.
      reason = "the event cannot be read: \(error.plainText)"
      report(manifest, event: delivery.event, reason)
      return .failed(reason: reason, pause: nil)
    } catch {
      reason = error.reasonOfFollower
    }
    report(manifest, event: delivery.event, reason)
    guard delivery.attempts < Self.maximumAttempts else {
      return .failed(reason: reason, pause: nil)
    }
    let pause = Self.shortestPause * (1 << (delivery.attempts - 1))
    return .failed(reason: reason, pause: min(pause, DurableEvents.longestPause))
  }
}
