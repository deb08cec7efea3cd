// The system's libxml2, opened at run time.

#include "CXML.h"

#include <dlfcn.h>

static bool find_symbols(void *handle, struct cxml *library) {
  // POSIX (dlsym, rationale) recommends this conversion of a data pointer to a function pointer. dlsym also searches
  // the libraries that libxml2 is linked with, for iconv.
#define FIND(name) \
  if ((*(void **)&library->name = dlsym(handle, #name)) == NULL) return false;
  FIND(xmlInitParser)
  FIND(xmlCreatePushParserCtxt)
  FIND(xmlCtxtUseOptions)
  FIND(xmlParseChunk)
  FIND(xmlStopParser)
  FIND(xmlFreeParserCtxt)
  FIND(iconv_open)
  FIND(iconv)
  FIND(iconv_close)
#undef FIND
  return true;
}

bool cxml_open(const char *name, struct cxml *library) {
  void *handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (handle == NULL) return false;
  if (find_symbols(handle, library)) {
    library->xmlInitParser();
    return true;
  }
  dlclose(handle);
  return false;
}

typedef void (*unused)(void);

// Source: struct _xmlSAXHandler in libxml/parser.h, the same in all versions with SAX2. Events without a function are
// dropped.
struct cxml_handler {
  unused internalSubset, isStandalone, hasInternalSubset, hasExternalSubset, resolveEntity, getEntity, entityDecl;
  unused notationDecl, attributeDecl, elementDecl, unparsedEntityDecl, setDocumentLocator, startDocument, endDocument;
  unused startElement, endElement, reference;
  cxml_text characters, ignorableWhitespace;
  unused processingInstruction, comment, warning, error, fatalError, getParameterEntity;
  cxml_text cdataBlock;
  unused externalSubset;
  unsigned int initialized;
  void *_private;
  cxml_start startElementNs;
  cxml_end endElementNs;
  unused serror;
};

// From libxml/parser.h: XML_SAX2_MAGIC; XML_PARSE_RECOVER, XML_PARSE_NOERROR, XML_PARSE_NOWARNING, XML_PARSE_NONET.
static const unsigned int sax2_magic = 0xDEEDBEAF;
static const int options = 1 | 32 | 64 | 2048;

cxml_parser *cxml_parser_new(
    const struct cxml *library, cxml_start start, cxml_end end, cxml_text text, cxml_text section,
    void *owner) {
  // libxml2 copies the handler.
  cxml_handler handler = {
      .characters = text,
      .ignorableWhitespace = text,
      .cdataBlock = section,
      .initialized = sax2_magic,
      .startElementNs = start,
      .endElementNs = end,
  };
  cxml_parser *parser = library->xmlCreatePushParserCtxt(&handler, owner, NULL, 0, NULL);
  if (parser != NULL) library->xmlCtxtUseOptions(parser, options);
  return parser;
}
