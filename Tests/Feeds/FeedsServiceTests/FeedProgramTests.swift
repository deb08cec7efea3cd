import FeedsService
import Foundation
import Testing

struct FeedProgramTests {
  @Test(arguments: ["ls", "~/bin/feed 'a b' | sed s/x:y/z/ > /dev/null", "% %41 : ü 😀 \"", "#?&"])
  func `a program is restored from its location`(_ command: String) {
    for page in [nil, URL(string: "https://user@example.org:8080/a:b?c=d%20e#f")] {
      let program = FeedProgram(command, page: page)
      #expect(FeedProgram(program.location) == program)
      #expect(program.location.scheme == (page == nil ? "exec" : "filter"))
    }
  }

  @Test(arguments: ["https://example.org/exec:ls", "file:///exec", "exec:a:b", "filter:a", "filter:ls:"])
  func `a location of another form is no program`(_ location: String) {
    #expect(FeedProgram(URL(string: location)!) == nil)
  }
}
