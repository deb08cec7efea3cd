/// What tmux passes on to the terminal that it runs in, where its `allow-passthrough` is on: off, it drops it without a
/// word. So a question is passed on first, and only where an answer comes are pictures.
public enum Tmux {
  /// The longest input that tmux takes in one piece, in bytes (`INPUT_BUF_LIMIT`, tmux's input.c).
  static let limit = 1 << 20

  /// The sequences, each to be passed on by tmux; nil where one is too long for it.
  public static func passthrough(_ sequences: [String]) -> [String]? {
    let wrapped = sequences.map { "\u{1B}Ptmux;\($0.replacing("\u{1B}", with: "\u{1B}\u{1B}"))\u{1B}\\" }
    return wrapped.allSatisfy { $0.utf8.count < limit } ? wrapped : nil
  }
}
