// SPDX-License-Identifier: MIT

package vector

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"

	"roadsnap/engine/internal/sqlitefile"
)

// SQLiteMagic begins a GeoPackage, as every SQLite database.
const SQLiteMagic = "SQLite format 3\x00"

// gpkgLayer is a table of features.
type gpkgLayer struct {
	table, geometry string
	system          int64
}

// GeoPackage reads the features of all layers of a GeoPackage.
func GeoPackage(ctx context.Context, path string, to Sink) (err error) {
	if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
		return formatf("another program has it open, with changes in %q that are not in it yet; close it there", path+"-wal")
	}
	db, err := sqlitefile.Open(path, url.Values{"mode": {"ro"}, "immutable": {"1"}, "_pragma": {"trusted_schema(0)", "query_only(1)"}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	c, err := gpkgConn(ctx, db, path)
	if err != nil {
		return gpkgError(err)
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	layers, err := gpkgLayers(ctx, c)
	if err != nil {
		return gpkgError(err)
	}
	if len(layers) == 0 {
		return formatf("it has no table of features; it may be another SQLite file")
	}
	for _, l := range layers {
		s, err := gpkgSystem(ctx, c, l.system)
		if err != nil {
			return gpkgError(err)
		}
		if err := to.System(s); err != nil {
			return err
		}
		if err := l.read(ctx, c, to); err != nil {
			return gpkgError(err)
		}
	}
	return nil
}

// gpkgConn returns a connection that makes no value longer than the file, whatever the
// columns of the file compute.
func gpkgConn(ctx context.Context, db *sql.DB, path string) (*sql.Conn, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	c, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	const least = 1 << 20 // bytes, for the statements
	return c, sqlitefile.Limit(c, max(info.Size(), least))
}

// gpkgError converts an error of SQLite.
func gpkgError(err error) error {
	if sqlitefile.Damaged(err) || sqlitefile.Refused(err) {
		return corruptf("%v", err)
	}
	return err
}

// gpkgLayers returns the layers that are stored tables. A view may take forever to answer.
func gpkgLayers(ctx context.Context, c *sql.Conn) (layers []gpkgLayer, err error) {
	const known = `SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('gpkg_geometry_columns', 'gpkg_spatial_ref_sys') AND rootpage > 0`
	var tables int
	if err := c.QueryRowContext(ctx, known).Scan(&tables); err != nil {
		return nil, err
	}
	if tables < 2 {
		return nil, nil
	}
	const query = `SELECT g.table_name, coalesce(CAST(g.column_name AS TEXT), ''), coalesce(CAST(g.srs_id AS INTEGER), 0) FROM gpkg_geometry_columns g
		JOIN sqlite_schema s ON s.name = g.table_name COLLATE NOCASE AND s.type = 'table' AND s.rootpage > 0 ORDER BY 1 LIMIT 1000`
	rows, err := c.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var l gpkgLayer
		if err := rows.Scan(&l.table, &l.geometry, &l.system); err != nil {
			return nil, err
		}
		layers = append(layers, l)
	}
	return layers, rows.Err()
}

func gpkgSystem(ctx context.Context, c *sql.Conn, id int64) (s System, err error) {
	const undefined = 0 // -1 for a plane, 0 for degrees
	if id <= undefined {
		return System{}, nil
	}
	var org, definition string
	var code int
	const query = `SELECT coalesce(CAST(organization AS TEXT), ''), coalesce(CAST(organization_coordsys_id AS INTEGER), 0), coalesce(CAST(definition AS TEXT), '') FROM gpkg_spatial_ref_sys WHERE srs_id = ?`
	switch err := c.QueryRowContext(ctx, query, id).Scan(&org, &code, &definition); {
	case errors.Is(err, sql.ErrNoRows):
		return s, corruptf("the coordinate system %d is not described in it", id)
	case err != nil:
		return s, err
	}
	if strings.EqualFold(org, "EPSG") {
		s.EPSG = code
	}
	if definition != "undefined" {
		s.WKT = definition
	}
	return s, nil
}

// read reads the features of a layer.
func (l *gpkgLayer) read(ctx context.Context, c *sql.Conn, to Sink) (err error) {
	rows, err := c.QueryContext(ctx, `SELECT * FROM "`+strings.ReplaceAll(l.table, `"`, `""`)+`"`)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		var f Feature
		for i, name := range columns {
			if strings.EqualFold(name, l.geometry) {
				if err := f.takeGeoPackage(values[i]); err != nil {
					return err
				}
			} else if text := gpkgText(values[i]); text != "" {
				f.Fields = append(f.Fields, Field{name, text})
			}
		}
		if err := to.Feature(f); err != nil {
			return err
		}
	}
	return rows.Err()
}

// gpkgText returns a value as text, "" if it is neither a text nor a number.
func gpkgText(v any) string {
	switch v := v.(type) {
	case string:
		return strings.ToValidUTF8(v, "\ufffd")
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return fmt.Sprint(v)
	}
	return ""
}

// takeGeoPackage reads a geometry: a header with an envelope, then well-known binary.
func (f *Feature) takeGeoPackage(value any) (err error) {
	const header = 8 // bytes before the envelope
	data, ok := value.([]byte)
	switch {
	case !ok:
		return nil
	case len(data) < header || string(data[:2]) != "GP":
		return corruptf("a geometry without the header of a GeoPackage")
	}
	flags := data[3]
	envelope := [8]int{0, 32, 48, 48, 64, -1, -1, -1}[flags>>1&7]
	switch {
	case flags&(1<<5) != 0:
		return formatf("its geometries are of an extension of GeoPackage")
	case envelope < 0 || len(data) < header+envelope:
		return corruptf("a geometry with a wrong header")
	case flags&(1<<4) != 0: // empty
		return nil
	}
	return geometryOf(data[header+envelope:], f)
}
