import Foundation
import Subscriptions
import Testing

struct SubscriptionLocationTests {
  @Test(arguments: ["ls", "~/bin/feed 'a b' | sed s/x:y/z/ > /dev/null", "% %41 : ü 😀 \"", "#?&"])
  func `a program is restored from its location`(_ command: String) throws {
    let page = try #require(URL(string: "https://user@example.org:8080/a:b?c=d%20e#f"))
    for (source, scheme) in [
      (Subscription.Source.command(command), "exec"), (.filter(command: command, page), "filter"),
    ] {
      #expect(Subscription.Source(location: source.location) == source)
      #expect(source.location.scheme == scheme)
    }
  }

  @Test(arguments: ["https://example.org/exec:ls", "file:///exec", "exec:a:b", "filter:a", "filter:ls:"])
  func `a location of another form is an address`(_ location: String) throws {
    let address = try #require(URL(string: location))
    #expect(Subscription.Source(location: address) == .web(address))
  }
}
