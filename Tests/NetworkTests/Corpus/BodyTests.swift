import NetworkInterface
import TestSupport
import Testing

@testable import Network

/// Lengths, chunks and encodings of a body that contradict each other or the bytes that follow.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct BodyTests {
  private static let notHTTP = RawAnswer.Outcome.error { .notHTTP($0) }
  private static let incomplete = RawAnswer.Outcome.error { .incomplete($0) }
  private static let tooLarge = RawAnswer.Outcome.error { .tooLarge($0, limit: 1000) }
  private static let onetwo = RawAnswer.Outcome.body("onetwo")

  @Test func `a length is used or refused`() async throws {
    let (notHTTP, onetwo, tooLarge) = (Self.notHTTP, Self.onetwo, Self.tooLarge)
    func answer(_ name: String, _ fields: String, _ outcome: RawAnswer.Outcome) -> RawAnswer {
      .init(name, "HTTP/1.1 200 OK\r\n\(fields)\r\n\r\nonetwo", outcome)
    }
    let length = "Content-Length:"
    try await RawAnswer.check([
      answer("none", "X: y", onetwo),
      answer("small letters", "content-length: 6", onetwo),
      answer("no space", "\(length)6", onetwo),
      answer("many spaces", "\(length) \t  6 \t", onetwo),
      answer("leading zeros", "\(length) 000006", onetwo),
      answer("the same twice", "\(length) 6\r\n\(length) 6", onetwo),
      answer("the same in a list", "\(length) 6, 6", onetwo),
      answer("less than what follows", "\(length) 3", .body("one")),
      answer("zero", "\(length) 0", .body("")),
      answer(
        "more than what follows", "\(length) 9", .error { .tooShort($0, received: 6, expected: 9) }),
      answer("two different ones", "\(length) 6\r\n\(length) 7", notHTTP),
      answer("two different ones, the smaller last", "\(length) 6\r\n\(length) 3", notHTTP),
      answer("two different ones in a list", "\(length) 6, 3", notHTTP),
      answer("a list with an empty part", "\(length) 6,,", onetwo),
      answer("negative", "\(length) -5", notHTTP),
      answer("with a sign", "\(length) +6", notHTTP),
      answer("with a letter", "\(length) 6x", notHTTP),
      answer("with a fraction", "\(length) 6.0", notHTTP),
      answer("with an exponent", "\(length) 6e0", notHTTP),
      answer("hexadecimal", "\(length) 0x6", notHTTP),
      answer("in words", "\(length) six", notHTTP),
      answer("in quotes", "\(length) \"6\"", notHTTP),
      answer("Arabic digits", "\(length) \u{D9}\u{A6}", notHTTP),
      answer("empty", "\(length)", notHTTP),
      answer("only a comma", "\(length) ,", notHTTP),
      answer("two numbers", "\(length) 6 6", notHTTP),
      answer("folded", "\(length)\r\n 6", notHTTP),
      answer("the limit and one more", "\(length) 1001", tooLarge),
      answer("the largest number", "\(length) 9223372036854775807", tooLarge),
      answer("one more than that", "\(length) 9223372036854775808", tooLarge),
      answer("2 to the power of 64", "\(length) 18446744073709551616", tooLarge),
      answer("that and six", "\(length) 18446744073709551622", tooLarge),
      answer("100 digits", "\(length) \(String(repeating: "9", count: 100))", tooLarge),
    ])
  }

  @Test func `a chunked body is complete or an error`() async throws {
    let (incomplete, onetwo) = (Self.incomplete, Self.onetwo)
    func answer(_ name: String, _ chunks: String, _ outcome: RawAnswer.Outcome) -> RawAnswer {
      .init(name, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)", outcome)
    }
    try await RawAnswer.check([
      answer("one chunk", "6\r\nonetwo\r\n0\r\n\r\n", onetwo),
      answer("a chunk for each byte", "1\r\no\r\n1\r\nn\r\n4\r\netwo\r\n0\r\n\r\n", onetwo),
      answer("an empty body", "0\r\n\r\n", .body("")),
      answer("leading zeros", "0006\r\nonetwo\r\n000\r\n\r\n", onetwo),
      answer("capital digits", "A\r\n0123456789\r\n0\r\n\r\n", .body("0123456789")),
      answer("an extension", "6;a=b\r\nonetwo\r\n0;c\r\n\r\n", onetwo),
      answer("an extension in quotes", "6;a=\"\\\"\"\r\nonetwo\r\n0\r\n\r\n", onetwo),
      answer(
        "a long extension", "6;\(String(repeating: "a", count: 9000))\r\nonetwo\r\n0\r\n\r\n",
        onetwo),
      answer("a space after the size", "6 \r\nonetwo\r\n0\r\n\r\n", onetwo),
      answer("a trailer", "6\r\nonetwo\r\n0\r\nX-Digest: 1\r\n\r\n", onetwo),
      answer("a length in the trailer", "6\r\nonetwo\r\n0\r\nContent-Length: 3\r\n\r\n", onetwo),
      answer("an ETag in the trailer", "6\r\nonetwo\r\n0\r\nETag: \"1\t\"\r\n\r\n", onetwo),
      answer("bytes after the end", "6\r\nonetwo\r\n0\r\n\r\nthree", onetwo),
      answer("bare line feeds", "6\nonetwo\n0\n\n", onetwo),
      answer("no last chunk", "6\r\nonetwo\r\n", incomplete),
      answer("no line after the last chunk", "6\r\nonetwo\r\n0\r\n", incomplete),
      answer("nothing", "", incomplete),
      answer("no size", "\r\n\r\n", incomplete),
      answer("a size that is no number", "x\r\none\r\n0\r\n\r\n", incomplete),
      answer("a negative size", "-3\r\none\r\n0\r\n\r\n", incomplete),
      answer("a size with a sign", "+6\r\nonetwo\r\n0\r\n\r\n", incomplete),
      answer("a space before the size", " 6\r\nonetwo\r\n0\r\n\r\n", incomplete),
      answer("a prefix for hexadecimal digits", "0x6\r\nonetwo\r\n0\r\n\r\n", incomplete),
      answer("a size below the chunk", "3\r\nonetwo\r\n0\r\n\r\n", incomplete),
      answer("a size above the chunk", "9\r\nonetwo\r\n0\r\n\r\n", incomplete),
      answer("a size of 2 to the power of 64", "10000000000000000\r\none\r\n", incomplete),
      answer("the largest size", "7fffffffffffffff\r\none\r\n", incomplete),
      answer("a size of 18 digits", "ffffffffffffffffff\r\none\r\n", incomplete),
      answer(
        "more than the limit", "3e9\r\n\(String(repeating: "a", count: 1001))\r\n0\r\n\r\n",
        Self.tooLarge),
    ])
  }

  @Test func `an encoding is decoded or refused`() async throws {
    let (notHTTP, onetwo) = (Self.notHTTP, Self.onetwo)
    let chunks = "6\r\nonetwo\r\n0\r\n\r\n"
    func answer(
      _ name: String, _ fields: String, _ outcome: RawAnswer.Outcome, body: String = "onetwo"
    ) -> RawAnswer {
      .init(name, "HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n\(body)", outcome)
    }
    try await RawAnswer.check([
      answer("identity", "Content-Encoding: identity\r\nContent-Length: 6", onetwo),
      answer("an empty coding", "Content-Encoding:\r\nContent-Length: 6", onetwo),
      answer("an unknown coding", "Content-Encoding: unknown\r\nContent-Length: 6", notHTTP),
      answer("gzip that is none", "Content-Encoding: gzip\r\nContent-Length: 6", notHTTP),
      answer("deflate that is none", "Content-Encoding: deflate\r\nContent-Length: 6", notHTTP),
      answer(
        "a hundred codings", "Content-Encoding: \(String(repeating: "gzip,", count: 100))", notHTTP),
      answer("chunks in capital letters", "Transfer-Encoding: CHUNKED", onetwo, body: chunks),
      answer(
        "chunks before a length", "Transfer-Encoding: chunked\r\nContent-Length: 3", onetwo,
        body: chunks),
      answer(
        "chunks after a length", "Content-Length: 3\r\nTransfer-Encoding: chunked", onetwo,
        body: chunks),
      answer(
        "chunks beside a bad length", "Content-Length: x\r\nTransfer-Encoding: chunked", notHTTP,
        body: chunks),
      answer("an unknown transfer coding", "Transfer-Encoding: unknown", notHTTP),
      answer("identity as a transfer coding", "Transfer-Encoding: identity", onetwo),
      answer(
        "a transfer coding in quotes", "Transfer-Encoding: \"chunked\"", notHTTP, body: chunks),
    ])
  }
}
