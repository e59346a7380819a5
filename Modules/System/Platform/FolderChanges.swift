import Foundation

extension AsyncStream<Void> {
  #if os(Linux)
    private typealias Source = DispatchSourceRead

    /// Returns a stream with an element after changes of the files in a folder, which costs nothing
    /// while there are none (inotify); nil if the system cannot watch the folder.
    package static func changes(inFolder path: String) -> AsyncStream? {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let changes =
        IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF
        | IN_ONLYDIR
      guard inotify_add_watch(descriptor, path, UInt32(changes)) >= 0 else {
        close(descriptor)
        return nil
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
      return events(of: source, on: descriptor) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
      }
    }
  #else
    private typealias Source = DispatchSourceFileSystemObject

    /// Returns a stream with an element after changes of the files in a folder, which costs nothing
    /// while there are none (kqueue); nil if the system cannot watch the folder.
    package static func changes(inFolder path: String) -> AsyncStream? {
      let descriptor = open(path, O_EVTONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.attrib, .write, .delete])
      return events(of: source, on: descriptor) {}
    }
  #endif

  /// - Parameter acknowledge: Called for each event, so that the system does not report it again.
  private static func events(
    of source: sending any Source, on descriptor: CInt,
    _ acknowledge: @escaping @Sendable () -> Void
  ) -> AsyncStream {
    let (stream, input) = makeStream(bufferingPolicy: .bufferingNewest(1))
    source.setEventHandler {
      acknowledge()
      input.yield()
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
    let running = Lock(source)
    input.onTermination = { _ in running.withLock { $0.cancel() } }
    return stream
  }
}
