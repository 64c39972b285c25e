// SPDX-License-Identifier: MIT

// Package osmimport converts an OpenStreetMap extract into the sections of a pack:
// the road graph (engine/road), the layers of the map (engine/basemap), and land
// and sea if it has a coastline (engine/coast).
//
// It reads .osm.pbf, .osm, .osm.gz and .osm.bz2 and detects them by content. A PBF
// file is read in two passes: nodes and relations, then ways. The second pass reads
// only the blocks with ways. XML is read in one pass because it is slow to parse.
//
// Nodes and ways are kept as differences to those before them, in about seven bytes for
// each node and two for each reference. The layers of the map are written before the road
// graph is built, so that the two are not in memory together.
//
// Tables define the meaning of OpenStreetMap's tags: classes in class.go, access in
// access.go, direction in oneway.go, layers in layer.go.
//
// Extracts are cut off at borders, merged from overlapping parts, or downloaded
// incompletely. The importer repairs faults if it can, and counts them in the
// Report. Other faults are errors with their place in the file. Memory stays within
// a fixed multiple of the file's size, even for a hostile file.
package osmimport
