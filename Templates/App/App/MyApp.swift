import HostKit

@main
enum MyApp {
  static let app = CommandLineApp(
    name: "my-app",
    summary: "MyApp, an app for the terminal",
    version: "0.1.0",
    examples: [
      "products", "products --page 2", "products 1 --json",
      "open \"my-app://products/list\"",
    ],
    modules: AppModules.all,
    webFiles: ["style.css": PackageResources.style_css])

  static func main() { app.main() }
}
