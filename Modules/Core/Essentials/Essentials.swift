// The part of Foundation that the package uses, the C library, checksums and web addresses.

// Essentials exports the part of Foundation that Satchel needs (data, dates, URLs, JSON, files) and the C library, which
// Foundation exports as well. Without the rest of Foundation, which includes locale data for all languages, a static
// executable is a quarter as large and starts sooner.
#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
  #if canImport(Musl)
    @_exported public import Musl
  #else
    @_exported public import Glibc
  #endif
#else
  @_exported public import Foundation
#endif
