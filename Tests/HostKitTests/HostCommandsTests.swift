import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Scenes
import Testing

@testable import HostKit

private enum Texts: Interface {}

/// Its commands print a text each.
private struct TextsModule: Module {
  static let texts = [
    "nothing": "", "line": "x", "image": "<svg/>\n", "calendar": "A\r\nB\r\n",
    "separated": "x\u{2028}",
  ]
  static let manifest = Manifest(Texts.self, summary: "")
  static let contributions = Contributions(
    texts.map { name, text in
      Command(name, "Print a text", outputType: String.self, examples: [name]) { _ in
        CommandResult(text) { text in [.code(text)] }
      }
    })
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

private enum Tongues: Interface {}

/// Its command lists what a server has answered, of which one row does not fit.
private struct RowsModule: Module {
  static let manifest = Manifest(Rows.self, summary: "")
  static let contributions = Contributions([
    Command("rows", "List rows", outputType: [Int].self, examples: ["rows"]) { _ in
      let rows = try JSON.decode(LossyArray<Int>.self, from: Data("[1, true, 3]".utf8))
      let section = ListSection(
        "rows", id: { "\($0)" }, layout: .table(.init { "\($0)" })
      ) { $0.page(of: rows) }
      return ListScene("Rows", [section])
    }
  ])
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

private enum Rows: Interface {}

/// Its command prints the language of the person.
private struct TonguesModule: Module {
  static let manifest = Manifest(Tongues.self, summary: "")
  static let contributions = Contributions([
    Command("tongue", "Print the language", outputType: String.self, examples: ["tongue"]) { _ in
      CommandResult(Language.current?.description ?? "unknown") { text in [.code(text)] }
    }
  ])
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

private enum Orders: Interface {}

/// Its command `order` is meant by a line that begins with a product.
private struct OrdersModule: Module {
  static let manifest = Manifest(Orders.self, summary: "")
  static let order = Command(
    "order", "Order a product", outputType: String.self,
    arguments: [
      .positional("product", "the product"), .positional("count", "how many"),
      .flag("gift", "wrap it"),
    ], examples: ["order lamp 2"]
  ) { invocation in
    let parts = ["product", "count", "gift"].compactMap(invocation.value)
    return CommandResult(parts.joined(separator: " ")) { [.code($0)] }
  }
  static let contributions = Contributions(
    [order],
    [
      DefaultCommand(order) { invocation in
        if invocation.value("product") == "rope" { throw HostError.outputFailed(reason: "no rope") }
        return invocation.value("product") == "lamp"
      }
    ])
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

@Suite struct HostCommandsTests {
  @Test(
    arguments: [
      (["lamp", "2"], "lamp 2\n", ""), (["lamp", "2", "--gift"], "lamp 2 true\n", ""),
      (["lamp", "2", "--json"], "\"lamp 2\"\n", ""), (["order", "chair", "2"], "chair 2\n", ""),
      (["chair", "2"], "", "shop: no command 'chair'; run with 'help' for the list of commands\n"),
      (["ordr", "2"], "", "shop: no command 'ordr'; did you mean 'order'?\n"),
      (["lamp"], "", "shop: no command 'lamp'; run with 'help' for the list of commands\n"),
      (
        ["lamp", "2", "3"], "",
        "shop: no command 'lamp'; run with 'help' for the list of commands\n"
      ),
      (["rope", "2"], "", "shop: cannot write the answer: no rope; check where the output goes\n"),
    ] as [([String], String, String)])
  func `a line without a command runs the default command if that accepts its arguments`(
    line: [String], output: String, errors: String
  ) async throws {
    let result = try await CommandLineApp.shop([OrdersModule.self]).run(
      line, folder: TemporaryFolder().url)
    #expect(result.output == output)
    #expect(result.errors == errors)
  }

  @Test(arguments: [["help"], ["help", "order"]])
  func `help says that the words of a default command may be left out`(
    line: [String]
  ) async throws {
    let result = try await CommandLineApp.shop([OrdersModule.self]).run(
      line, folder: TemporaryFolder().url)
    let sentence = "'shop <product> <count>' is short for 'shop order <product> <count>'."
    #expect(result.output.contains(sentence), "\(result.output)")
  }

  @Test(
    arguments: [
      (["tongue"], [:], "unknown"),
      (["tongue", "--language", "pt_br"], ["LANG": "de_DE"], "pt-BR"),
      (["--language=zh-Hant", "tongue"], ["SHOP_LANGUAGE": "fr"], "zh-Hant"),
      (["tongue"], ["SHOP_LANGUAGE": "fr", "LC_ALL": "de_DE"], "fr"),
      (["tongue"], ["LC_ALL": "", "LC_MESSAGES": "de_DE.UTF-8", "LANG": "en_GB"], "de-DE"),
      (["tongue"], ["LC_ALL": "C.UTF-8", "LANG": "en_GB"], "unknown"),
    ] as [([String], [String: String], String)])
  func `the language is that of the option, of the configuration or of the locale`(
    line: [String], environment: [String: String], language: String
  ) async throws {
    let folder = TemporaryFolder()
    let result = try await CommandLineApp.shop([TonguesModule.self]).run(
      line, folder: folder.url, environment: environment)
    #expect(result.output == language + "\n")
  }

  @Test func `a language that is no tag is an error that shows what is expected`() async throws {
    let app = CommandLineApp.shop([TonguesModule.self])
    let option = try await app.run("tongue", "--language", "!")
    #expect(option.errors.contains("'!' is not a language such as en, pt-BR or zh-Hant"))
    let setting = try await app.run("tongue", environment: ["SHOP_LANGUAGE": "1"])
    #expect(setting.errors.contains("expected a language such as en, pt-BR or zh-Hant"))
  }

  @Test(arguments: [
    (["rows"], "1\n3\nLeft out row 2: expected a whole number\n", ""),
    (["rows", "--json"], "[1,3]\n", "shop: Left out row 2: expected a whole number\n"),
  ])
  func `a row that is left out is a warning, which JSON does not contain`(
    line: [String], output: String, errors: String
  ) async throws {
    let folder = TemporaryFolder()
    let run = try await CommandLineApp.shop([RowsModule.self]).run(line, folder: folder.url)
    #expect(run.output == output && run.errors == errors)
  }

  @Test(arguments: [
    ("nothing", ""), ("line", "x\n"), ("image", "<svg/>\n"), ("calendar", "A\r\nB\r\n"),
    ("separated", "x \n"),
  ])
  func `a line break is added only to an output that does not end with one`(
    command: String, output: String
  ) async throws {
    #expect(try await CommandLineApp.shop([TextsModule.self]).run(command).output == output)
  }

  @Test(arguments: [
    (options: ["--shell=bash", "--breaks= "], line: "modules"),
    (["--shell=fish"], "modules\tList modules with their state, actions and dependencies"),
    (["--breaks= "], "modules"),
    ([], "modules\tList modules with their state, actions and dependencies"),
  ])
  func `completion scripts of earlier versions, which do not name their shell, still work`(
    options: [String], line: String
  ) async throws {
    let folder = TemporaryFolder()
    let result = try await CommandLineApp.shop([]).run(
      ["complete", "--line=shop modu"] + options, folder: folder.url)
    #expect(result.code == .answered)
    #expect(result.output == line + "\n")
  }

  @Test func `the reason why a module is unavailable is printed`() async throws {
    let link = "shop://kiosks/count"
    let disabled = try await CommandLineApp.shop([KiosksModule.self])
      .run("open", link, environment: ["SHOP_DISABLE": "kiosks"])
    #expect(
      disabled.errors == "shop: 'kiosks/count' is unavailable: it is disabled in SHOP_DISABLE or "
        + "config.json\n")
    let failed = try await CommandLineApp.shop([KiosksModule.self])
      .run("open", link, environment: ["SHOP_KIOSKS_COLOUR": "blue", "SHOP_LOG": "warning"])
    #expect(failed.errors.contains("warning kiosks: failed: "))
    #expect(failed.errors.contains("no paint 'blue'"))
    #expect(failed.errors.contains("'kiosks/count' is unavailable: "))
  }

  @Test(arguments: [
    (
      line: ["--branch", "nope"],
      error: "'--branch' needs a command; add one, such as 'stock list'"
    ),
    (
      ["--branch=nope", "--json"],
      "'--branch' needs a command; add one, such as 'stock list'"
    ),
    (["--trace"], "'--trace' needs a command; run with 'help' for the list of commands"),
  ])
  func `a global option without a command is an error`(
    line: [String], error: String
  ) async throws {
    let branch = Argument.option("branch", "the branch of the shop")
    func command(_ words: String, _ arguments: [Argument]) -> Command {
      Command(words, "Do it", arguments: arguments, examples: []) { _ in
        CommandResult(Empty()) { _ in [] }
      }
    }
    let app = CommandLineApp(
      name: "shop", summary: "", version: "1.0.0", examples: [],
      modules: [
        ModuleDescriptor(
          Manifest(name: "Stock", summary: ""),
          contributions: [
            GlobalOption(branch), command("stock add", [.positional("name", ""), branch]),
            command("stock list", [branch]),
          ]
        ) { BusesModule(context: $0) }
      ])
    let result = try await app.run(line, folder: TemporaryFolder().url)
    #expect(result.code == .badCommandLine)
    #expect(result.output == "")
    #expect(result.errors == "shop: \(error)\n")
    let help = try await app.run(["--json"], folder: TemporaryFolder().url)
    #expect(help.code == .answered && help.output.contains("stock list"))
  }

  @Test(arguments: [
    (
      "shop://nope/x",
      "no target 'nope'; a link is 'shop://<target>/<action>', and 'shop modules' lists both"
    ),
    ("shop://kiosk/count", "no target 'kiosk'; did you mean 'kiosks'?"),
    ("shop://kiosks/zzzzzz", "no action 'zzzzzz' in 'kiosks'; 'shop modules' lists its actions"),
    ("shop://kiosks/coun", "no action 'coun' in 'kiosks'; did you mean 'count'?"),
  ])
  func `a link to nothing is an error that says where the targets and actions are listed`(
    link: String, error: String
  ) async throws {
    let result = try await CommandLineApp.shop([KiosksModule.self]).run("open", link)
    #expect(result.code == .notFound && result.errors == "shop: \(error)\n")
  }

  @Test(arguments: [
    ("shop://kiosks/count", nil), ("store://kiosks/count", nil),
    ("https://shop.example/kiosks/count", nil),
    (
      "https://evil.example/kiosks/count",
      "bad URL 'https://evil.example/kiosks/count': expected it to start with 'shop://', 'store://' "
        + "or 'https://shop.example/'"
    ),
  ])
  func `an app opens the links with its schemes and of its servers`(
    link: String, error: String?
  ) async throws {
    let app = CommandLineApp(
      name: "shop", summary: "", version: "1.0.0", examples: [], modules: [KiosksModule.self],
      links: LinkAddresses(schemes: ["store"], hosts: ["shop.example"]))
    let result = try await app.run(["open", link], folder: TemporaryFolder().url)
    #expect(result.code == (error == nil ? .answered : .badCommandLine))
    #expect(result.errors == (error.map { "shop: \($0)\n" } ?? ""))
    #expect(result.output.isEmpty == (error != nil))
  }

  @Test func `an error shows the invisible characters of what was typed`() async throws {
    let result = try await CommandLineApp.shop([KiosksModule.self]).run(
      "open", "shop://kiosks/\u{1B}[31mcount\u{202E}")
    #expect(result.errors.contains("\\u{1b}[31mcount\\u{202e}"), "\(result.errors)")
    let command = try await CommandLineApp.shop([]).run("modules\u{200B}")
    #expect(command.errors == "shop: no command 'modules\\u{200b}'; did you mean 'modules'?\n")
  }

  @Test func `the commands of every app pass only arguments that their actions take`() {
    #expect(
      HostCommands(.shop([])).documented.flatMap(\.argumentFindings) == [])
  }
}
