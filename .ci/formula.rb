# The formula for Homebrew, which compiles the release. `.ci/release` fills in the words between @.
class @CLASS@ < Formula
  desc '@SUMMARY@'
  homepage "@REPOSITORY@"
  url "@REPOSITORY@/releases/download/@VERSION@/@SOURCES@"
  sha256 "@SHA256@"

  depends_on xcode: ["26.0", :build]
  uses_from_macos "swift" => :build
  uses_from_macos "curl"
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "@NAME@"
    bin.install ".build/release/@NAME@"
    generate_completions_from_executable(bin/"@NAME@", "completions", shells: [:bash, :zsh, :fish])
    (man1/"@NAME@.1").write Utils.safe_popen_read(bin/"@NAME@", "manual")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/@NAME@ --version")
  end
end
