import Foundation

/// The memory on which a thread runs signal handlers, because its own stack may be full.
enum AlternateSignalStack {
  /// Enough for a handler that makes system calls; the dynamic linker may need some KB in it.
  private static let size = 65_536

  /// The key of the memory of each thread, which is freed when the thread ends.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let code = pthread_key_create(&key) { memory in
      var none = stack_t()
      none.ss_flags = .init(SS_DISABLE)
      if sigaltstack(&none, nil) == 0 { free(memory) }
    }
    return code == 0 ? key : nil
  }()

  /// Gives the current thread an alternate stack, unless it has one, for example of the runtime.
  static func install() {
    guard let key, pthread_getspecific(key) == nil else { return }
    var current = stack_t()
    guard sigaltstack(nil, &current) == 0, current.ss_sp == nil, let memory = malloc(size) else {
      return
    }
    var stack = stack_t()
    stack.ss_sp = memory
    stack.ss_size = .init(size)
    guard pthread_setspecific(key, memory) == 0, sigaltstack(&stack, nil) == 0 else {
      pthread_setspecific(key, nil)
      return free(memory)
    }
  }
}
