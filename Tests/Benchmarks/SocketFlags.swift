import Foundation

/// The flags of sockets, which the systems declare differently.
enum SocketFlags {
  #if canImport(Darwin)
    static let stream = SOCK_STREAM
    static let noSignal: Int32 = 0
  #else
    static let stream = Int32(SOCK_STREAM.rawValue)
    static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}
