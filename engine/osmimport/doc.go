// Package osmimport turns an OpenStreetMap extract into the sections of a pack:
// the road graph (engine/road), the layers of the map (engine/basemap), and land and
// sea where it has a coastline (engine/coast).
//
// It reads .osm.pbf, .osm, .osm.gz and .osm.bz2 and tells them apart by their
// content. A PBF file is read three times, each time only the blocks that hold
// what is wanted: relations, then ways, then the nodes that those ways use, so
// that memory grows with the roads and not with the file. XML, which is slow to
// parse, is read once.
//
// What OpenStreetMap's tags mean for travel is written down in tables: classes
// in class.go, access in access.go, direction in oneway.go, layers in layer.go.
//
// Extracts come cut off at borders, merged from overlapping parts, and half
// downloaded. What can be mended is mended and counted in the Report; what
// cannot is an error that says where in the file it was found. However hostile
// the file, memory stays within a fixed multiple of its size.
package osmimport
