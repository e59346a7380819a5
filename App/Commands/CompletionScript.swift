import Console

/// Which shell is to complete command lines.
struct CompletionsQuery: Codable, Sendable {
  let shell: Shell
}

/// What a shell is to read once.
struct CompletionScript: Codable, Sendable {
  let shell: Shell
  let script: String
}
