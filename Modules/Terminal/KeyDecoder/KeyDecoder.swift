// Bytes from a terminal as keys and answers.

public import Terminal

/// Turns the bytes a terminal sends into keys and other events, however they are cut into pieces.
///
/// Knows what xterm, the VT terminals, the Linux console, rxvt and the kitty keyboard protocol send. Answers of the
/// terminal are recognised and never taken for keys, unknown sequences swallowed whole. What is kept between two
/// pieces is bounded. Source: XTerm Control Sequences (invisible-island.net) and the kitty keyboard protocol.
public struct KeyDecoder: Sendable {
  private var state = State.ground
  private let mostPasted: Int

  /// - Parameter mostPasted: Bytes of a paste that are kept; the rest of it is dropped.
  public init(mostPasted: Int = 1 << 20) { self.mostPasted = mostPasted }

  /// Whether what has come may be a whole key or the beginning of a sequence: ESC and, as alt with a character, what
  /// begins like a sequence. When 25 ms bring nothing more it is a key, and `flush` tells.
  public var isPending: Bool {
    switch state {
    case .escape: true
    case .control(let sequence): sequence.isEmpty
    case .single(let sequence): sequence.isEmpty
    case .string(let string): string.isEmpty
    default: false
    }
  }

  /// Takes the next bytes and tells what they, and those before them, mean.
  public mutating func list(_ bytes: some Sequence<UInt8>) -> [Terminal.Event] {
    var events: [Terminal.Event] = []
    for byte in bytes { take(byte, into: &events) }
    return events
  }

  /// Tells what has come so far when nothing more is to be expected. A paste, an answer and a sequence that has more
  /// than begun are left waiting for their end.
  public mutating func flush() -> [Terminal.Event] {
    var events: [Terminal.Event] = []
    if isPending || state.isCharacter { give(up: &events) }
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
      case .broken: again(byte, into: &events)
      }
    case .control(var sequence):
      switch sequence.take(byte) {
      case .more: state = .control(sequence)
      case .done:
        state = .ground
        finish(sequence, into: &events)
      case .broken: again(byte, into: &events)
      }
    case .single(var sequence):
      switch sequence.take(byte) {
      case .more: state = .single(sequence)
      case .done(let key):
        state = .ground
        if let key { events.append(.key(key)) }
      case .broken: again(byte, into: &events)
      }
    case .string(var string):
      state = .ground  // So that the bytes are not copied for every one that is added.
      switch string.take(byte) {
      case .more: state = .string(string)
      case .done(let answer): if let answer { events.append(.answer(answer)) }
      case .broken(let begunByEscape):
        state = begunByEscape ? .escape(twice: false) : .ground
        take(byte, into: &events)
      }
    case .skip(let count): state = count > 1 ? .skip(count - 1) : .ground
    case .linux:
      state = .ground
      if let key = Key(linuxConsole: byte) { events.append(.key(key)) }
    case .paste(var paste):
      state = .ground  // So that the bytes are not copied for every one that is added.
      if paste.take(byte) { events.append(.paste(paste.text)) } else { state = .paste(paste) }
    }
  }

  /// Gives up on the sequence begun, which only makes a key when it was no more than begun, and takes the byte as the beginning of something else.
  private mutating func again(_ byte: UInt8, into events: inout [Terminal.Event]) {
    give(up: &events)
    take(byte, into: &events)
  }

  private mutating func give(up events: inout [Terminal.Event]) {
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

  private mutating func finish(_ sequence: ControlSequence, into events: inout [Terminal.Event]) {
    switch sequence.meaning {
    case .events(let meant): events += meant
    case .paste: state = .paste(Paste(most: mostPasted))
    case .oldMouse: state = .skip(3)
    case .linux: state = .linux
    }
  }
}

extension KeyDecoder {
  /// What has begun and not ended.
  private enum State {
    case ground
    /// ESC, once or twice.
    case escape(twice: Bool)
    case character(PartialCharacter)
    /// ESC [
    case control(ControlSequence)
    /// ESC O
    case single(SingleShift)
    /// An answer that is a string: OSC, DCS, APC, PM, SOS.
    case string(StringSequence)
    /// Bytes that mean nothing here.
    case skip(Int)
    /// ESC [ [
    case linux
    case paste(Paste)

    var isCharacter: Bool { if case .character = self { true } else { false } }
  }
}

extension Key.Modifiers {
  /// What alt and a character are after all that were taken for the beginning of a sequence; with an ESC before it, when
  /// alt was to be added to that.
  fileprivate func twoKeys(_ character: Character) -> [Terminal.Event] {
    (contains(.alt) ? [.key(.escape)] : []) + [.key(.alt(.character(character)))]
  }
}
