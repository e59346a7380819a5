import CFuzzer
import Foundation

/// libFuzzer, which feeds a function until it crashes, hangs or has had enough.
package enum Fuzzer {
  /// Runs as the command line says; does not return.
  package static func run(
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> Never {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, test))
  }
}
