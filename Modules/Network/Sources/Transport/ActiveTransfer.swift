import CCurl
import Foundation
import NetworkInterface

/// A transfer with its libcurl handle; only the loop's thread uses it.
final class ActiveTransfer {
  /// The number of bytes that are read of the body of an error or a redirect: it may say what is
  /// wrong, and after its end, its connection can be used again.
  private static let rejectedBytes = 64 << 10
  /// The maximum number of header lines; recent versions of libcurl allow no more than 5,000.
  private static let headerLines = 4000
  /// The bytes around the content of a chunk: its size in at least one digit, and two line breaks.
  private static let chunkFraming = 5

  let transfer: Transfer
  let easy: EasyHandle
  private let curl: CurlLibrary
  private let limits: NetworkLimits
  private let start = SuspendingClock.now
  private var parser: HeadParser
  /// The head of the final response; nil before its last line was received.
  private var response: HTTPResponse?
  private var header = (lines: 0, bytes: 0)
  private var bodyBytes = 0
  /// The bytes by which the response has advanced: those of its head and its content, less the
  /// framing of chunks. Trailers do not count.
  private var usefulBytes = 0
  /// The end of the last check in which new bytes were found, and the number of bytes then.
  private var lastActivity: (time: SuspendingClock.Instant, bytes: Int)
  /// The beginning of the time over which the speed is averaged, and the useful bytes then.
  private var speedWindow: (time: SuspendingClock.Instant, bytes: Int)?

  private var request: HTTPRequest { transfer.request }

  /// Nil when libcurl has no memory, or when it does not support an option.
  init?(_ transfer: Transfer, _ curl: CurlLibrary, limits: NetworkLimits, userAgent: String) {
    guard let easy = EasyHandle(curl) else { return nil }
    self.transfer = transfer
    self.easy = easy
    self.curl = curl
    self.limits = limits
    parser = HeadParser(of: transfer.request.address)
    lastActivity = (start, 0)
    configure(userAgent: userAgent)
    setCallbacks()
    setRequest()
    guard easy.isConfigured else { return nil }
  }
}

// MARK: - Options

extension ActiveTransfer {
  private func configure(userAgent: String) {
    easy.set(CURLOPT_NOSIGNAL, 1)
    easy.set(CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS))
    easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    easy.set(CURLOPT_BUFFERSIZE, 64 << 10)
    easy.set(CURLOPT_URL, request.address.url.absoluteString)
    easy.set(CURLOPT_USERAGENT, userAgent)
    // Transfers wait for the first connection to a host, which HTTP/2 shares between them.
    if request.address.isEncrypted { easy.set(CURLOPT_PIPEWAIT, 1) }
    // A request to this machine must not leave it, since it may be without encryption.
    if request.address.isLoopback { easy.set(CURLOPT_PROXY, "") }
    // On a connection that breaks, libcurl would send any request a second time.
    if !request.method.isIdempotent { easy.set(CURLOPT_FRESH_CONNECT, 1) }
    if let certificates = limits.certificates {
      easy.set(CURLOPT_CAINFO, certificates)
      easy.set(CURLOPT_CAPATH, UnsafeRawPointer?.none)
    }
    // libcurl divides this time between the addresses of a host. Older versions would stop all
    // transfers at its end until the look-up of a name has ended.
    let connecting = curl.removesDuringLookup ? limits.connecting : .seconds(Int32.max / 1000)
    easy.set(CURLOPT_CONNECTTIMEOUT_MS, Int(connecting / .milliseconds(1)))
    // Nothing waits for the end of a name's look-up.
    easy.setIfSupported(CURLOPT_QUICK_EXIT, 1)
  }

  private func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    easy.set(CURLOPT_HEADERFUNCTION, headerLineReceived)
    easy.set(CURLOPT_HEADERDATA, UnsafeRawPointer(context))
    easy.set(CURLOPT_WRITEFUNCTION, bodyReceived)
    easy.set(CURLOPT_WRITEDATA, UnsafeRawPointer(context))
    easy.setSocketFunction(socketNeeded)
    easy.set(CURLOPT_OPENSOCKETDATA, UnsafeRawPointer(context))
  }

  private func setRequest() {
    easy.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    if request.method == .head {
      easy.set(CURLOPT_NOBODY, 1)
    } else if let body = request.body ?? request.method.emptyBody {
      switch body {
      case .data(let data): easy.setBody(data)
      case .file(let source): setBody(source)
      }
    }
    // An empty list means every coding that libcurl can decode.
    easy.set(CURLOPT_ACCEPT_ENCODING, request.headers[HTTPRequest.codings] ?? "")
    // Without these, libcurl would add fields of its own.
    var fields = ["Expect:", "Content-Type:"]
    for (name, value) in request.headers where name != HTTPRequest.codings {
      fields.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    easy.setFields(fields)
  }
}

// MARK: - Receiving

extension ActiveTransfer {
  /// Receives a line of the head, or of the trailer after the body.
  /// - Throws: The reason to end the transfer.
  fileprivate func receiveHeaderLine(_ bytes: UnsafeRawBufferPointer) throws {
    header = (header.lines + 1, header.bytes + bytes.count)
    guard header.lines <= Self.headerLines, header.bytes <= limits.headerBytes else {
      throw headersTooLarge
    }
    guard response == nil else { return }
    usefulBytes += bytes.count
    guard let head = try parser.read(bytes) else { return }
    response = head
    guard !transfer.isComplete else { throw CancellationError() }
    if head.isSuccess { try transfer.sink.begin(head) }
  }

  /// Receives the next piece of the body.
  /// - Throws: The reason to end the transfer.
  fileprivate func receiveBody(_ bytes: UnsafeRawBufferPointer) throws {
    bodyBytes += bytes.count
    // Otherwise, a server could send a chunk for each byte until the largest size is reached.
    usefulBytes += bytes.count - (response?.isChunked == true ? Self.chunkFraming : 0)
    guard !transfer.isComplete else { throw CancellationError() }
    if let response, response.isSuccess { return try transfer.sink.take(bytes) }
    let rest = Self.rejectedBytes - (response?.rejectedBody.count ?? 0)
    response?.rejectedBody.append(contentsOf: bytes.prefix(rest))
    guard bodyBytes <= Self.rejectedBytes else {
      complete(CURLE_OK)
      throw CancellationError()
    }
  }

  /// Completes the transfer with the result of libcurl.
  func complete(_ code: CURLcode) {
    source?.report(sent: easy.size(CURLINFO_SIZE_UPLOAD_T))
    // libcurl reports success when the connection ends within the header lines.
    guard let response else {
      return transfer.finish(.failure(code == CURLE_OK ? incomplete : failure(code)))
    }
    let isComplete = code == CURLE_OK || !response.isSuccess
    transfer.finish(isComplete ? .success(response) : .failure(failure(code)))
  }

  private func failure(_ code: CURLcode) -> NetworkError {
    // libcurl has a limit for a line of 100 KiB, above which older versions report that they have
    // no memory.
    if response == nil, [CURLE_OUT_OF_MEMORY, CURLE_TOO_LARGE].contains(code),
      easy.size(CURLINFO_STARTTRANSFER_TIME_T) > 0
    {
      return .headLineTooLong(request.address.shown)
    }
    if let length = response?.length, bodyBytes < length,
      code == CURLE_PARTIAL_FILE || code == CURLE_RECV_ERROR
    {
      return .tooShort(request.address.shown, received: bodyBytes, expected: length)
    }
    let failure = CurlFailure(
      code: code, message: easy.message, systemError: easy.number(CURLINFO_OS_ERRNO),
      verifyResult: easy.number(CURLINFO_SSL_VERIFYRESULT),
      proxyStatus: response != nil ? 0 : easy.number(CURLINFO_HTTP_CONNECTCODE))
    return failure.error(of: request.address, limits: limits)
  }

  private var incomplete: NetworkError { .incomplete(request.address.shown) }
  private var headersTooLarge: NetworkError {
    .headersTooLarge(request.address.shown, limit: limits.headerBytes)
  }
}

// MARK: - Limits

extension ActiveTransfer {
  /// Fails the transfer when it has exceeded a limit of time or speed.
  func checkLimits(at now: SuspendingClock.Instant) {
    if let total = request.total, now - start > total { return finish(timedOut: .total, total) }
    guard isConnected else {
      if now - start > limits.connecting { finish(timedOut: .connecting, limits.connecting) }
      return
    }
    let uploaded = easy.size(CURLINFO_SIZE_UPLOAD_T)
    source?.report(sent: uploaded)
    let bytes = header.bytes + bodyBytes + uploaded
    if bytes != lastActivity.bytes {
      lastActivity = (now, bytes)
    } else if now - lastActivity.time > request.idle {
      finish(timedOut: .idle, request.idle)
    }
    if header.bytes > 0 { checkSpeed(usefulBytes + uploaded, at: now) }
  }

  private func checkSpeed(_ bytes: Int, at now: SuspendingClock.Instant) {
    guard let window = speedWindow else { return speedWindow = (now, bytes) }
    let duration = now - window.time
    guard duration >= request.idle else { return }
    speedWindow = (now, bytes)
    let minimum = Double(limits.slowestSpeed) * (duration / .seconds(1))
    guard Double(bytes - window.bytes) < minimum else { return }
    let error = NetworkError.tooSlow(request.address.shown, bytesPerSecond: limits.slowestSpeed)
    transfer.finish(.failure(error))
  }

  private func finish(timedOut phase: TimeoutPhase, _ limit: Duration) {
    transfer.finish(.failure(NetworkError.timedOut(request.address.shown, phase, after: limit)))
  }

  /// Whether the request is being sent or was sent.
  private var isConnected: Bool { header.bytes > 0 || easy.size(CURLINFO_PRETRANSFER_TIME_T) > 0 }

  /// Whether libcurl can remove the transfer without waiting for the end of a name's look-up.
  var isRemovable: Bool {
    curl.removesDuringLookup || isConnected || easy.size(CURLINFO_NAMELOOKUP_TIME_T) > 0
  }
}

// MARK: - Callbacks of libcurl

// The context is an `ActiveTransfer`, which the loop retains until libcurl has removed its handle.

private func headerLineReceived(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  receive(UnsafeRawBufferPointer(start: bytes, count: size * count), context) {
    try $0.receiveHeaderLine($1)
  }
}

private func bodyReceived(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  receive(UnsafeRawBufferPointer(start: bytes, count: size * count), context) {
    try $0.receiveBody($1)
  }
}

/// Passes bytes to a transfer and returns their number, or fewer to end the transfer.
private func receive(
  _ bytes: UnsafeRawBufferPointer, _ context: UnsafeMutableRawPointer?,
  _ receive: (ActiveTransfer, UnsafeRawBufferPointer) throws -> Void
) -> Int {
  guard let context else { return 0 }
  let active = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
  do {
    try receive(active, bytes)
    return bytes.count
  } catch {
    active.transfer.finish(.failure(error))
    return 0
  }
}

/// Opens a socket that child processes do not inherit; refuses one for a transfer that was
/// cancelled during the look-up of its host's name.
private func socketNeeded(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
  _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let context, let address = address?.pointee else { return CURL_SOCKET_BAD }
  let active = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
  guard !active.transfer.isComplete else { return CURL_SOCKET_BAD }
  #if os(Linux)
    let type = address.socktype | Int32(SOCK_CLOEXEC.rawValue)
    return socket(address.family, type, address.protocol)
  #else
    let descriptor = socket(address.family, address.socktype, address.protocol)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  #endif
}
