import CCurl
import Foundation
import NetworkInterface

/// A transfer with its libcurl handle; only the loop's thread uses it.
final class ActiveTransfer {
  /// The number of bytes that are read of the body of an error or a redirect, so that its connection
  /// can be used again.
  private static let discardedBytes = 64 << 10

  /// The maximum size of a line of the head that libcurl reads, in bytes.
  private static let lineBytes = 100 << 10

  let transfer: Transfer
  let easy: UnsafeMutableRawPointer
  private let curl: CurlLibrary
  private let limits: NetworkLimits
  private let start = ContinuousClock.now
  private var response: HTTPResponse?
  /// Whether the empty line after the header fields of the final response was received.
  private var isHeadComplete = false
  private var headerBytes = 0
  private var bodyBytes = 0
  /// The end of the last check in which new bytes were found, and the number of bytes then.
  private var lastActivity: (time: ContinuousClock.Instant, bytes: Int)
  /// The beginning of the time over which the speed is averaged, and the number of bytes then.
  private var speedWindow: (time: ContinuousClock.Instant, bytes: Int)?
  // libcurl reads or writes them until the handle is freed, which `deinit` does first.
  private var fields: UnsafeMutablePointer<curl_slist>?
  private let body: UnsafeMutableBufferPointer<UInt8>
  private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  private var request: HTTPRequest { transfer.request }

  /// Nil when libcurl has no memory.
  init?(
    _ transfer: Transfer, _ curl: CurlLibrary, limits: NetworkLimits, userAgent: String
  ) {
    guard let easy = curl.functions.pointee.curl_easy_init() else { return nil }
    self.transfer = transfer
    self.easy = easy
    self.curl = curl
    self.limits = limits
    lastActivity = (start, 0)
    body = .allocate(capacity: transfer.request.body?.count ?? 0)
    if let content = transfer.request.body { _ = content.copyBytes(to: body) }
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    configure(userAgent: userAgent)
  }

  deinit {
    curl.functions.pointee.curl_easy_cleanup(easy)
    curl.functions.pointee.curl_slist_free_all(fields)
    body.deallocate()
    message.deallocate()
  }

  private func configure(userAgent: String) {
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS))
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // Transfers wait for the first connection to a host, which HTTP/2 shares between them.
    if request.address.isEncrypted { set(CURLOPT_PIPEWAIT, 1) }
    set(CURLOPT_BUFFERSIZE, 64 << 10)
    set(CURLOPT_CONNECTTIMEOUT_MS, limits.connecting.milliseconds)
    set(CURLOPT_TIMEOUT_MS, request.total?.milliseconds ?? 0)
    // `CURLOPT_QUICK_EXIT`, which older headers do not declare: do not wait for a name's look-up.
    set(CURLoption(rawValue: 322), 1)
    set(CURLOPT_URL, request.address.url.absoluteString)
    set(CURLOPT_USERAGENT, userAgent)
    if let certificates = limits.certificates { set(CURLOPT_CAINFO, certificates) }
    curl_set_pointer(curl.functions, easy, CURLOPT_ERRORBUFFER, message)

    let context = Unmanaged.passUnretained(self).toOpaque()
    curl_set_write_function(curl.functions, easy, CURLOPT_HEADERFUNCTION, headerLineReceived)
    curl_set_pointer(curl.functions, easy, CURLOPT_HEADERDATA, context)
    curl_set_write_function(curl.functions, easy, CURLOPT_WRITEFUNCTION, bodyReceived)
    curl_set_pointer(curl.functions, easy, CURLOPT_WRITEDATA, context)
    curl_set_socket_function(curl.functions, easy, socketNeeded)
    curl_set_pointer(curl.functions, easy, CURLOPT_OPENSOCKETDATA, context)

    if request.method == .head { set(CURLOPT_NOBODY, 1) }
    set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    if request.body != nil || request.method == .post || request.method == .put {
      set(CURLOPT_POST, 1)
      curl_set_size(curl.functions, easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
      curl_set_pointer(curl.functions, easy, CURLOPT_POSTFIELDS, body.baseAddress)
    }
    // An empty list means every coding that libcurl can decode.
    set(CURLOPT_ACCEPT_ENCODING, request.headers[HTTPRequest.codings] ?? "")
    // Without these, libcurl would add fields of its own.
    for name in ["Expect", "Content-Type"] { addField("\(name):") }
    for (name, value) in request.headers where name != HTTPRequest.codings {
      addField(value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    curl_set_pointer(curl.functions, easy, CURLOPT_HTTPHEADER, fields)
  }

  private func set(_ option: CURLoption, _ value: Int) {
    curl_set_number(curl.functions, easy, option, value)
  }

  private func set(_ option: CURLoption, _ value: String) {
    curl_set_pointer(curl.functions, easy, option, value)
  }

  private func addField(_ line: String) {
    fields = curl.functions.pointee.curl_slist_append(fields, line)
  }
}

// MARK: - Receiving

extension ActiveTransfer {
  /// Receives a line of the head, or of the trailer after the body. Returns whether to continue.
  fileprivate func receiveHeaderLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headerBytes += bytes.count
    guard headerBytes <= limits.headerBytes else {
      return fail(.headersTooLarge(request.address.shown, limit: limits.headerBytes))
    }
    guard !isHeadComplete else { return true }
    let end = bytes.lastIndex { !"\r\n\t ".utf8.contains($0) }
    let line = String(decoding: bytes[..<(end.map { $0 + 1 } ?? 0)], as: UTF8.self)
    if line.isEmpty {
      return completeHead()
    } else if response == nil {
      response = HTTPResponse(statusLine: line, from: request.address)
    } else {
      response?.addField(line)
    }
    return true
  }

  /// An interim response, such as `103 Early Hints`, precedes the final one.
  private func completeHead() -> Bool {
    guard let head = response, head.status >= 200 else {
      response = nil
      return true
    }
    // libcurl would use the last of several lengths, or a part of one that is not a number.
    guard head.length != nil || head.header("Content-Length") == nil || head.isChunked else {
      return fail(.notHTTP(request.address.shown))
    }
    isHeadComplete = true
    guard head.isSuccess else { return true }
    do {
      try transfer.sink.begin(head)
      return true
    } catch {
      transfer.finish(.failure(error))
      return false
    }
  }

  fileprivate func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bodyBytes += bytes.count
    guard !transfer.isComplete else { return false }
    guard let response, isHeadComplete, response.isSuccess else {
      return bodyBytes <= Self.discardedBytes
    }
    do {
      try transfer.sink.take(bytes)
      return true
    } catch {
      transfer.finish(.failure(error))
      return false
    }
  }

  private func fail(_ error: NetworkError) -> Bool {
    transfer.finish(.failure(error))
    return false
  }

  /// Completes the transfer with the result of libcurl.
  func complete(_ code: CURLcode) {
    // libcurl reports success when the connection ends within the header lines.
    guard let response, isHeadComplete else {
      return transfer.finish(.failure(code == CURLE_OK ? interrupted : failure(code)))
    }
    let isComplete = code == CURLE_OK || !response.isSuccess
    transfer.finish(isComplete ? .success(response) : .failure(failure(code)))
  }

  private var interrupted: NetworkError { .incomplete(request.address.shown) }
}

// MARK: - Limits

extension ActiveTransfer {
  /// Fails the transfer when it has exceeded a limit of time or speed.
  func checkLimits(at now: ContinuousClock.Instant) {
    guard isConnected else {
      if now - start > limits.connecting { finish(timedOut: .connecting, limits.connecting) }
      return
    }
    let bytes = headerBytes + bodyBytes + size(CURLINFO_SIZE_UPLOAD_T)
    if bytes != lastActivity.bytes {
      lastActivity = (now, bytes)
    } else if now - lastActivity.time > request.idle {
      finish(timedOut: .idle, request.idle)
    }
    guard headerBytes > 0 else { return }
    guard let window = speedWindow, now - window.time < request.idle else {
      if let window = speedWindow {
        checkSpeed(bytes - window.bytes, in: now - window.time)
      }
      speedWindow = (now, bytes)
      return
    }
  }

  private func checkSpeed(_ bytes: Int, in duration: Duration) {
    guard Double(bytes) < Double(limits.slowestSpeed) * (duration / .seconds(1)) else { return }
    let error = NetworkError.tooSlow(
      request.address.shown, bytesPerSecond: limits.slowestSpeed)
    transfer.finish(.failure(error))
  }

  private func finish(timedOut phase: TimeoutPhase, _ limit: Duration) {
    transfer.finish(.failure(NetworkError.timedOut(request.address.shown, phase, after: limit)))
  }

  /// Whether the request is being sent or was sent.
  private var isConnected: Bool { headerBytes > 0 || size(CURLINFO_PRETRANSFER_TIME_T) > 0 }

  /// Whether libcurl can remove the transfer without waiting for the end of a name's look-up.
  var isRemovable: Bool { curl.removesDuringLookup || size(CURLINFO_NAMELOOKUP_TIME_T) > 0 }

  private func size(_ info: CURLINFO) -> Int { Int(curl_get_size(curl.functions, easy, info)) }
}

// MARK: - Failures

extension ActiveTransfer {
  private func failure(_ code: CURLcode) -> NetworkError {
    let address = request.address
    switch code {
    case CURLE_URL_MALFORMAT: return .badURL(address.shown)
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      return Interfaces.isOnline ? .unknownHost(address.host) : .offline(host: address.host)
    case CURLE_COULDNT_CONNECT:
      let isRefused = number(CURLINFO_OS_ERRNO) == Int(ECONNREFUSED)
      if isRefused { return .refused(address.hostAndPort) }
      return address.isLoopback || Interfaces.isOnline
        ? .unreachable(host: address.host) : .offline(host: address.host)
    case CURLE_OPERATION_TIMEDOUT:
      return isConnected
        ? .timedOut(address.shown, .total, after: request.total ?? limits.total)
        : .timedOut(address.shown, .connecting, after: limits.connecting)
    case CURLE_PEER_FAILED_VERIFICATION:
      return .tls(host: address.host, certificateFailure)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
      return .tls(host: address.host, .handshake)
    case CURLE_SSL_CACERT_BADFILE: return .tls(host: address.host, .noAuthorities)
    // libcurl has limits of its own; `CURLE_TOO_LARGE`, which older headers do not declare, is 100.
    case CURLE_OUT_OF_MEMORY where !isHeadComplete, CURLcode(rawValue: 100) where !isHeadComplete:
      return .headersTooLarge(address.shown, limit: min(limits.headerBytes, Self.lineBytes))
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING,
      CURLE_HTTP2:
      return .notHTTP(address.shown)
    default:
      guard isHeadComplete, let length = response?.length, bodyBytes < length,
        code == CURLE_PARTIAL_FILE || code == CURLE_RECV_ERROR
      else { return interrupted }
      return .tooShort(address.shown, received: bodyBytes, expected: length)
    }
  }

  /// Why a certificate was not accepted. OpenSSL gives a number; with other TLS libraries, only the
  /// text of the error says it.
  private var certificateFailure: TLSFailure {
    switch number(CURLINFO_SSL_VERIFYRESULT) {
    case 9: return .notYetValid
    case 10: return .expired
    case 18: return .selfSigned
    case 62, 64: return .wrongHost
    // libcurl checks the host itself, before which OpenSSL's result is 0 or 1.
    case 0, 1:
      let text = String(cString: message).lowercased()
      if text.contains("expir") { return .expired }
      if text.contains("not yet") { return .notYetValid }
      return ["host", "subject"].contains(where: text.contains) ? .wrongHost : .untrusted
    default: return .untrusted
    }
  }

  private func number(_ info: CURLINFO) -> Int { curl_get_number(curl.functions, easy, info) }
}

extension Duration {
  fileprivate var milliseconds: Int { Int(self / .milliseconds(1)) }
}

// MARK: - Callbacks of libcurl

// The context is an `ActiveTransfer`, which the loop retains until libcurl has removed its handle.

private func headerLineReceived(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let transfer = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return transfer.receiveHeaderLine(line) ? line.count : 0
}

private func bodyReceived(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let transfer = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
  let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return transfer.receiveBody(piece) ? piece.count : 0
}

/// Opens a socket that child processes do not inherit; refuses one for a transfer that was cancelled
/// during the look-up of its host's name.
private func socketNeeded(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
  _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let context, let address = address?.pointee else { return CURL_SOCKET_BAD }
  let transfer = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
  guard !transfer.transfer.isComplete else { return CURL_SOCKET_BAD }
  let descriptor = socket(address.family, address.socktype, address.protocol)
  if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  return descriptor
}
