// SPDX-License-Identifier: MIT

package geofile

import (
	"fmt"
	"strings"
)

// gpkgSettings are executed before the transaction. SQLite needs no journal and no
// sync, because an incomplete file is removed and the stage syncs the file at the
// end. The numbers are "GPKG" and version 1.3.0.
var gpkgSettings = []string{
	`PRAGMA journal_mode = OFF`,
	`PRAGMA synchronous = OFF`,
	`PRAGMA locking_mode = EXCLUSIVE`,
	`PRAGMA application_id = 0x47504B47`,
	`PRAGMA user_version = 10300`,
}

// wgs84ID is the identifier of WGS 84 (EPSG:4326).
const wgs84ID = 4326

// gpkgReferenceSystems lists the three rows required in every GeoPackage.
var gpkgReferenceSystems = [][]any{
	{"Undefined Cartesian SRS", -1, "NONE", -1, "undefined", "undefined Cartesian coordinate reference system"},
	{"Undefined geographic SRS", 0, "NONE", 0, "undefined", "undefined geographic coordinate reference system"},
	{"WGS 84 geodetic", wgs84ID, "EPSG", wgs84ID,
		`GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],` +
			`PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],` +
			`AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]`,
		"longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid"},
}

// gpkgTables creates the tables of annex C of the standard, and its table of
// extensions.
//
//nolint:misspell // names defined by the standard
var gpkgTables = []string{
	`CREATE TABLE gpkg_spatial_ref_sys (
	srs_name TEXT NOT NULL,
	srs_id INTEGER NOT NULL PRIMARY KEY,
	organization TEXT NOT NULL,
	organization_coordsys_id INTEGER NOT NULL,
	definition TEXT NOT NULL,
	description TEXT)`,
	`CREATE TABLE gpkg_contents (
	table_name TEXT NOT NULL PRIMARY KEY,
	data_type TEXT NOT NULL,
	identifier TEXT UNIQUE,
	description TEXT DEFAULT '',
	last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
	min_x DOUBLE,
	min_y DOUBLE,
	max_x DOUBLE,
	max_y DOUBLE,
	srs_id INTEGER,
	CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id))`,
	`CREATE TABLE gpkg_geometry_columns (
	table_name TEXT NOT NULL,
	column_name TEXT NOT NULL,
	geometry_type_name TEXT NOT NULL,
	srs_id INTEGER NOT NULL,
	z TINYINT NOT NULL,
	m TINYINT NOT NULL,
	CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
	CONSTRAINT uk_gc_table_name UNIQUE (table_name),
	CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
	CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id))`,
	`CREATE TABLE gpkg_extensions (
	table_name TEXT,
	column_name TEXT,
	extension_name TEXT NOT NULL,
	definition TEXT NOT NULL,
	scope TEXT NOT NULL,
	CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name))`,
}

// featureTables returns the statements that create the feature table and its index.
func (g *geoPackage) featureTables() []string {
	var b strings.Builder
	fmt.Fprintf(&b, "CREATE TABLE %s (%s INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, %s MULTIPOLYGON",
		quoted(g.schema.Name), quoted(keyColumn), quoted(geometryColumn))
	for _, c := range g.schema.Columns {
		fmt.Fprintf(&b, ", %s %s", quoted(c.Name), [...]string{Text: "TEXT", Integer: "INTEGER", Real: "REAL"}[c.Kind])
	}
	b.WriteString(")")
	return []string{
		b.String(),
		fmt.Sprintf(`CREATE VIRTUAL TABLE %s USING rtree(id, minx, maxx, miny, maxy)`, quoted(g.indexName())),
	}
}

func (g *geoPackage) indexName() string { return "rtree_" + g.schema.Name + "_" + geometryColumn }

// indexTriggers returns the statements that create the triggers (annex F.3 of the
// standard). They update the index on later changes. The program that makes a change
// must provide the functions in them.
func (g *geoPackage) indexTriggers() []string {
	const insert = `INSERT OR REPLACE INTO {index} VALUES (NEW.{key}, ST_MinX(NEW.{geom}), ST_MaxX(NEW.{geom}), ST_MinY(NEW.{geom}), ST_MaxY(NEW.{geom}));`
	const filled = `(NEW.{geom} NOTNULL AND NOT ST_IsEmpty(NEW.{geom}))`
	const empty = `(NEW.{geom} ISNULL OR ST_IsEmpty(NEW.{geom}))`
	fill := func(trigger, text string) string {
		return strings.NewReplacer("{trigger}", quoted(g.indexName()+"_"+trigger), "{table}", quoted(g.schema.Name),
			"{index}", quoted(g.indexName()), "{key}", quoted(keyColumn), "{geom}", quoted(geometryColumn)).Replace(text)
	}
	return []string{
		fill("insert", `CREATE TRIGGER {trigger} AFTER INSERT ON {table} WHEN `+filled+` BEGIN `+insert+` END`),
		fill("update1", `CREATE TRIGGER {trigger} AFTER UPDATE OF {geom} ON {table} WHEN OLD.{key} = NEW.{key} AND `+filled+` BEGIN `+insert+` END`),
		fill("update2", `CREATE TRIGGER {trigger} AFTER UPDATE OF {geom} ON {table} WHEN OLD.{key} = NEW.{key} AND `+empty+
			` BEGIN DELETE FROM {index} WHERE id = OLD.{key}; END`),
		fill("update3", `CREATE TRIGGER {trigger} AFTER UPDATE ON {table} WHEN OLD.{key} != NEW.{key} AND `+filled+
			` BEGIN DELETE FROM {index} WHERE id = OLD.{key}; `+insert+` END`),
		fill("update4", `CREATE TRIGGER {trigger} AFTER UPDATE ON {table} WHEN OLD.{key} != NEW.{key} AND `+empty+
			` BEGIN DELETE FROM {index} WHERE id IN (OLD.{key}, NEW.{key}); END`),
		fill("delete", `CREATE TRIGGER {trigger} AFTER DELETE ON {table} WHEN OLD.{geom} NOTNULL BEGIN DELETE FROM {index} WHERE id = OLD.{key}; END`),
	}
}

// quoted returns s as a quoted SQL identifier.
func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
