// SPDX-License-Identifier: MIT

package geofile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"roadsnap/engine/crs"
	"roadsnap/engine/internal/sqlitefile"
)

// geoPackage writes a GeoPackage 1.3 (OGC 12-128r17) with one feature table and its
// spatial index, in one transaction.
type geoPackage struct {
	stage  *stage
	schema Schema
	db     *sql.DB
	tx     *sql.Tx
	insert *sql.Stmt
	index  *sql.Stmt
	key    int64 // of the last feature
	box    box
	values []any
	blob   []byte
}

func newGeoPackage(st *stage, s Schema) (*geoPackage, error) {
	if err := st.deliverTo(st.base()); err != nil {
		return nil, err
	}
	db, err := sqlitefile.Open(st.staged(st.base()), nil)
	if err != nil {
		return nil, err
	}
	g := &geoPackage{stage: st, schema: s, db: db, box: emptyBox}
	if err := g.begin(); err != nil {
		return nil, errors.Join(sqlitefile.Explain(err), g.discard())
	}
	return g, nil
}

func (g *geoPackage) begin() error {
	g.db.SetMaxOpenConns(1) // the settings apply to one connection
	for _, setting := range gpkgSettings {
		if _, err := g.db.Exec(setting); err != nil {
			return err
		}
	}
	var err error
	if g.tx, err = g.db.BeginTx(context.Background(), nil); err != nil {
		return err
	}
	for _, statement := range slices.Concat(gpkgTables, g.featureTables()) {
		if _, err := g.tx.Exec(statement); err != nil {
			return err
		}
	}
	systems := gpkgReferenceSystems
	if own := g.schema.System; own != (crs.System{}) {
		systems = append(slices.Clip(systems), []any{own.Name(), own.EPSG(), "EPSG", own.EPSG(), own.WKT(), own.String()})
	}
	for _, system := range systems {
		if _, err := g.tx.Exec(`INSERT INTO gpkg_spatial_ref_sys VALUES (?,?,?,?,?,?)`, system...); err != nil {
			return err
		}
	}
	marks := strings.Repeat(",?", len(g.schema.Columns))
	if g.insert, err = g.tx.Prepare(fmt.Sprintf(`INSERT INTO %s VALUES (?,?%s)`, quoted(g.schema.Name), marks)); err != nil {
		return err
	}
	g.index, err = g.tx.Prepare(fmt.Sprintf(`INSERT INTO %s VALUES (?,?,?,?,?)`, quoted(g.indexName())))
	return err
}

func (g *geoPackage) add(r *row) error {
	g.key++
	g.values = append(g.values[:0], g.key, nil)
	if len(r.shape.polygons) > 0 {
		g.blob = appendGeoPackageArea(g.blob[:0], &r.shape, g.schema.epsg())
		g.values[1] = g.blob
	}
	g.values = append(g.values, r.values...)
	if _, err := g.insert.Exec(g.values...); err != nil {
		return sqlitefile.Explain(err)
	}
	if len(r.shape.polygons) == 0 {
		return nil
	}
	b := r.shape.extent()
	g.box = g.box.union(b)
	_, err := g.index.Exec(g.key, b.minX, b.maxX, b.minY, b.maxY)
	return sqlitefile.Explain(err)
}

func (g *geoPackage) finish() error {
	if err := g.complete(); err != nil {
		return sqlitefile.Explain(err)
	}
	if err := g.discard(); err != nil {
		return err
	}
	return g.stage.reopen(g.stage.base())
}

// complete writes the extent and the other rows of metadata, creates the triggers and
// commits. The triggers must not run during the inserts.
func (g *geoPackage) complete() error {
	var bounds [4]any // NULL if no feature has a geometry
	if b := g.box; !b.empty() {
		bounds = [4]any{b.minX, b.minY, b.maxX, b.maxY}
	}
	name := g.schema.Name
	if _, err := g.tx.Exec(`INSERT INTO gpkg_contents (table_name,data_type,identifier,description,min_x,min_y,max_x,max_y,srs_id) VALUES (?,'features',?,?,?,?,?,?,?)`,
		name, name, g.schema.Licence, bounds[0], bounds[1], bounds[2], bounds[3], g.schema.epsg()); err != nil {
		return err
	}
	if _, err := g.tx.Exec(`INSERT INTO gpkg_geometry_columns VALUES (?,?,'MULTIPOLYGON',?,0,0)`, name, geometryColumn, g.schema.epsg()); err != nil {
		return err
	}
	if _, err := g.tx.Exec(`INSERT INTO gpkg_extensions VALUES (?,?,'gpkg_rtree_index','http://www.geopackage.org/spec120/#extension_rtree','write-only')`, name, geometryColumn); err != nil {
		return err
	}
	for _, trigger := range g.indexTriggers() {
		if _, err := g.tx.Exec(trigger); err != nil {
			return err
		}
	}
	return g.tx.Commit()
}

// discard closes the database and drops uncommitted data.
func (g *geoPackage) discard() error {
	if g.db == nil {
		return nil
	}
	if g.tx != nil {
		_ = g.tx.Rollback() // fails without a journal, but the file is removed
	}
	err := g.db.Close()
	g.db = nil
	return sqlitefile.Explain(err)
}
