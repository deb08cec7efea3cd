import Essentials
import FeedsService
import Subscriptions

extension Subscription.Source {
  /// Creates the source of a location.
  init(location: URL) {
    guard let program = FeedProgram(location) else {
      self = .web(location)
      return
    }
    self = program.page.map { .filter(command: program.command, $0) } ?? .command(program.command)
  }

  /// The address of the feed's server without a password, or a location that stands for its program.
  var location: URL {
    switch self {
    case .web(let address): address.withoutPassword
    case .command(let command): FeedProgram(command).location
    case .filter(let command, let address): FeedProgram(command, page: address).location
    }
  }
}
