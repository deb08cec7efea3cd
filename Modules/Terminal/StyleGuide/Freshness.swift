/// Where what is shown comes from.
public enum Freshness: Equatable, Sendable {
  /// The server gave it, or confirmed it.
  case live
  /// It is the kept copy: how old it is ("3 minutes ago"), and why it is shown; no reason while the server may still
  /// answer.
  case kept(age: String, because: String?)
  /// It is the kept copy because no network is wanted: how old it is.
  case offline(age: String)
}
