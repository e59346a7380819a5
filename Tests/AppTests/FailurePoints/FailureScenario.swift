import Foundation
import TestSupport
import Testing

/// A command that changes the data folder, and the commands that prepare the folder for it.
///
/// In a word of its command line, `{server}` stands for the address of a server on this machine,
/// and `{feeds}` for the folder of the feeds.
struct FailureScenario: Sendable, CustomTestStringConvertible {
  let name: String
  let line: [String]
  /// Whether there is no data folder before the command.
  var isFirstStart = false
  /// Whether the database of the bookmarks is damaged before the command.
  var isDamaged = false
  /// Whether the command may succeed without its change if it says so.
  var isChangeOptional = false

  var testDescription: String { name }

  init(_ name: String, _ line: String) {
    self.name = name
    self.line = line.split(separator: " ").map(String.init)
  }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  static let all = [
    Self("opening a damaged database", "bookmarks").with { $0.isDamaged = true },
    Self("the first start", "stations").with { $0.isFirstStart = true },
    Self("the first bookmark", "bookmarks add Office Trindade").with { $0.isFirstStart = true },
    Self("adding a city from a file", "city add village {feeds}/three-stations.zip"),
    Self("adding a city from a server", "city add village {server}/village"),
    Self("replacing a city", "city add town {feeds}/four-stations.zip"),
    Self("updating a city", "city update town"),
    Self("removing a city", "city remove town"),
    Self("switching to a city, which empties the cart", "city use town"),
    Self("adding a ticket", "cart add Z3"),
    Self("undoing a change of the cart", "cart undo"),
    Self("adding a bookmark", "bookmarks add Gym Bolhão"),
    Self("renaming a bookmark", "bookmarks rename Office Work"),
    Self("removing a bookmark", "bookmarks remove Office"),
    Self("importing bookmarks", "bookmarks import {feeds}/bookmarks.json"),
    Self("planning a journey", "route Trindade Bolhão").with { $0.isChangeOptional = true },
    Self("reading news", "news"),
  ]
}
