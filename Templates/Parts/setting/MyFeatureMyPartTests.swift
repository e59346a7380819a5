import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@testable import MyFeature

struct MyFeatureMyPartTests {
  @Test(arguments: ["", "a value"])
  func `the module reads the setting`(value: String) async throws {
    let folder = TemporaryFolder()
    let context = ModuleContext(
      mediator: Mediator(), folder: folder.url, configuration: ["myPart": value])
    let module = try MyFeatureModule(context: context)
    #expect(module.myPart == value)
  }

  @Test func `the setting has a default value`() throws {
    let setting = try #require(MyFeatureModule.myPartSettings.first)
    #expect(setting.name == "my-part")
    #expect(setting.defaultValue == "")
  }
}
