// SPDX-License-Identifier: MIT

// Package vector reads the features of vector files of GIS: Shapefile, GeoPackage,
// FlatGeobuf and KML. Features are read one at a time, and memory is bounded by the size of
// the files: no count or length in a file is believed before its bytes are there.
//
// Geometries have x before y, as the formats store them, in the coordinate system that the
// file declares; heights and measures are dropped.
package vector
