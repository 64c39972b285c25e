// SPDX-License-Identifier: MIT

// Package osmimport converts an OpenStreetMap extract into the sections of a pack:
// the road graph (engine/road), the layers of the map (engine/basemap), and land
// and sea if it has a coastline (engine/coast).
//
// It reads .osm.pbf, .osm, .osm.gz and .osm.bz2 and detects them by content. A PBF
// file is read in three passes: relations, then ways, then the nodes of those ways.
// So memory grows with the roads and not with the file. After the first pass only
// the blocks with the wanted objects are read. XML is read in one pass because it is
// slow to parse.
//
// Tables define the meaning of OpenStreetMap's tags: classes in class.go, access in
// access.go, direction in oneway.go, layers in layer.go.
//
// Extracts are cut off at borders, merged from overlapping parts, or downloaded
// incompletely. The importer repairs faults if it can, and counts them in the
// Report. Other faults are errors with their place in the file. Memory stays within
// a fixed multiple of the file's size, even for a hostile file.
package osmimport
