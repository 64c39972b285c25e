// SPDX-License-Identifier: MIT

// Package unitimport reads boundaries of administrative units from files of GIS
// formats, joins them to the official table and builds the division of the land.
//
// GeoJSON files are FeatureCollections, single Features, or consecutive Features
// (newline-delimited or with RFC 8142's separators). Package vector reads Shapefile,
// GeoPackage, FlatGeobuf and KML. Files may be compressed with gzip. Folders and zip
// archives are read whole. Features are decoded one at a time, files in parallel.
//
// Positions are in the coordinate system that a file declares: WGS 84 or VN-2000, see
// package crs. A file that declares none is in degrees of WGS 84. The text of a
// Shapefile's table is in the encoding of its .cpg, or else UTF-8.
//
// The boundary relations of an OpenStreetMap extract are another source; see
// PrepareRelations.
//
// # Properties
//
// Sources name their columns differently. Case, underscores, spaces and Vietnamese
// marks in the name of a property are ignored: "Mã xã", "MA_XA" and "maxa" are the
// same name. Of several properties with the same meaning, the one further left in
// this list is used:
//
//	code of the ward      ward_code, commune_code, ma_xa, ma_phuong, ADM3_PCODE, CC_3, code, ma, gso_id, id, the Feature's own id
//	name of the ward      ward_name, commune_name, ten_xa, ten_phuong, ADM3_VI, ADM3_EN, NAME_3, name, ten, name_vi, shapeName
//	name with its kind    full_name, ward_fname, ward_full_name, ten_day_du
//	code of the province  prov_code, province_code, ma_tinh, ma_tp, CC_1
//	name of the province  prov_name, province_name, province, ten_tinh, tinh, ten_tp, ADM1_VI, ADM1_EN, NAME_1
//	district              district, ten_huyen, quan_huyen, ADM2_VI, NAME_2; of units of June 2025
//	kind of unit          kind, loai, cap, level, TYPE_3, type, admin_level, shapeType
//
// Those in capitals are the columns of HDX (COD-AB) and GADM; ADM2 and NAME_2 follow ADM3
// and NAME_3, for files of two tiers. shapeName is that of geoBoundaries. A file without
// any such column is refused; Options.Columns says which columns to use then.
//
// Codes may be numbers: leading zeros are restored. Outlines of provinces are counted
// but not used, because those of their wards are finer.
//
// # Joining
//
// A feature is joined to a ward by code if the code is in force and the name does not
// contradict it. Codes are reused: the former Phường Bến Nghé is not the current
// Phường Sài Gòn. Otherwise the feature is joined by its name within its province, in
// any spelling of marks, apostrophes and kinds. Marks may be missing if the name is
// still unambiguous. All other features are listed, never guessed.
//
// Outlines of the wards, communes and townships of June 2025 are joined to the units of that time
// in the same way; see PrepareFormer. Where several units of a province have a name, the district
// decides.
package unitimport
