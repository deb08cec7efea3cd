public import Essentials

extension Picture {
  /// The bytes of a picture to look at where there is no server: a PNG of one pixel, whole.
  public static let sample =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==") ?? Data()
}
