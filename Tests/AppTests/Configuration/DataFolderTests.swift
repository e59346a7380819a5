import Console
import Foundation
import Testing

@testable import metro

@Suite struct DataFolderTests {
  #if os(Linux)
    @Test(arguments: [
      (["METRO_HOME": "/data/mine", "XDG_DATA_HOME": "/xdg", "HOME": "/home/ana"], "/data/mine"),
      (["METRO_HOME": "", "XDG_DATA_HOME": "/xdg", "HOME": "/home/ana"], "/xdg/metro"),
      (["XDG_DATA_HOME": "relative", "HOME": "/home/ana"], "/home/ana/.local/share/metro"),
      (["HOME": "/home/ana"], "/home/ana/.local/share/metro"),
    ])
    func `the environment or the platform decides the data folder`(
      variables: [String: String], path: String
    ) {
      #expect(DataFolder.url(environment: Environment(variables)).path == path)
    }
  #else
    @Test func `METRO_HOME decides the data folder`() {
      #expect(DataFolder.url(environment: ["METRO_HOME": "/data/mine"]).path == "/data/mine")
    }
  #endif
}
