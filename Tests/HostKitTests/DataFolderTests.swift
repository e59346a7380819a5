import Console
import Foundation
import Platform
import Testing

@testable import HostKit

@Suite struct DataFolderTests {
  #if os(Linux)
    @Test(arguments: [
      (["SHOP_HOME": "/data/mine", "XDG_DATA_HOME": "/xdg", "HOME": "/home/ana"], "/data/mine"),
      (["SHOP_HOME": "", "XDG_DATA_HOME": "/xdg", "HOME": "/home/ana"], "/xdg/shop"),
      (["XDG_DATA_HOME": "relative", "HOME": "/home/ana"], "/home/ana/.local/share/shop"),
      (["HOME": "/home/ana"], "/home/ana/.local/share/shop"),
    ])
    func `the environment or the platform decides the data folder`(
      variables: [String: String], path: String
    ) {
      #expect(CommandLineApp.shop([]).dataFolder(environment: Environment(variables)).path == path)
    }
  #else
    @Test func `SHOP_HOME decides the data folder`() {
      #expect(
        CommandLineApp.shop([]).dataFolder(environment: ["SHOP_HOME": "/data/mine"]).path
          == "/data/mine")
    }
  #endif
}
