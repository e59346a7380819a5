import Console
import DataSource
import DataSourceInterface
import Foundation
import Mediator
import Testing

struct CommandStationsTests {
  private func answer(_ parameters: Parameters) async throws -> Answer {
    let host = try await Host()
    let city = try CityID.named("sample")
    try await host.install(as: city)
    _ = try await host.perform(DataSource.use, CityReference(city: city))
    let command = try #require(DataSourceModule.commands.first { $0.words == ["stations"] })
    return try await command.run(
      Invocation(
        parameters: parameters, mediator: host.mediator, progress: ProgressReporter { _, _ in },
        arguments: command.arguments))
  }

  @Test func `stations are shown with their lines and ids`() async throws {
    let text = try await answer([:]).text(Page(columns: 80))
    #expect(
      text == """
        Airport  [One]                id:A
        Centre   [One] [Second Line]  id:C
        Docks    [Second Line]        id:D
        """)
  }

  @Test func `a search that finds nothing says so`() async throws {
    let text = try await answer(["text": "nowhere\u{1B}"]).text(Page(columns: 80))
    #expect(text.hasPrefix("No station fits 'nowhere"))
  }

  @Test func `a program gets the same stations`() async throws {
    let json = try await answer(["text": "cen"]).json
    #expect(try JSONDecoder().decode([Station].self, from: json).map(\.id) == ["C"])
  }

  @Test(arguments: ["porto", "sample"])
  func `another city can be named`(city: String) async throws {
    let json = try await answer(["text": "trindade", "city": city]).json
    #expect(try JSONDecoder().decode([Station].self, from: json).count == (city == "porto" ? 1 : 0))
  }
}
