// SPDX-License-Identifier: MIT

// Package unitimport reads boundaries of administrative units from GeoJSON files,
// joins them to the official table and builds the division of the land.
//
// Files are FeatureCollections, single Features, or consecutive Features
// (newline-delimited or with RFC 8142's separators), plain or compressed with gzip.
// Folders and zip archives of such files are read whole. Features are decoded one at
// a time, files in parallel. Positions are longitude, latitude and optionally
// altitude in WGS 84, as in RFC 7946.
//
// The boundary relations of an OpenStreetMap extract are another source; see
// ImportRelations.
//
// # Properties
//
// Sources name their columns differently. Case, underscores, spaces and Vietnamese
// marks in the name of a property are ignored: "Mã xã", "MA_XA" and "maxa" are the
// same name. Of several properties with the same meaning, the one further left in
// this list is used:
//
//	code of the ward      ward_code, commune_code, ma_xa, ma_phuong, code, ma, gso_id, id, the Feature's own id
//	name of the ward      ward_name, commune_name, ten_xa, ten_phuong, name, ten, name_vi
//	name with its kind    full_name, ward_fname, ward_full_name, ten_day_du
//	code of the province  prov_code, province_code, ma_tinh, ma_tp
//	name of the province  prov_name, province_name, province, ten_tinh, tinh, ten_tp
//	kind of unit          kind, loai, cap, level, type, admin_level
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
package unitimport
