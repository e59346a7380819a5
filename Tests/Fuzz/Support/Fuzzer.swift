import CFuzzer
import Foundation

/// libFuzzer: calls a function with generated input until it crashes, hangs or reaches its limit.
package enum Fuzzer {
  /// Runs with the options of the command line.
  package static func run(
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> Never {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, test))
  }
}
