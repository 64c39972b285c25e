// SPDX-License-Identifier: MIT

// Package search finds streets, road numbers, places, points of interest and house
// numbers by name. A pack has the index in the sections N…, which an import makes from
// the features of the map; they are described in engine/pack/FORMAT.md.
//
// An entry is a name at a place: a street is one entry, however many ways it has, but two
// streets of the same name in two towns are two. Entries are in the order of importance,
// and the index lists the entries of each word. Words are compared without marks and case.
//
// ParsePoint reads coordinates and the links of map services.
package search
