/* What all C files of this folder need. */

#ifndef GALAXIES_H
#define GALAXIES_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

#endif
