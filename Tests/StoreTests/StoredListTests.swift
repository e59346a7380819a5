import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@testable import Store

private struct Wish: StoredItem, Equatable {
  static let noun = "wish"

  var id = 0
  var title: String
  var shop: String?
}

private struct OtherWish: StoredItem {
  static let noun = "wish"

  var id = 0
  var title: String { "\(size)" }
  let size: Int
}

@Suite(.timeLimit(.minutes(15))) struct StoredListTests {
  private let temporary = TemporaryFolder()
  private var context: ModuleContext { ModuleContext(mediator: Mediator(), folder: temporary.url) }

  @Test func `items have numbers, which are not used again`() async throws {
    let wishes = StoredList<Wish>(context)
    let added = [
      try await wishes.add(Wish(title: "Lamp")), try await wishes.add(Wish(title: "Tea")),
    ]
    #expect(added.map(\.id) == [1, 2])
    #expect(try await StoredList<Wish>(context).items == added)
    try await wishes.remove(2)
    #expect(try await wishes.add(Wish(title: "Rug")).id == 3)
    #expect(try await wishes.item(3) == Wish(id: 3, title: "Rug"))
  }

  @Test func `every change can be undone`() async throws {
    let wishes = StoredList<Wish>(context)
    let lamp = try await wishes.add(Wish(title: "Lamp", shop: "A"))
    try await wishes.change(lamp.id) { $0.title = "Rug" }
    try await wishes.change(lamp.id, "buying") { $0.title = "Mat" }
    try await wishes.remove(lamp.id)
    var left: [[String]] = []
    for change in ["removing 'Mat'", "buying 'Rug'", "changing 'Lamp'", "adding 'Lamp'"] {
      #expect(try await wishes.undo() == change)
      left.append(try await wishes.items.map(\.title))
    }
    #expect(left == [["Mat"], ["Rug"], ["Lamp"], []])
    await #expect(throws: StoreError.nothingToUndo) { try await wishes.undo() }
  }

  @Test func `several changes are one step`() async throws {
    let wishes = StoredList<Wish>(context)
    for title in ["Lamp", "Rug", "Mat"] { try await wishes.add(Wish(title: title)) }
    try await wishes.changeAll("tidying up") { items in
      items.removeAll { $0.title == "Lamp" }
      items[0].shop = "A"
      items.insert(Wish(title: "Tea"), at: 0)
    }
    let changed = try await wishes.items
    #expect(changed.map(\.id) == [2, 3, 4])
    #expect(changed.map(\.title) == ["Rug", "Mat", "Tea"] && changed[0].shop == "A")
    #expect(try await wishes.undo() == "tidying up")
    #expect(try await wishes.items.map(\.title) == ["Lamp", "Rug", "Mat"])
    try await wishes.changeAll("changing nothing") { $0.reverse() }
    #expect(try await wishes.undo() == "adding 'Mat'")
  }

  @Test(arguments: [7, 1])
  func `a number that no item has, or that two have, changes nothing`(id: Int) async throws {
    let wishes = StoredList<Wish>(context)
    let lamp = try await wishes.add(Wish(title: "Lamp"))
    await #expect(throws: StoreError.unknownItem(id, noun: "wish")) {
      try await wishes.changeAll("adding") { items in
        items[0].title = "Rug"
        items.append(Wish(id: id, title: "Mat"))
      }
    }
    #expect(try await wishes.items == [lamp])
    #expect(try await wishes.undo() == "adding 'Lamp'")
  }

  @Test func `a change by another process is undone only after the person was told`() async throws {
    let (wishes, others) = (StoredList<Wish>(context), StoredList<Wish>(context))
    try await wishes.add(Wish(title: "Lamp"))
    try await others.change(1) { $0.title = "Rug" }
    func expectWarning(_ last: String) async {
      await #expect(throws: StoreError.changedElsewhere(last: last)) { try await wishes.undo() }
    }
    await expectWarning("changing 'Lamp'")
    #expect(try await wishes.undo() == "changing 'Lamp'")
    #expect(try await wishes.undo() == "adding 'Lamp'")

    try await others.add(Wish(title: "Mat"))
    try await wishes.add(Wish(title: "Sofa"))
    #expect(try await wishes.undo() == "adding 'Sofa'")
    await expectWarning("adding 'Mat'")
    #expect(try await wishes.items.map(\.title) == ["Mat"])
    #expect(try await wishes.undo() == "adding 'Mat'")

    try await wishes.add(Wish(title: "Chair"))
    #expect(try await StoredList<Wish>(context).undo() == "adding 'Chair'")
    await #expect(throws: StoreError.nothingToUndo) { try await wishes.undo() }
  }

  @Test func `a process that has not read the items yet may undo any change`() async throws {
    try await StoredList<Wish>(context).add(Wish(title: "Lamp"))
    #expect(try await StoredList<Wish>(context).undo() == "adding 'Lamp'")
    try await StoredList<Wish>(context).add(Wish(title: "Mat"))
    let reader = StoredList<Wish>(context)
    _ = try await reader.items
    #expect(try await reader.undo() == "adding 'Mat'")
  }

  @Test func `a change by another process is not known because the items were read again`()
    async throws
  {
    let (wishes, others) = (StoredList<Wish>(context), StoredList<Wish>(context))
    _ = try await wishes.items
    try await others.add(Wish(title: "Lamp"))
    #expect(try await wishes.items.count == 1)
    await #expect(throws: StoreError.changedElsewhere(last: "adding 'Lamp'")) {
      try await wishes.undo()
    }
  }

  @Test func `no change that somebody else makes meanwhile is lost`() async throws {
    let lists = [StoredList<Wish>(context), StoredList<Wish>(context)]
    try await lists[0].add(Wish(title: ""))
    try await withThrowingTaskGroup { group in
      for number in 0..<20 {
        group.addTask { try await lists[number % 2].change(1) { $0.title += "x" } }
      }
      try await group.waitForAll()
    }
    #expect(try await lists[0].item(1).title.count == 20)
  }

  @Test func `a change does not change the number of an item`() async throws {
    let wishes = StoredList<Wish>(context)
    try await wishes.add(Wish(title: "Lamp"))
    let changed = try await wishes.change(1) { $0 = Wish(id: 9, title: "Rug") }
    #expect(changed == Wish(id: 1, title: "Rug"))
    #expect(try await wishes.items == [changed])
  }

  @Test func `a change that changes nothing is not recorded`() async throws {
    let wishes = StoredList<Wish>(context)
    try await wishes.add(Wish(title: "Lamp"))
    #expect(try await wishes.change(1) { $0.title = "Lamp" }.title == "Lamp")
    #expect(try await wishes.undo() == "adding 'Lamp'")
  }

  @Test func `a change that fails is not recorded`() async throws {
    let wishes = StoredList<Wish>(context)
    try await wishes.add(Wish(title: "Lamp"))
    await #expect(throws: CancellationError.self) {
      try await wishes.change(1) { wish in
        wish.title = "Rug"
        throw CancellationError()
      }
    }
    #expect(try await wishes.items.map(\.title) == ["Lamp"])
    #expect(try await wishes.undo() == "adding 'Lamp'")
  }

  @Test func `a change that cannot be written to the disk is not taken for one of another process`()
    async throws
  {
    let path = temporary.url.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let wishes = StoredList<Wish>(
        ModuleContext(mediator: Mediator(), folder: URL(filePath: path)))
      try await wishes.add(Wish(title: "Lamp"))
      // A limited file size has the same effect as a full disk: the commit fails.
      signal(SIGXFSZ, SIG_IGN)
      try limitFiles(to: 0)
      await #expect(throws: StoreError.self) { try await wishes.add(Wish(title: "Mat")) }
      try limitFiles(to: .max)
      try await wishes.add(Wish(title: "Rug"))
      for change in ["adding 'Rug'", "adding 'Lamp'"] {
        try #require(try await wishes.undo() == change)
      }
    }
  }

  @Test func `an unknown number is an error`() async throws {
    let wishes = StoredList<Wish>(context)
    await #expect(throws: StoreError.unknownItem(7, noun: "wish")) { try await wishes.item(7) }
    await #expect(throws: StoreError.unknownItem(7, noun: "wish")) {
      try await wishes.remove(7)
    }
    await #expect(throws: StoreError.unknownItem(7, noun: "wish")) {
      try await wishes.change(7) { $0.title = "Lamp" }
    }
    #expect(StoreError.unknownItem(7, noun: "wish").kind == .notFound)
    #expect(
      "\(StoreError.unknownItem(7, noun: "wish"))".hasSuffix("the list shows the numbers"))
    #expect("\(StoreError.nothingToUndo)".contains("the last 50 changes"))
  }

  @Test func `an item that cannot be decoded is told, and stays`() async throws {
    try await StoredList<Wish>(context).add(Wish(title: "Lamp"))
    let error = await #expect(throws: StoreError.self) {
      try await StoredList<OtherWish>(context).items
    }
    #expect(error?.description.contains("in wish 1, 'size': a value is missing") == true)
    #expect(try await StoredList<Wish>(context).items.count == 1)
  }
}
