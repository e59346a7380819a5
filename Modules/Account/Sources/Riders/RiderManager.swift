import AccountInterface
import DataSourceInterface
import FaresInterface
import Mediator
import ModuleManager
import Store

/// A rider as it is stored.
struct RiderEntry: StoredItem {
  static let noun = "rider"

  var id = 0
  /// The account of the person who has added the rider.
  let account: AccountID
  let name: String
  let category: String?

  var title: String { name }
  var rider: Rider { Rider(name: name, category: category) }
}

/// Keeps the riders of each account.
struct RiderManager: Sendable {
  let list: StoredList<RiderEntry>
  private let mediator: Mediator

  init(_ context: ModuleContext) {
    list = StoredList(context)
    mediator = context.mediator
  }

  func riders(of account: AccountID) async throws -> [Rider] {
    try await entries(of: account).map(\.rider)
  }

  /// - Throws: `AccountError.badName`, `.knownRider` and `.unknownCategory`
  func add(_ rider: Rider, to account: AccountID) async throws -> Rider {
    let name = try rider.name.validName
    let known = try await entries(of: account)
    guard !known.contains(where: { $0.name.isSame(as: name) }) else {
      throw AccountError.knownRider(name)
    }
    let category = try await category(rider.category ?? "")
    return try await list.add(RiderEntry(account: account, name: name, category: category)).rider
  }

  /// - Throws: `AccountError.unknownRider`
  func remove(_ name: String, from account: AccountID) async throws -> Rider {
    let known = try await entries(of: account)
    guard let entry = known.first(where: { $0.name.isSame(as: name) }) else {
      throw AccountError.unknownRider(
        name, nearest: known.map(\.name).nearest(to: name).first)
    }
    return try await list.remove(entry.id).rider
  }

  private func entries(of account: AccountID) async throws -> [RiderEntry] {
    try await list.items.filter { $0.account == account }
  }

  /// The category as the fares of the current city name it. A city without categories, or an app
  /// without fares, accepts every name.
  private func category(_ text: String) async throws -> String? {
    guard !text.isEmpty else { return nil }
    let name = try text.validName
    let known: [String]
    do { known = try await mediator.perform(Fares.list, CityQuery()).riders } catch is MediatorError
    {
      known = []
    }
    guard !known.isEmpty else { return name }
    guard let category = known.firstIndex(matching: name) else {
      throw AccountError.unknownCategory(name, known: known)
    }
    return known[category]
  }
}

extension String {
  fileprivate func isSame(as other: String) -> Bool { lowercased() == other.lowercased() }
}
