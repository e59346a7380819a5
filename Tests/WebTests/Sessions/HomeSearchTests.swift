import Documents
import Mediator
import Scenes
import Testing

@testable import Web

/// The field of the first scene, as a page without scripts shows it.
@MainActor @Suite(.timeLimit(.minutes(15)))
struct HomeSearchTests {
  private func fixture() async throws -> WebFixture {
    let search = SearchDescription(
      "Find", hint: "an article", id: \Article.name, layout: .table(.init { "\($0.name)" })
    ) { text, _ in
      [Article(name: "Lamp", price: 900), Article(name: "Desk lamp", price: 1200)]
        .filter { $0.name.lowercased().contains(text) }
    } opens: { (article: Article) in
      article
    }
    let fixture = try await WebFixture(searches: [search])
    try await fixture.enter()
    return fixture
  }

  @Test func `the first page has the field, and shows what it finds before the menu`() async throws
  {
    let fixture = try await fixture()
    let page = try await fixture.page("/")
    #expect(page.html.contains("placeholder=\"Find an article\""))
    #expect(!page.html.contains("Desk"))
    let found = try await page.submit(["search": "lamp"])
    #expect(found.html.contains("Desk"))
    #expect(found.html.contains("Offers"))
    #expect(!found.html.contains("buy something"))
    await fixture.stop()
  }

  @Test func `what a module contributes later is on the pages that are open, and on new ones`()
    async throws
  {
    let fixture = try await fixture()
    let page = try await fixture.page("/")
    #expect(!page.html.contains("Weather"))
    var contributions = PresentedContributions()
    contributions.scenes = [
      SceneDescription("Weather", "see the sky") { _ in ListScene("Weather", []) }
    ]
    await fixture.server.update(to: contributions)
    #expect(try await page.submit(["search": ""]).html.contains("see the sky"))
    #expect(try await fixture.page("/").html.contains("see the sky"))
    await fixture.stop()
  }

  @Test func `where nothing is found, the page says so`() async throws {
    let fixture = try await fixture()
    let found = try await fixture.page("/").submit(["search": "zzz"])
    #expect(found.html.contains("No row matches"))
    await fixture.stop()
  }
}
