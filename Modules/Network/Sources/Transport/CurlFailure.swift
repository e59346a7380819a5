import CCurl
import Foundation
import NetworkInterface

/// Why libcurl ended a transfer.
struct CurlFailure {
  let code: CURLcode
  /// libcurl's description, in which only the names of hosts and the causes are read.
  var message = ""
  /// The `errno` of a system call that failed; 0 if none did.
  var systemError = 0
  /// The result of the check of the server's certificate.
  var verifyResult = 0
  /// The status with which a proxy answered a request for a tunnel; 0 if there was none.
  var proxyStatus = 0

  /// - Parameter limits: Those of the transfer.
  func error(of address: Address, limits: NetworkLimits) -> NetworkError {
    if proxyStatus >= 300 {
      return .proxy(host: address.host, reason: "it answered with status \(proxyStatus)")
    }
    switch code {
    case CURLE_URL_MALFORMAT: return .badURL(address.shown)
    case CURLE_COULDNT_RESOLVE_PROXY:
      return .proxy(host: address.host, reason: "no machine has its name")
    case CURLE_PROXY: return .proxy(host: address.host, reason: "it does not connect")
    case CURLE_COULDNT_RESOLVE_HOST:
      return Interfaces.isOnline ? .unknownHost(address.host) : .offline(host: address.host)
    case CURLE_COULDNT_CONNECT: return connectionError(of: address)
    case CURLE_OPERATION_TIMEDOUT:
      return .timedOut(address.shown, .connecting, after: limits.connecting)
    case CURLE_PEER_FAILED_VERIFICATION: return .tls(host: address.hostAndPort, certificateFailure)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
      return .tls(host: address.hostAndPort, .handshake)
    case CURLE_SSL_CACERT_BADFILE:
      return limits.certificatesError ?? .tls(host: address.hostAndPort, .noAuthorities)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
      return .notHTTP(address.shown)
    case CURLE_RECV_ERROR where message.contains("CONNECT response too large"):
      return .proxy(host: address.host, reason: "its answer is too long")
    case CURLE_OUT_OF_MEMORY: return .outOfResources(reason: "libcurl has no memory")
    default: return .incomplete(address.shown)
    }
  }

  private func connectionError(of address: Address) -> NetworkError {
    // libcurl names the machine to which it could not connect, and newer versions a proxy, too.
    let names = [address.host, address.url.host()].compactMap(\.self)
    let namesHost = names.contains(where: message.contains) && !message.contains(" via ")
    let isRefused = systemError == Int(ECONNREFUSED)
    if message.contains("connect to"), !namesHost {
      return .proxy(
        host: address.host, reason: isRefused ? "it refuses connections" : "it does not answer")
    }
    if systemError == Int(EMFILE) || systemError == Int(ENFILE) {
      return .outOfResources(reason: "too many files are open")
    }
    if isRefused { return .refused(address.hostAndPort) }
    return address.isLoopback || Interfaces.isOnline
      ? .unreachable(host: address.host) : .offline(host: address.host)
  }

  /// What is wrong with the certificate. OpenSSL gives the number of one error, GnuTLS the bits of
  /// several. libcurl checks the name of the host itself, after a check that gave 0 or 1.
  private var certificateFailure: TLSFailure {
    switch verifyResult {
    case 9: return .notYetValid
    case 10: return .expired
    case 18: return .selfSigned
    case 62, 64: return .wrongHost
    case 0, 1:
      let text = message.lowercased()
      let sentences: [(String, TLSFailure)] = [
        ("has expired", .expired), ("expiration date has passed", .expired),
        ("not yet valid", .notYetValid), ("not activated yet", .notYetValid),
        ("does not match", .wrongHost), ("no alternative certificate subject name", .wrongHost),
      ]
      return sentences.first { text.contains($0.0) }?.1 ?? .untrusted
    case let bits where bits & gnuTLSExpired != 0: return .expired
    case let bits where bits & gnuTLSNotActivated != 0: return .notYetValid
    default: return .untrusted
    }
  }
}

/// `GNUTLS_CERT_EXPIRED` and `GNUTLS_CERT_NOT_ACTIVATED`; greater than all numbers of OpenSSL.
private let (gnuTLSExpired, gnuTLSNotActivated) = (1 << 10, 1 << 9)
