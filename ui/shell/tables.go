// SPDX-License-Identifier: MIT

package shell

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"roadsnap/engine/trace"
	"roadsnap/ui/files"
	"roadsnap/ui/mapping"
)

// tableExtensions are the extensions of tables.
var tableExtensions = []string{"csv", "tsv", "txt", "xlsx", "xls"}

// isTable reports whether a file has the name of a table.
func isTable(path string) bool {
	return slices.Contains(tableExtensions, strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), "."))
}

// openTrace opens a trace. It shows the columns first if it is a table and they are uncertain.
func (o *opener) openTrace(path string) {
	o.show(panelTrips)
	if !isTable(path) {
		o.trips.Open(path)
		return
	}
	o.look(mapping.Table{Path: path}, func(p *trace.Preview) {
		if p != nil && p.Uncertain() && len(p.Rows) > 0 {
			o.askColumns(mapping.Table{Path: path}, p)
		} else {
			o.trips.Open(path)
		}
	})
}

// columns asks for a table, shows its columns and opens it.
func (o *opener) columns() {
	t := o.words().T
	q := files.Question{Title: t("menu.mapping"), Kind: t("files.tables"), AllFiles: t("files.all"), Extensions: tableExtensions}
	if recent := o.trips.State().Recent; len(recent) > 0 {
		q.Folder = filepath.Dir(recent[0])
	}
	o.files.Open(q, func(path string) {
		o.show(panelTrips)
		o.look(mapping.Table{Path: path}, func(p *trace.Preview) {
			if p == nil || !p.Table {
				o.trips.Open(path) // no table, or it cannot be opened, which the row says
				return
			}
			o.askColumns(mapping.Table{Path: path}, p)
		})
	})
}

// paste opens the points in the clipboard.
func (o *opener) paste() {
	t := o.words().T
	text := o.pasted()
	name := t("paste.name")
	if strings.TrimSpace(text) == "" {
		o.files.Tell(t("menu.paste"), t("paste.nothing"))
		return
	}
	table := mapping.Table{Path: name, Text: []byte(text)}
	o.look(table, func(p *trace.Preview) {
		switch {
		case p == nil || p.Table && p.Err != nil && (len(p.Rows) < 2 || mapping.Width(p) < 2) || p.Format == trace.Auto:
			o.files.Tell(t("menu.paste"), t("paste.nothing"))
		case p.Table && p.Err != nil:
			o.show(panelTrips)
			o.askColumns(table, p)
		default:
			o.show(panelTrips)
			o.trips.OpenText(name, table.Text)
		}
	})
}

// look reads the beginning of a table and calls then with it, nil if it cannot be opened.
func (o *opener) look(table mapping.Table, then func(*trace.Preview)) {
	bounds := o.mapBounds()
	o.jobs.Start(func(ctx context.Context) func() {
		p, err := mapping.Look(ctx, table, bounds, o.trips.Recipes(ctx))
		return func() {
			if err != nil {
				p = nil
			}
			then(p)
		}
	})
}

// askColumns shows the columns of a table and opens it.
func (o *opener) askColumns(table mapping.Table, p *trace.Preview) {
	mapping.Show(mapping.Options{
		Words: o.words(), Jobs: o.jobs, Dialogs: o.files, Bounds: o.mapBounds(),
		Open: func(table mapping.Table, r trace.Recipe) { o.trips.OpenTable(table.Path, table.Text, r) },
	}, table, p)
}
