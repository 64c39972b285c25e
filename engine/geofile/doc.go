// SPDX-License-Identifier: MIT

// Package geofile writes areas with attributes in GIS formats: GeoJSON, GeoPackage,
// Shapefile, FlatGeobuf, TopoJSON, GeoParquet, KML and CSV.
//
// # Common properties
//
// Coordinates are longitude and latitude in degrees (WGS 84), rounded to 1e-7
// degree, about a centimetre. Two areas that share a vertex share it in the file
// too. Rings are closed and have the direction that the format requires. A ring
// without area on that grid is left out; if it is an outer ring, so are its holes. A
// feature without rings is written without a geometry.
//
// Text is written in Unicode's composed form (NFC). Bytes that are not UTF-8 become
// U+FFFD. So does NUL, because it ends a text in many programs. Nil differs from the
// empty text if the format has that distinction.
//
// Features are written as they are added, and at most one is held in memory, but for TopoJSON,
// which holds all, GeoParquet, which holds some megabytes, and FlatGeobuf, whose features are in the
// order of their places. A file
// appears at its path complete or not at all; see [Writer.Commit].
//
// # Formats
//
//   - GeoJSON: one FeatureCollection (RFC 7946), one feature per line, always
//     MultiPolygon. The collection has the additional members "name" and
//     "licence".
//   - GeoPackage 1.3: one table with the key "fid" and the column "geom", with
//     a spatial index. The licence is the description of its contents.
//   - Shapefile: .shp, .shx, .dbf, .prj and .cpg, and .shp.xml (FGDC metadata) for
//     the licence. Column names are shortened to ten ASCII characters, text to 254
//     bytes of UTF-8. Integers have at most 18 characters. Nil and "" are the
//     same. ShapefileZip is the same files in one archive.
//   - KML 2.2: one Placemark per feature, its attributes as SchemaData, the licence
//     as the description of the document.
//   - FlatGeobuf 3: one layer with a packed Hilbert R-tree; the licence is its description.
//   - TopoJSON 1.0: one object, "licence" as an additional member. Borders that areas share are
//     written once, in integers of 1e-7 degree.
//   - GeoParquet 1.1: flat columns, the areas as well-known binary in "geom", pages compressed with
//     Snappy; the licence is metadata of the file.
//   - CSV: UTF-8, quotes by RFC 4180, LF line ends, the geometry as WKT in the last
//     column, "wkt". It has no place for the licence, so the caller must state it
//     elsewhere. Cells have no apostrophe against formulas in spreadsheets, because
//     a GIS program would show it and the attributes are the names and codes of
//     official tables.
package geofile
