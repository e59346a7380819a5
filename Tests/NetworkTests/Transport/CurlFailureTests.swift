import CCurl
import Foundation
import NetworkInterface
import Testing

@testable import Network

@Suite struct CurlFailureTests {
  private let address: Address

  init() throws {
    address = try Address("https://example.org/a?key=secret", allowsPlainHTTP: false)
  }

  @Test(arguments: [
    (1026, "", TLSFailure.expired), (514, "", .notYetValid), (66, "", .untrusted),
    (10, "", .expired), (9, "", .notYetValid), (18, "", .selfSigned), (20, "", .untrusted),
    (62, "", .wrongHost), (64, "", .wrongHost),
    (0, "server certificate expiration date has passed.", .expired),
    (0, "server certificate not activated yet.", .notYetValid),
    (0, "certificate subject name 'a' does not match target hostname 'b'", .wrongHost),
    (1, "SSL: no alternative certificate subject name matches target host name 'b'", .wrongHost),
    (0, "server certificate verification failed. CAfile: /home/ghost/expired.pem", .untrusted),
  ])
  func `a certificate's failure is told by OpenSSL's number, GnuTLS' bits or the text`(
    result: Int, text: String, expected: TLSFailure
  ) {
    let failure = CurlFailure(
      code: CURLE_PEER_FAILED_VERIFICATION, message: text, verifyResult: result)
    let error = failure.error(of: address, limits: NetworkLimits())
    #expect(error == .tls(host: "example.org:443", expected))
  }

  @Test(arguments: [
    (
      "Failed to connect to example.org port 443", Int(ECONNREFUSED),
      NetworkError.refused("example.org:443")
    ),
    (
      "Failed to connect to 10.0.0.1 port 8080", Int(ECONNREFUSED),
      .proxy(host: "example.org", reason: "it refuses connections")
    ),
    (
      "Failed to connect to example.org port 443 via 10.0.0.1", 0,
      .proxy(host: "example.org", reason: "it does not answer")
    ),
    ("", Int(EMFILE), .outOfResources(reason: "too many files are open")),
  ])
  func `a failure to connect names the machine that failed`(
    text: String, systemError: Int, expected: NetworkError
  ) {
    let failure = CurlFailure(
      code: CURLE_COULDNT_CONNECT, message: text, systemError: systemError)
    #expect(failure.error(of: address, limits: NetworkLimits()) == expected)
  }

  @Test func `a host that is not written in ASCII is not taken for a proxy`() throws {
    let address = try Address("https://münchen.de/", allowsPlainHTTP: false)
    let failure = CurlFailure(
      code: CURLE_COULDNT_CONNECT, message: "Failed to connect to xn--mnchen-3ya.de port 443",
      systemError: Int(ECONNREFUSED))
    #expect(
      failure.error(of: address, limits: NetworkLimits()) == .refused("\(address.host):443"))
  }

  @Test(arguments: [
    ("", 407, "it answered with status 407"),
    ("CONNECT response too large", 0, "its answer is too long"),
  ])
  func `a proxy that does not open a tunnel is named as the cause`(
    text: String, status: Int, reason: String
  ) {
    let failure = CurlFailure(code: CURLE_RECV_ERROR, message: text, proxyStatus: status)
    let expected = NetworkError.proxy(host: "example.org", reason: reason)
    #expect(failure.error(of: address, limits: NetworkLimits()) == expected)
  }
}
