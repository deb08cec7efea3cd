// The part of Foundation that the package uses, the C library, checksums and web addresses.

// The part of Foundation that Satchel needs (data, dates, URLs, JSON, files) and the C library, which Foundation brings
// too. Without the rest of Foundation, the tables of all the world's languages among it, a static program is a quarter as
// large and starts sooner.
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
