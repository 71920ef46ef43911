/* The checksum of the C files, by which a library of other files is recognized. */

#include "galaxies.h"

EXPORT uint32_t galaxies_sources(void) { return SOURCES; }
