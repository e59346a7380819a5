import Console
import Documents
import Mediator
import ModuleManager
import Testing

@testable import HostKit

struct HostManualTests {
  private enum Orders: Interface {}

  private final class OrdersModule: Module {
    static let manifest = Manifest(Orders.self, summary: "lists orders")
    init(context: ModuleContext) {}
    func register(with registrar: Registrar) {}
  }

  private let app = CommandLineApp(
    name: "shop", summary: "a shop for the terminal", version: "1.2.3", examples: ["modules"],
    modules: [
      ModuleDescriptor(
        OrdersModule.manifest,
        contributions: [
          Command("orders", "List orders", examples: ["orders"]) { _ in
            CommandResult(Empty()) { _ in [] }
          },
          Setting("page-size", "the number of orders on a page", default: "20"),
          Setting(
            "sort", "the order of the list", default: "date", accepts: .choice(["date", "price"])),
          Setting("sound", "whether a new order rings", default: "off", accepts: .boolean),
        ], create: { OrdersModule(context: $0) })
    ])

  @Test(arguments: [
    #".TH "SHOP" 1 "" "shop 1.2.3" "User Commands""#, #"shop \- a shop for the terminal"#,
    "\\fBorders\\fR\nList orders", "\\fBmanual\\fR", #"\fB\-\-json\fR"#,
    "\\fBSHOP_MOUSE\\fR\nwhether the browser uses the mouse: on, off (default: on)",
    "\\fBSHOP_HOME\\fR", "\\fBSHOP_LOG_\\fR\\fIMODULE\\fR",
    "\\fBSHOP_ORDERS_PAGE_SIZE\\fR\nthe number of orders on a page (default: 20)",
    "\\fBSHOP_ORDERS_SORT\\fR\nthe order of the list: date, price (default: date)",
    "\\fBSHOP_ORDERS_SOUND\\fR\nwhether a new order rings: on, off (default: off)",
    "\\fBNO_COLOR\\fR", "\\fB130\\fR",
  ])
  func `the manual page describes the commands and settings of all modules`(
    text: String
  ) async throws {
    let result = try await app.run("manual")
    #expect(result.code == .answered)
    #expect(result.output.contains(text + "\n"), "\(result.output)")
  }
}
