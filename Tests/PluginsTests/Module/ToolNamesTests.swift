import Testing

@testable import Plugins

@Suite struct ToolNamesTests {
  @Test(arguments: [
    ("forecast", "forecast", "forecast", nil), ("maxDays", "maxDays", "max-days", "maxDays"),
    ("max_days", "max_days", "max-days", "max_days"),
    ("admin.tools.list", "admin_tools_list", "admin-tools-list", "admin.tools.list"),
    ("user-profile/update", "user-profile_update", "user-profile-update", "user-profile/update"),
    ("DATA_EXPORT_v2", "DATA_EXPORT_v2", "data-export-v2", "DATA_EXPORT_v2"),
    ("2nd", "tool-2nd", "2nd", nil), ("two words", "two_words", "two-words", nil),
    ("--x", "tool---x", "x", nil), ("天気", "tool", "天気", nil), ("?", "tool", "value", "?"),
  ])
  func `each tool has an action, a word and its own name`(
    tool: String, action: String, word: String, other: String?
  ) {
    let names = ToolNames([tool], of: "weather")
    #expect(names[tool] == ToolNames.Name(action: action, word: word, otherWord: other))
    #expect(names.warnings.isEmpty)
  }

  @Test(arguments: [
    ["getUser", "get_user", "get-user-2"], ["get-user-2", "get_user", "getUser"],
  ])
  func `tools with the same word get numbers, whatever their order`(tools: [String]) {
    let names = ToolNames(tools, of: "users")
    #expect(names["getUser"].word == "get-user")
    #expect(names["get-user-2"].word == "get-user-2")
    #expect(names["get_user"].word == "get-user-3")
    #expect(names["get_user"].otherWord == "get_user")
    #expect(
      names.warnings == [
        "the tools 'getUser' and 'get_user' of the plug-in 'users' would have the same command; the "
          + "second one is 'users get-user-3'"
      ])
  }

  @Test func `a tool keeps the name that it has`() {
    let names = ToolNames(["a.b", "a_b", "a/b", "a-b"], of: "users")
    #expect(
      ["a.b", "a_b", "a/b", "a-b"].map { names[$0].action } == ["a_b-2", "a_b", "a_b-3", "a-b"])
    #expect(
      ["a.b", "a_b", "a/b", "a-b"].map { names[$0].word } == ["a-b-2", "a-b-4", "a-b-3", "a-b"])
  }
}
