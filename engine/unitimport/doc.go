// Package unitimport reads boundaries of administrative units from GeoJSON
// files, joins them to the official table and builds the division of the land.
//
// Files are FeatureCollections, single Features or Features one after another
// (newline-delimited, or with RFC 8142's separators), plain or packed with gzip;
// folders and zip archives of many such files are read whole. Features are
// decoded one at a time, files in parallel. Positions are longitude, latitude
// and perhaps altitude in WGS 84, as RFC 7946 has them.
//
// # Properties
//
// Sources name their columns in their own ways. Case, underscores, spaces and
// Vietnamese marks in the name of a property do not count ("Mã xã", "MA_XA" and
// "maxa" are one); of several that mean the same, the one further left counts:
//
//	code of the ward      ward_code, commune_code, ma_xa, ma_phuong, code, ma, gso_id, id, the Feature's own id
//	name of the ward      ward_name, commune_name, ten_xa, ten_phuong, name, ten, name_vi
//	name with its kind    full_name, ward_fname, ward_full_name, ten_day_du
//	code of the province  prov_code, province_code, ma_tinh, ma_tp
//	name of the province  prov_name, province_name, province, ten_tinh, tinh, ten_tp
//	kind of unit          kind, loai, cap, level, type, admin_level
//
// Codes may be numbers: leading zeros are put back. Outlines of provinces are
// counted and not used, since those of their wards are finer.
//
// # Joining
//
// A feature is a ward by its code if the code is in force and the name does not
// disagree: codes are reused, and what was Phường Bến Nghé is not today's Phường
// Sài Gòn. Else it is a ward by its name within its province, however marks,
// apostrophes and kinds are written; marks may be missing where that leaves the
// name clear. What is neither is listed, never guessed.
package unitimport
