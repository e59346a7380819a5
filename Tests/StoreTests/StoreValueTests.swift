import Foundation
import ModuleTesting
import Store
import Testing

struct StoreValueTests {
  let folder = TemporaryFolder()

  @Test(arguments: [
    "", "Casa da Música", "西直门", "محطة", "תחנה", "สถานี", "Ωмега", "e\u{301}", "\u{e9}",
    "👩‍👩‍👧‍👦🇵🇹", "it's \"quoted\" `here`", "'); DROP TABLE value; --", "a\0b", "\0", "line\nline\r\n\t",
    "\u{FEFF}bom", "?1 :name @name $name",
  ])
  func `a stored text has the same bytes when it is read`(text: String) async throws {
    let found = try await roundTrip(text)
    #expect(found.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test func `a text of one megabyte is stored and read`() async throws {
    let text = String(repeating: "地铁", count: 180_000)
    #expect(try await roundTrip(text) == text)
  }

  @Test(arguments: [0, 1, -1, Int.max, Int.min])
  func `whole numbers are stored and read`(number: Int) async throws {
    #expect(try await roundTrip(number) == number)
  }

  @Test(arguments: [0, -0.5, 41.1579, .pi, .infinity, .leastNonzeroMagnitude])
  func `real numbers are stored and read`(number: Double) async throws {
    #expect(try await roundTrip(number) == number)
  }

  @Test(arguments: [Data(), Data([0]), Data(0...255), Data(repeating: 9, count: 1 << 20)])
  func `bytes are stored and read`(bytes: Data) async throws {
    #expect(try await roundTrip(bytes) == bytes)
  }

  @Test func `an optional is stored and read as nil or as its value`() async throws {
    #expect(try await roundTrip(String?.none) == .some(nil))
    #expect(try await roundTrip(String?.some("")) == .some(""))
    #expect(try await roundTrip(Int?.some(0)) == .some(0))
  }

  private func roundTrip<Value: Storable>(_ value: Value) async throws -> Value? {
    let database = try Database(in: folder.url, migrations: ["CREATE TABLE value (value BLOB)"])
    return try await database.write { transaction in
      try transaction.run("INSERT INTO value VALUES (\(value))")
      return try transaction.first("SELECT value FROM value WHERE value IS \(value)") {
        try $0["value"]
      }
    }
  }
}
