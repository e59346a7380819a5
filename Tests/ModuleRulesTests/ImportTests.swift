import ModuleRules
import Testing

@Suite struct ImportTests {
  @Test(
    arguments: [
      ("import A", ["A"]),
      ("  public import A\n@testable @preconcurrency import B", ["A", "B"]),
      ("import A; import B", ["A", "B"]),
      ("import struct A.B\nimport C.D\nimport func `E`.f", ["A", "C", "E"]),
      ("#if canImport(A)\nimport A\n#else\nimport B\n#endif", ["A", "B"]),
      ("import\n  A", ["A"]),
      ("@_spi(A) import B; @_spi(private) @testable import C", ["B", "C"]),
      ("@_documentation(visibility: public) public import struct A.B", ["A"]),
      ("@available(*, deprecated, message: \")\") func a() {}\nimport B", ["B"]),
      ("@Test(import: 1) func a(import: Int) { a(import: 2) }", []),
      ("@Test(/\\(/) func a() {}\nimport B", ["B"]),
      ("\timport A\n\t@testable\timport\tB;\timport C", ["A", "B", "C"]),
      ("\u{FEFF}import A\nimport B", ["A", "B"]),
      ("import A\r\nimport B\r\n// C\rimport D\rimport E", ["A", "B", "D", "E"]),
      ("// import A\n/* import B /* import C */ import D */ import E", ["E"]),
      ("let a = \"import A\"; import B", ["B"]),
      ("let a = \"\"\"\n  import A\n  \"\"\"\nimport B", ["B"]),
      ("let a = #\"\"import A\"\"#\nimport B", ["B"]),
      ("let a = \"\\\"\"; import B", ["B"]),
      ("func `every import counts`() {}\nlet `import` = important", []),
      ("let a = /\\nimport (\\w+)/", []),
      ("import", []),
    ] as [(String, [String])])
  func `imports are found in code, not in comments and strings`(
    source: String, modules: [String]
  ) {
    #expect(Import.all(in: source).map(\.module) == modules)
  }

  @Test(arguments: [
    ("@_spi(X) @testable import A", ["@_spi", "@testable"]),
    ("@_exported@_spi(X) import A", ["@_exported", "@_spi"]),
    ("\u{FEFF}@_spi(X)\n\tpublic import A", ["@_spi", "public"]),
    ("@Test(1) func a() {}\nimport A", []),
  ])
  func `the modifiers of an import are known`(source: String, modifiers: [String]) {
    #expect(Import.all(in: source).map(\.modifiers) == [modifiers])
  }

  @Test func `an import has its line and its modifiers`() {
    let imports = Import.all(in: "/*\n*/\n@_exported\npublic import A\nlet b = 1\nimport C\n")
    #expect(
      imports == [
        Import(module: "A", line: 4, modifiers: ["@_exported", "public"]),
        Import(module: "C", line: 6, modifiers: []),
      ])
  }
}
