/// The system's libxml2, opened at run time.
///
/// Headers of libxml2 are seldom installed, so this declares the part of libxml/parser.h that Swift needs: the push
/// parser with events (SAX2), and the `iconv` that libxml2 itself is linked with. Nothing is linked at build time.
#ifndef CXML_H
#define CXML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A parser (`xmlParserCtxt`), and its event handler (`xmlSAXHandler`).
typedef struct cxml_parser cxml_parser;
typedef struct cxml_handler cxml_handler;

/// The start of an element: local name, prefix, namespace; the number of namespaces it declares, and these; the number
/// of its attributes and of those added by default; for each attribute, local name, prefix, namespace, first byte and
/// end of the value. Equal names are the same pointer.
typedef void (*cxml_start)(
    void *owner, const uint8_t *local, const uint8_t *prefix, const uint8_t *space, int space_count,
    const uint8_t **spaces, int attribute_count, int default_count, const uint8_t **attributes);
typedef void (*cxml_end)(void *owner, const uint8_t *local, const uint8_t *prefix, const uint8_t *space);
/// A part of a text, of any length.
typedef void (*cxml_text)(void *owner, const uint8_t *bytes, int count);

/// The functions of the library, as in libxml/parser.h and iconv.h.
struct cxml {
  void (*xmlInitParser)(void);
  cxml_parser *(*xmlCreatePushParserCtxt)(cxml_handler *, void *, const char *, int, const char *);
  int (*xmlCtxtUseOptions)(cxml_parser *, int);
  int (*xmlParseChunk)(cxml_parser *, const char *, int, int);
  void (*xmlStopParser)(cxml_parser *);
  void (*xmlFreeParserCtxt)(cxml_parser *);
  void *(*iconv_open)(const char *, const char *);
  size_t (*iconv)(void *, char **, size_t *, char **, size_t *);
  int (*iconv_close)(void *);
};

/// Opens the library of that name and fills in its functions. It stays open until the process ends. Safe to call on any
/// thread at any time. Returns false if there is no such library, or if it lacks a function.
bool cxml_open(const char *name, struct cxml *library);

/// Creates a parser that recovers from errors, prints none, reads only the given bytes, and calls these functions, the
/// last one with the content of CDATA sections. Returns NULL if there is no memory. Free it with `xmlFreeParserCtxt`.
cxml_parser *cxml_parser_new(
    const struct cxml *library, cxml_start, cxml_end, cxml_text, cxml_text section, void *owner);

#endif
