// Bytes from a terminal as keys and answers.

public import Terminal

/// A decoder that turns the bytes of a terminal into keys and other events, however the bytes are split.
///
/// It knows the sequences of xterm, the VT terminals, the Linux console and rxvt. Answers of the terminal are recognised
/// and never decoded as keys; unknown sequences are skipped as a whole. The memory between two calls is bounded. Source:
/// XTerm Control Sequences (invisible-island.net).
public struct KeyDecoder: Sendable {
  private var state = State.ground
  private let mostPasted: Int

  /// - Parameter mostPasted: The maximum length of a paste, in bytes. The rest of it is dropped.
  public init(mostPasted: Int = 1 << 20) { self.mostPasted = mostPasted }

  /// Whether the last bytes can be a whole key or the start of a sequence: ESC, or alt with a character that also
  /// starts a sequence. If no byte follows within 25 ms they are a key; call `flush()` then.
  public var isPending: Bool {
    switch state {
    case .escape: true
    case .control(let sequence): sequence.isEmpty
    case .single(let sequence): sequence.isEmpty
    case .string(let string): string.isEmpty
    default: false
    }
  }

  /// Decodes the next bytes and returns the events that they complete.
  public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Terminal.Event] {
    var events: [Terminal.Event] = []
    for byte in bytes { take(byte, into: &events) }
    return events
  }

  /// Decodes the pending bytes when no more are expected, and returns their events. A paste, an answer, a character,
  /// and a sequence with at least one byte after its introducer still wait for their end.
  public mutating func flush() -> [Terminal.Event] {
    var events: [Terminal.Event] = []
    if isPending { abandon(into: &events) }
    return events
  }

  private mutating func take(_ byte: UInt8, into events: inout [Terminal.Event]) {
    switch state {
    case .ground: begin(with: byte, modifiers: [], into: &events)
    case .escape(let twice): afterEscape(byte, twice: twice, into: &events)
    case .character(var character):
      switch character.take(byte) {
      case .more: state = .character(character)
      case .done(let scalar):
        state = .ground
        if let key = Key(typed: scalar, character.modifiers) { events.append(.key(key)) }
      case .broken: restart(with: byte, into: &events)
      }
    case .control(var sequence):
      switch sequence.take(byte) {
      case .more: state = .control(sequence)
      case .done(let meaning):
        state = .ground
        finish(meaning, into: &events)
      case .broken: restart(with: byte, into: &events)
      }
    case .single(var sequence):
      switch sequence.take(byte) {
      case .more: state = .single(sequence)
      case .done(let key):
        state = .ground
        if let key { events.append(.key(key)) }
      case .broken: restart(with: byte, into: &events)
      }
    case .string(var string):
      state = .ground  // Prevents a copy of all bytes for every byte added.
      switch string.take(byte) {
      case .more: state = .string(string)
      case .done(let answer): if let answer { events.append(.answer(answer)) }
      case .broken:
        state = string.sawEscape ? .escape(twice: false) : .ground
        take(byte, into: &events)
      }
    case .skip(let count): state = count > 1 ? .skip(count - 1) : .ground
    case .linux:
      state = .ground
      if let key = Key(linuxConsole: byte) { events.append(.key(key)) }
    case .paste(var paste):
      state = .ground  // Prevents a copy of all bytes for every byte added.
      if paste.take(byte) { events.append(.paste(paste.text)) } else { state = .paste(paste) }
    }
  }

  /// Abandons an unfinished sequence, and decodes the byte as the start of something else.
  private mutating func restart(with byte: UInt8, into events: inout [Terminal.Event]) {
    abandon(into: &events)
    take(byte, into: &events)
  }

  /// Ends an unfinished sequence, which is a key only if nothing has followed its introducer.
  private mutating func abandon(into events: inout [Terminal.Event]) {
    switch state {
    case .escape(let twice): events += twice ? [.key(.escape), .key(.escape)] : [.key(.escape)]
    case .character(let character): events.append(.key(Key(.character("\u{FFFD}"), character.modifiers)))
    case .control(let sequence): if sequence.isEmpty { events += sequence.modifiers.twoKeys("[") }
    case .single(let sequence): if sequence.isEmpty { events += sequence.modifiers.twoKeys("O") }
    case .string(let string): events.append(.key(.alt(.character(string.introducer))))
    default: break
    }
    state = .ground
  }

  private mutating func begin(
    with byte: UInt8, modifiers: Key.Modifiers, into events: inout [Terminal.Event]
  ) {
    if byte == 0x1B {
      state = .escape(twice: false)
    } else if byte < 0x80 {
      state = .ground
      events.append(.key(Key(ascii: byte, modifiers)))
    } else if let character = PartialCharacter(first: byte, modifiers: modifiers) {
      state = .character(character)
    } else {
      state = .ground
      events.append(.key(Key(.character("\u{FFFD}"), modifiers)))
    }
  }

  private mutating func afterEscape(_ byte: UInt8, twice: Bool, into events: inout [Terminal.Event]) {
    let modifiers: Key.Modifiers = twice ? .alt : []
    switch byte {
    case 0x1B:
      if twice { events.append(.key(.escape)) }
      state = .escape(twice: true)
    case UInt8(ascii: "["): state = .control(ControlSequence(modifiers: modifiers))
    case UInt8(ascii: "O"): state = .single(SingleShift(modifiers: modifiers))
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      if twice { events.append(.key(.escape)) }
      state = .string(StringSequence(introducer: byte))
    default:
      if twice { events.append(.key(.escape)) }
      begin(with: byte, modifiers: .alt, into: &events)
    }
  }

  private mutating func finish(_ meaning: ControlSequence.Meaning, into events: inout [Terminal.Event]) {
    switch meaning {
    case .events(let meant): events += meant
    case .paste: state = .paste(Paste(most: mostPasted))
    case .oldMouse: state = .skip(3)
    case .linux: state = .linux
    }
  }
}

extension KeyDecoder {
  /// The sequence that has begun and not ended.
  private enum State {
    case ground
    /// ESC, once or twice.
    case escape(twice: Bool)
    case character(PartialCharacter)
    /// ESC [
    case control(ControlSequence)
    /// ESC O
    case single(SingleShift)
    /// A string sequence: OSC, DCS, APC, PM, SOS.
    case string(StringSequence)
    /// The number of bytes to ignore.
    case skip(Int)
    /// ESC [ [
    case linux
    case paste(Paste)
  }
}

/// The effect of a byte on a sequence that has begun.
enum Step<Value> {
  case more
  case done(Value)
  /// The byte is not part of the sequence.
  case broken
}

extension Key.Modifiers {
  /// Returns the events of alt and a character that looked like the start of a sequence. If alt was to be added to the
  /// sequence, an Escape key comes first.
  fileprivate func twoKeys(_ character: Character) -> [Terminal.Event] {
    (contains(.alt) ? [.key(.escape)] : []) + [.key(.alt(.character(character)))]
  }
}
