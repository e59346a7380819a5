import ModuleRules
import Testing

/// How much a maker has to know before the first feature: the types that the template of a list
/// names, in its tests, too.
@Suite struct TemplateTypesTests {
  /// The public types that a source declares, also inside other types.
  private static func declaredTypes(in source: String) -> Set<String> {
    let kinds: Set = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    let modifiers: Set = ["public", "final", "indirect"]
    var words = SwiftTokenizer(source)
    var (isPublic, isDeclaration) = (false, false)
    var types: Set<String> = []
    while let word = words.next()?.text {
      // A class method is no type.
      if isDeclaration, word.first?.isUppercase == true { types.insert(word) }
      isDeclaration = isPublic && kinds.contains(word)
      isPublic = word == "public" || (isPublic && modifiers.contains(word))
    }
    return types
  }

  /// The names in a source, without its imports, comments and strings.
  private static func names(in source: String) -> Set<String> {
    var words = SwiftTokenizer(source)
    var names: Set<String> = []
    var previous = ""
    while let word = words.next()?.text {
      if word != "import", previous != "import" {
        names.formUnion(word.split { ".@`".contains($0) }.map(String.init))
      }
      previous = word
    }
    return names
  }

  @Test func `a maker meets at most 17 types of kernel and kits in Templates/List`() throws {
    let libraries = ["Modules/Kernel", "Modules/Kits", "Modules/Network/Interface"]
    let declared = try SourceFile.all(in: libraries).reduce(into: Set<String>()) {
      $0.formUnion(Self.declaredTypes(in: $1.text))
    }
    #expect(declared.isSuperset(of: ["Module", "PagedList", "Recorder", "Network"]))
    let template = try SourceFile.all(in: ["Templates/List"])
    #expect(template.contains { $0.path.contains("/Tests/") })
    let met = template.reduce(into: Set<String>()) { $0.formUnion(Self.names(in: $1.text)) }
      .intersection(declared)
    #expect(met.isSuperset(of: ["Module", "PagedList", "SceneTester"]))
    #expect(met.count <= 17, "\(met.sorted())")
  }

  @Test(
    arguments: [
      ("public struct A {", ["A"]), ("public final class A: B {", ["A"]),
      ("public indirect enum A {\n  public struct B {", ["A", "B"]),
      ("public typealias A =\n    B", ["A"]),
      ("public protocol A {}; public actor B {}", ["A", "B"]),
      ("struct A {\n  public var b = C()", []), ("/// public struct A", []),
      ("package struct A {", []), ("public static let a: A", []), ("public class func a()", []),
      ("public struct A<B> {", ["A"]),
    ] as [(String, Set<String>)])
  func `public types are found`(source: String, types: Set<String>) {
    #expect(Self.declaredTypes(in: source) == types)
  }

  @Test(
    arguments: [
      ("import Mediator\n@testable import Scenes", ["testable"]),
      ("try A.b(\"C \\(d)\") // E", ["try", "A", "b", "d"]), ("[A<B?>]", ["A", "B"]),
      ("/* A */ B.C", ["B", "C"]), ("@A func `b C`()", ["A", "func", "b C"]),
    ] as [(String, Set<String>)])
  func `names are found, without those of imports, comments and strings`(
    source: String, names: Set<String>
  ) {
    #expect(Self.names(in: source) == names)
  }
}
