import DataSourceInterface
import Foundation
public import Mediator

extension HistoryEntry: Exemplified {
  /// A question on a Friday morning.
  public static var example: HistoryEntry {
    HistoryEntry(
      askedAt: Date(timeIntervalSince1970: 1_795_161_600), city: .example,
      from: Place(id: "trindade", name: "Trindade"), to: Place(id: "aliados", name: "Aliados"))
  }
}
