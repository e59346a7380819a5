import Console
import Foundation
import Mediator
import NetworkInterface
import Platform

/// What the module accepts from a server, and how long it waits.
struct NetworkLimits: Sendable {
  /// The maximum size of a fetched body in bytes, unless the request has its own.
  var fetchBytes = 16 << 20
  /// The maximum size of a downloaded file in bytes, unless the request has its own.
  var downloadBytes = 1 << 30
  /// The maximum size of the header fields of a response in bytes.
  var headerBytes = 256 << 10
  /// The longest time until a connection is open, including the look-up of the name and TLS.
  var connecting = Duration.seconds(30)
  /// The longest time without data from the server, unless the request has its own.
  var idle = Duration.seconds(30)
  /// The longest time of one request of a fetch. Downloads have no such limit.
  var total = Duration.seconds(300)
  /// The minimum speed of a response in bytes per second, averaged over the idle time. The framing
  /// of chunks does not count.
  var slowestSpeed = 32
  /// The path of a file with trusted certificates (PEM); nil for those of the system.
  var certificates: String?

  /// Why libcurl could not read the file of trusted certificates; nil when there is none.
  var certificatesError: NetworkError? {
    guard let certificates else { return nil }
    let reason =
      access(certificates, R_OK) == 0
      ? "it contains no certificate" : POSIXError.last.systemReason
    return .badCertificates(path: certificates, reason: reason)
  }
}

extension NetworkLimits {
  static let settings: [Setting] = {
    let limits = NetworkLimits()
    func seconds(_ duration: Duration) -> String { "\(duration.components.seconds)" }
    return [
      Setting(
        "fetch-megabytes", "the largest answer that is read into memory, in megabytes",
        default: "\(limits.fetchBytes >> 20)", accepts: .number(1...65535)),
      Setting(
        "download-megabytes", "the largest file that is downloaded, in megabytes",
        default: "\(limits.downloadBytes >> 20)", accepts: .number(1...65535)),
      Setting(
        "header-kilobytes", "the largest head of an answer, in kilobytes",
        default: "\(limits.headerBytes >> 10)", accepts: .number(1...256)),
      Setting(
        "connect-seconds", "how long to wait for a connection, in seconds",
        default: seconds(limits.connecting), accepts: .number(1...65535)),
      Setting(
        "idle-seconds", "how long to wait for the next data, in seconds",
        default: seconds(limits.idle), accepts: .number(1...65535)),
      Setting(
        "fetch-seconds", "how long one answer may take in all, in seconds",
        default: seconds(limits.total), accepts: .number(1...65535)),
      Setting(
        "slowest-speed", "the lowest speed of an answer, in bytes per second; 0 for none",
        default: "\(limits.slowestSpeed)", accepts: .number(0...65535)),
      Setting(
        "certificates", "a file of trusted certificates (default: those of the system)",
        default: "", accepts: .file),
    ]
  }()

  private struct Settings: Decodable {
    let fetchMegabytes: UInt16?
    let downloadMegabytes: UInt16?
    let headerKilobytes: UInt16?
    let connectSeconds: UInt16?
    let idleSeconds: UInt16?
    let fetchSeconds: UInt16?
    let slowestSpeed: UInt16?
    let certificates: String?
  }

  /// Replaces the default limits with those of a configuration. A zero counts as one, but
  /// there is no minimum speed if that is zero.
  /// - Throws: `DecodingError` when a number is not a whole number up to 65,535.
  init(_ configuration: Parameters) throws {
    let settings = try configuration.decode(Settings.self)
    func value(_ setting: UInt16?) -> Int? { setting.map { max(1, Int($0)) } }
    self.init()
    fetchBytes = value(settings.fetchMegabytes).map { $0 << 20 } ?? fetchBytes
    downloadBytes = value(settings.downloadMegabytes).map { $0 << 20 } ?? downloadBytes
    headerBytes = value(settings.headerKilobytes).map { min($0, 256) << 10 } ?? headerBytes
    connecting = value(settings.connectSeconds).map { .seconds($0) } ?? connecting
    idle = value(settings.idleSeconds).map { .seconds($0) } ?? idle
    total = value(settings.fetchSeconds).map { .seconds($0) } ?? total
    slowestSpeed = settings.slowestSpeed.map { Int($0) } ?? slowestSpeed
    if let path = settings.certificates, !path.isEmpty { certificates = path }
  }
}
