import AboutInterface
import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@testable import About

@Suite struct AboutModuleTests {
  @Test func `the app is described by its name, version and modules`() async throws {
    let harness = try await ModuleHarness(AboutModule.self)
    let app = try await harness.mediator.perform(About.app)
    #expect(app.name == "app")
    #expect(app.modules == ["About"])
    #expect(app.folder == harness.folder.path)
    #expect(Page(columns: 80).text(of: AboutView.document(of: app)).hasPrefix("app 0\n"))
  }

  @Test func `the credits are those of all modules`() async throws {
    let photos = ModuleDescriptor(
      Manifest(name: "Photos", summary: ""),
      contributions: [CreditSource { _ in [Credit(work: "a photo", author: "Ana")] }]
    ) { _ in PhotosModule() }
    let harness = try await ModuleHarness(AboutModule.self, others: [photos])
    #expect(
      try await harness.mediator.perform(About.credits)
        == [Credit(work: "a photo", author: "Ana")])
  }

  @Test func `the releases are drawn as a line that ends at the first release`() {
    let releases = [("2.0.0", nil, "Two"), ("1.0.0", "2026-01-01", "One")].map {
      Release(version: $0, date: $1, title: $2, changes: ["something new"])
    }
    #expect(
      Page(columns: 14).text(of: VersionsView.document(of: releases)) == """
        ● 2.0.0 Two
        ┃ unreleased
        ┃ · something
        ┃   new
        ┃
        ● 1.0.0 One
          2026-01-01
          · something
            new
        """)
  }

  @Test func `the releases are listed by descending version`() {
    let versions = Release.all.map { $0.version.split(separator: ".").compactMap { Int($0) } }
    #expect(versions.allSatisfy { $0.count == 3 })
    for (later, earlier) in zip(versions, versions.dropFirst()) {
      #expect(earlier.lexicographicallyPrecedes(later))
    }
  }
}

private struct PhotosModule: ModuleLifecycle {
  func register(with registrar: Registrar) {}
}
