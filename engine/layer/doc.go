// SPDX-License-Identifier: MIT

// Package layer opens files of points, lines and areas as layers for a map and a table.
//
// # Files
//
// GeoJSON, Shapefile, GeoPackage, FlatGeobuf, KML and KMZ give features of any kind; archives
// of them are read too. GPX gives its waypoints as points, and its tracks and routes as lines.
// A table (CSV or XLSX) gives a point for each row. The content decides the format.
//
// Positions are converted to WGS 84. The coordinate system is that of Options, or else the one
// that the file declares, or else WGS 84. A table whose numbers are no degrees is an error that
// names the systems that they may be in.
//
// # Columns
//
// Every column keeps the texts of the file. A column has the kind Number if all of its values
// are numbers, and Date if all are dates; NumberOf and DateOf say how they are written. Values
// with a leading zero are texts, because codes have them.
//
// # Limits
//
// A file may have at most 512 MiB, 1,000,000 features, 20,000,000 vertices and 1,000 columns. Features
// that cannot be shown, such as a row without a position, are kept without a geometry and
// counted as faults with their place.
package layer
