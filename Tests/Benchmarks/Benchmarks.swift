import Foundation

/// Measures what the suites promise; ends with 1 when a figure is above its bar.
@main
struct Benchmarks {
  static func main() async throws {
    let figures = try await ModuleManagerBenchmarks.run()
    for figure in figures {
      let verdict = figure.bar.map { figure.time <= $0 ? "within \($0)" : "ABOVE \($0)" } ?? ""
      print("\(figure.name): \(figure.time) \(verdict)")
    }
    let isWithin = figures.allSatisfy { figure in figure.bar.map { figure.time <= $0 } ?? true }
    exit(isWithin ? 0 : 1)
  }
}
