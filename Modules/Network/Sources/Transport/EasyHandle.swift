import CCurl
import Foundation

/// libcurl's handle of one transfer, with its options and header fields; only the loop's thread
/// uses it.
final class EasyHandle {
  let pointer: UnsafeMutableRawPointer
  /// Whether libcurl has accepted all options.
  private(set) var isConfigured = true
  private let functions: UnsafePointer<CurlFunctions>
  // libcurl reads or writes these until the handle is freed, which `deinit` does first.
  private var fields: UnsafeMutablePointer<curl_slist>?
  private var body: UnsafeMutableBufferPointer<UInt8>?
  private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// Nil when libcurl has no memory.
  init?(_ curl: CurlLibrary) {
    guard let pointer = curl.functions.pointee.curl_easy_init() else { return nil }
    self.pointer = pointer
    functions = curl.functions
    errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    set(CURLOPT_ERRORBUFFER, UnsafeRawPointer(errorBuffer))
  }

  deinit {
    functions.pointee.curl_easy_cleanup(pointer)
    functions.pointee.curl_slist_free_all(fields)
    body?.deallocate()
    errorBuffer.deallocate()
  }

  /// libcurl's description of a failure.
  var message: String { String(cString: errorBuffer) }

  func set(_ option: CURLoption, _ value: Int) {
    check(curl_set_number(functions, pointer, option, value))
  }

  /// Sets an option that older versions of libcurl do not have.
  func setIfSupported(_ option: CURLoption, _ value: Int) {
    curl_set_number(functions, pointer, option, value)
  }

  /// Sets a text, which libcurl copies.
  func set(_ option: CURLoption, _ value: String) {
    check(curl_set_pointer(functions, pointer, option, value))
  }

  /// Sets a pointer, whose memory must exist as long as the handle.
  func set(_ option: CURLoption, _ value: UnsafeRawPointer?) {
    check(curl_set_pointer(functions, pointer, option, value))
  }

  func set(_ option: CURLoption, _ callback: curl_write_callback) {
    check(curl_set_write_function(functions, pointer, option, callback))
  }

  func setSocketFunction(_ callback: curl_opensocket_callback) {
    check(curl_set_socket_function(functions, pointer, callback))
  }

  /// Sets the functions that read a body of this size and move back to its beginning, to be sent
  /// with `POST` or another method.
  func setBody(
    size: Int, _ read: curl_read_callback, _ seek: curl_seek_callback, _ context: UnsafeRawPointer
  ) {
    set(CURLOPT_POST, 1)
    check(curl_set_size(functions, pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(size)))
    check(curl_set_read_function(functions, pointer, read))
    check(curl_set_seek_function(functions, pointer, seek))
    set(CURLOPT_READDATA, context)
    set(CURLOPT_SEEKDATA, context)
  }

  /// Sets header fields, each as one line.
  func setFields(_ lines: [String]) {
    for line in lines {
      guard let longer = functions.pointee.curl_slist_append(fields, line) else {
        return isConfigured = false
      }
      fields = longer
    }
    set(CURLOPT_HTTPHEADER, UnsafeRawPointer(fields))
  }

  /// Sets the body, to be sent with `POST` or another method; call it once.
  func setBody(_ content: Data) {
    let body = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: content.count)
    self.body = body
    _ = content.copyBytes(to: body)
    set(CURLOPT_POST, 1)
    let size = curl_off_t(content.count)
    check(curl_set_size(functions, pointer, CURLOPT_POSTFIELDSIZE_LARGE, size))
    set(CURLOPT_POSTFIELDS, UnsafeRawPointer(body.baseAddress))
  }

  func number(_ info: CURLINFO) -> Int { curl_get_number(functions, pointer, info) }

  func size(_ info: CURLINFO) -> Int { Int(curl_get_size(functions, pointer, info)) }

  private func check(_ code: CURLcode) {
    if code != CURLE_OK { isConfigured = false }
  }
}
