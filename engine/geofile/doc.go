// Package geofile writes areas with attributes as GIS programs read them:
// GeoJSON, GeoPackage, Shapefile, KML and CSV.
//
// # What is the same in every format
//
// Coordinates are longitude and latitude in degrees (WGS 84), rounded to 1e-7
// degree, about a centimetre. Two areas that share a vertex share it in the
// file too. Rings are closed and turned the way that the format wants, whatever
// way they came. A ring that encloses nothing on that grid is left out, and
// with an outer ring its holes; a feature that has no ring left is one without
// a boundary.
//
// Text is written in Unicode's composed form (NFC). Bytes that are not UTF-8,
// and NUL, which ends a text in half of the programs, become U+FFFD. Nil stays
// apart from the empty text where the format knows the difference.
//
// Features go to the file as they come; never more than one is held. A file
// appears at its place whole, or not at all; see [Writer.Commit].
//
// # What differs
//
//   - GeoJSON: one FeatureCollection by RFC 7946, a feature a line, always
//     MultiPolygon. The members "name" and "licence" stand beside "features".
//   - GeoPackage 1.3: one table with the key "fid" and the column "geom", with
//     a spatial index. The licence is the description of its contents.
//   - Shapefile: .shp, .shx, .dbf, .prj and .cpg, and .shp.xml (FGDC metadata)
//     for the licence. Names of columns are shortened to ten ASCII characters,
//     text is cut after 254 bytes of UTF-8, whole numbers have at most 18
//     characters; nil and "" are the same. ShapefileZip is the same files in
//     one archive.
//   - KML 2.2: a Placemark a feature, its attributes as SchemaData, the licence
//     as the description of the document.
//   - CSV: UTF-8, quotes by RFC 4180, line feeds as line ends, the geometry as
//     WKT in the last column, "wkt". It has no place for the licence: whoever
//     hands the file on must say it. Cells are written as they are, without the
//     apostrophe that keeps a spreadsheet from taking a text for a formula: the
//     attributes are the names and codes of official tables, not what strangers
//     type in, and a GIS program would show the apostrophe.
package geofile
