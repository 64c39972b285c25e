// SPDX-License-Identifier: MIT

package shell

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"roadsnap/engine/geo"
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
			o.askColumns(mapping.Table{Path: path}, p, nil)
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
			switch {
			case p == nil:
				o.trips.Open(path) // it cannot be opened, which the row says
			case !p.Table:
				o.askTracks(path, nil)
			default:
				o.askColumns(mapping.Table{Path: path}, p, nil)
			}
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
			o.askColumns(table, p, nil)
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

// askColumns shows the columns of a table and opens it. closed is called afterwards; it may be
// nil.
func (o *opener) askColumns(table mapping.Table, p *trace.Preview, closed func()) {
	options := o.mapping()
	options.Closed = closed
	mapping.Show(options, table, p)
}

func (o *opener) mapping() mapping.Options {
	return mapping.Options{
		Words: o.words(), Jobs: o.jobs, Dialogs: o.files, Bounds: o.mapBounds(),
		Open: func(table mapping.Table, r trace.Recipe, numbers []int) {
			o.trips.OpenTable(table.Path, table.Text, r, numbers)
		},
	}
}

// recipes shows the saved recipes.
func (o *opener) recipes() {
	mapping.ShowRecipes(mapping.RecipesOptions{Words: o.words(), Dialogs: o.files, Change: o.trips.ChangeRecipes})
}

// askTracks shows the tracks and routes of a file and opens the chosen ones. only chooses at
// first, nil for what is read without a choice.
func (o *opener) askTracks(path string, only func(trace.Item) bool) {
	mapping.ShowTracks(mapping.TracksOptions{
		Options: o.mapping(), Only: only,
		Chosen: func(numbers []int) { o.trips.OpenTracks(path, numbers) },
	}, mapping.Table{Path: path})
}

// askRoutes is askTracks for the routes of a file whose tracks are open.
func (o *opener) askRoutes(path string) {
	o.askTracks(path, func(i trace.Item) bool { return i.Kind == trace.KindRoute })
}

// uncertainTable is a table whose columns are to be looked at before it is opened.
type uncertainTable struct {
	path string
	p    *trace.Preview
}

// sortOut returns the files that are opened at once, and the tables that are uncertain.
func sortOut(ctx context.Context, paths []string, bounds geo.Bounds, saved []trace.Recipe) (certain []string, uncertain []uncertainTable) {
	for _, path := range paths {
		if isTable(path) {
			p, err := mapping.Look(ctx, mapping.Table{Path: path}, bounds, saved)
			if err == nil && p.Uncertain() && len(p.Rows) > 0 {
				uncertain = append(uncertain, uncertainTable{path, p})
				continue
			}
		}
		certain = append(certain, path)
	}
	return certain, uncertain
}

// askInTurn shows the columns of each table after the one before is closed.
func (o *opener) askInTurn(list []uncertainTable) {
	if len(list) > 0 {
		o.askColumns(mapping.Table{Path: list[0].path}, list[0].p, func() { o.askInTurn(list[1:]) })
	}
}
