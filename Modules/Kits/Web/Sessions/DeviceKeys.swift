import Foundation
import Platform

/// Which browsers may see the pages: those that came with a key that nobody else has used.
final class DeviceKeys: Sendable {
  /// The name of the cookie.
  static let cookie = "device"
  /// The most devices; one more ends the access of the first.
  private static let maximumCount = 16
  /// How long the answer to a wrong key or token takes.
  static let delay = Duration.seconds(1)

  private struct State {
    var oneTimeKey = SecretKey()
    var devices: [SecretKey] = []
  }

  private let state = Lock(State())
  private let onUse: @Sendable () -> Void
  private let clock: any Clock<Duration>
  private let isEncrypted: Bool

  /// - Parameters:
  ///   - isEncrypted: Whether browsers send the cookie through TLS only.
  ///   - onUse: Called when the one-time key was used, so that there is another one now.
  init(isEncrypted: Bool, clock: any Clock<Duration>, onUse: @escaping @Sendable () -> Void) {
    self.isEncrypted = isEncrypted
    self.clock = clock
    self.onUse = onUse
  }

  /// The key for the next device.
  var oneTimeKey: String { state.withLock { $0.oneTimeKey.text } }

  /// Whether a request comes from a device that has used a key.
  func isKnown(_ request: HTTPRequest) -> Bool {
    let cookies = request.cookies(Self.cookie)
    return state.withLock { state in
      state.devices.contains { device in cookies.contains { device.matches($0) } }
    }
  }

  /// Uses the one-time key.
  /// - Returns: The header field with the cookie of the device; nil for a wrong key, after some time.
  func use(_ key: String) async -> HTTPResponse.Field? {
    let device: SecretKey? = state.withLock { state in
      guard state.oneTimeKey.matches(key) else { return nil }
      state.oneTimeKey = SecretKey()
      let device = SecretKey()
      state.devices = (state.devices + [device]).suffix(Self.maximumCount)
      return device
    }
    guard let device else {
      try? await clock.sleep(for: Self.delay)
      return nil
    }
    onUse()
    return HTTPResponse.Field(
      "Set-Cookie",
      "\(Self.cookie)=\(device.text); HttpOnly; SameSite=Strict; Path=/"
        + (isEncrypted ? "; Secure" : ""))
  }
}
