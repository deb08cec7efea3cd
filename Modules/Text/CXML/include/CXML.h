/// The system's libxml2, opened at run time.
///
/// Headers of libxml2 are seldom installed, so here is what Swift needs of libxml/parser.h: its push parser with events
/// (SAX2), and the `iconv` that the library itself is linked with. Nothing is linked.
#ifndef CXML_H
#define CXML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A parser (`xmlParserCtxt`), and its events (`xmlSAXHandler`).
typedef struct cxml_parser cxml_parser;
typedef struct cxml_handler cxml_handler;

/// An element begins: local name, prefix, namespace; how many namespaces it declares, and which; how many attributes it
/// has, how many of them by default, and for each local name, prefix, namespace, first byte and end of the value. Names
/// are the same pointer wherever they are the same text.
typedef void (*cxml_start)(
    void *owner, const uint8_t *local, const uint8_t *prefix, const uint8_t *space, int space_count,
    const uint8_t **spaces, int attribute_count, int default_count, const uint8_t **attributes);
typedef void (*cxml_end)(void *owner, const uint8_t *local, const uint8_t *prefix, const uint8_t *space);
/// A part of a text, of any length.
typedef void (*cxml_text)(void *owner, const uint8_t *bytes, int count);

/// The functions of the library, each as libxml/parser.h and iconv.h have it.
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

/// Opens the library of that name, and fills in its functions. It stays open until the process ends. Any thread may call
/// this at any time. False when there is no such library, or when it lacks a function.
bool cxml_open(const char *name, struct cxml *library);

/// A parser that recovers from errors, prints none, reads nothing but what it is given, and calls these; NULL when there is
/// no memory. It is freed with `xmlFreeParserCtxt`.
cxml_parser *cxml_parser_new(const struct cxml *library, cxml_start, cxml_end, cxml_text, void *owner);

#endif
