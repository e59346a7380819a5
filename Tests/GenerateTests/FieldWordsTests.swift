import Foundation
import TestSupport
import Testing

/// The words that `generate.sh` makes of the names of fields and features.
@Suite(.blocking) struct FieldWordsTests {
  private let fixture: GenerateFixture

  init() throws {
    fixture = try GenerateFixture()
    for template in ["Kept", "List"] { try fixture.copyTemplate(template) }
  }

  private func create(_ fields: String) throws -> GenerateFixture.Run {
    try fixture.generate("Todo", "--template", "Kept", "--item", "Chore", "--fields", fields)
  }

  @Test(arguments: [
    ("km:decimal", "the number of km"), ("servings:int", "the number of servings"),
    ("status:int", "the status"), ("on:day", "the day"), ("until:day?", "the last day"),
    ("since:time?", "the first time"), ("when:instant?", "the date and time"),
    ("due:day?", "the due day"), ("expiryDate:day?", "the expiry date"),
    ("all:bool", "whether 'all' applies"),
    ("repeats:bool", "whether it repeats"), ("isNew:bool", "whether it is new"),
    ("with:text", "who or what it is with"),
    ("who:text?", "who it is"), ("over:money?", "how much it is over"),
    ("book:Books", "the id of the book"), ("shop:Shops?", "the number of the shop"),
  ])
  func `a field is described in plain words`(field: String, words: String) throws {
    #expect(try fixture.generate("Shops", "--template", "Kept").code == 0)
    #expect(try fixture.generate("Books").code == 0)
    #expect(try create("name, \(field)").code == 0)
    let item = try fixture.read("Modules/Todo/Interface/Chore.swift")
    #expect(item.contains(try Regex("\"\(words)[\",]")), "\(item)")
    let sentence = words.prefix(1).uppercased() + words.dropFirst()
    #expect(item.contains(try Regex("  /// \(sentence)(; nil for none)?\\.\n")), "\(item)")
  }

  @Test(arguments: [
    ("due:day?", "by due day."), ("on:day", "by day."),
    ("expiry:day?, done:bool", "by expiry day."),
  ])
  func `a day sorts the items, and those that are done are not overdue`(
    fields: String, order: String
  ) throws {
    #expect(try create("name, \(fields)").code == 0)
    #expect(
      try fixture.read("Modules/Todo/Interface/Todo.swift").contains(
        "  /// Returns all items \(order)\n  public static let list"))
    let item = try fixture.read("Modules/Todo/Interface/Chore.swift")
    #expect(item.contains("      \"daysLeft\": \"the number of days that are left;"))
    let isDone = fields.contains("done")
    let view = try fixture.read("Modules/Todo/Sources/View/TodoView.swift")
    #expect(view.contains("    guard !item.done else { return ListGroup(\"Done\") }\n") == isDone)
    let manager = try fixture.read("Modules/Todo/Sources/Manager/TodoManager.swift")
    #expect(manager.contains("{ done ? .max : daysLeft ?? .max - 1 }") == isDone)
    let tests = try fixture.read("Tests/TodoTests/TodoViewTests.swift")
    #expect(tests.contains("    item.done = true\n") == isDone)
  }

  @Test(arguments: [
    ("Products", "products"), ("ShoppingLists", "shopping lists"), ("Groceries", "groceries"),
    ("Todo", "todo items"), ("CityNews", "city news items"), ("OrderStatus", "order status items"),
  ])
  func `a feature whose name is a plural has items of that name`(name: String, items: String)
    throws
  {
    #expect(try fixture.generate(name).code == 0)
    let interface = try fixture.read("Modules/\(name)/Interface/\(name).swift")
    #expect(interface.contains("    summary: \"List \(items)\")\n"), "\(interface)")
    #expect(interface.contains("public struct \(name)Item:"))
  }

  @Test(arguments: [
    ("entry", "entries"), ("box", "boxes"), ("dish", "dishes"), ("day", "days"),
    ("person", "people"), ("potato", "potatoes"), ("shelf", "shelves"), ("woman", "women"),
    ("wish list", "wish lists"),
  ])
  func `plurals are right`(noun: String, plural: String) throws {
    let type = noun.split(separator: " ").map(\.capitalized).joined()
    let line = ["Todo", "--template", "Kept", "--item", type]
    #expect(try fixture.generate(line[0], line[1], line[2], line[3], line[4]).code == 0)
    let module = try fixture.read("Modules/Todo/Sources/Module/TodoModule.swift")
    #expect(module.contains("summary: \"Keeps \(plural)\""))
    let item = try fixture.read("Modules/Todo/Interface/\(type).swift")
    #expect(item.contains("plural = \"\(plural)\"") == (plural != "\(noun)s"))
  }
}
