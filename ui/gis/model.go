// SPDX-License-Identifier: MIT

package gis

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"roadsnap/engine/choropleth"
	"roadsnap/engine/geo"
	"roadsnap/engine/layer"
	"roadsnap/engine/units"
	"roadsnap/ui/addresses"
	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/thematic"
)

// Item is a layer of the list. It does not change; a change replaces it.
type Item struct {
	ID     int    `json:"-"`
	Path   string `json:"path"`
	Name   string `json:"name"`
	System string `json:"system,omitempty"`
	Join   *Join  `json:"join,omitempty"`   // of a table that is joined to units
	Former bool   `json:"former,omitempty"` // the units of June 2025, without a file
	Style  Style  `json:"style"`

	Data *Data `json:"-"` // nil while the file is read, or if it cannot be
	Err  error `json:"-"`

	painted painted
	drawn   *thematic.Layer
	names   *thematic.Names // nil without a column of labels
}

// Keys explain the colours of the layer.
func (i *Item) Keys() []Key { return i.painted.keys }

// Colour returns the colour of a layer without a column.
func (i *Item) Colour() (c Key) {
	return Key{Palette[i.Style.Colour%len(Palette)], i.Name}
}

// Title returns the name of the layer, with the column that gives its colours.
func (i *Item) Title() string {
	if i.Style.Column == "" {
		return i.Name
	}
	return i.Name + " · " + i.Style.Column
}

// State is the state of the panel.
type State struct {
	Items    []*Item // the topmost first
	Active   int     // ID of the layer whose style and rows are shown, 0 for none
	Shown    []int   // its listed rows
	Query    string  // filters the rows
	SortBy   int     // column, −1 for the order of the file
	Descends bool
	Selected int  // row of the active layer, −1 for none
	Table    bool // the rows are shown below the map
	Busy     int  // files that are being read or written
	Problem  error
	Saved    string // path of the written file
	Count    int    // rows in it
}

// Item returns the active layer, nil if there is none.
func (s State) Item() *Item { return s.ByID(s.Active) }

// ByID returns the layer with an ID, nil if there is none.
func (s State) ByID(id int) *Item {
	for _, i := range s.Items {
		if i.ID == id {
			return i
		}
	}
	return nil
}

// Options configures a Model.
type Options struct {
	Jobs     *job.Runner
	Table    *units.Table
	Atlas    func(fn func(*units.Atlas) error) error // nil without borders
	Bounds   func() geo.Bounds                       // where points are expected
	Language func() choropleth.Language
	Others   func() string // the text of further categories
	Fonts    *style.Fonts  // of labels
	Keeper   Keeper        // keeps the layers between runs; nil keeps none
	Former   Former
	Books    addresses.Books
}

// Model is the view model of the layers. It belongs to the UI goroutine.
type Model struct {
	o       Options
	changed *job.Signal
	state   State
	next    int
	listing *job.Job
	writing *job.Job
	keeping keeping
	unsure  func(id int, off *layer.SystemError)
	opened  func()
}

// NewModel returns a model with the layers of the last run, which are read in the background.
func NewModel(o Options) *Model {
	m := &Model{o: o, changed: o.Jobs.Signal(), state: State{SortBy: -1, Selected: -1}}
	m.unsure, m.opened = func(int, *layer.SystemError) {}, func() {}
	m.reopen()
	return m
}

// OnUnsure sets the function that is called with a layer that was opened, if its coordinate
// system is in doubt: the file declares none, or, with off, no position is on Earth in it.
func (m *Model) OnUnsure(fn func(id int, off *layer.SystemError)) { m.unsure = fn }

// OnChange sets the listener that is called after each change of the state.
func (m *Model) OnChange(fn func()) { m.changed.Listen(fn) }

// State returns the current state.
func (m *Model) State() State { return m.state }

// OnOpened sets the function that is called when a layer that the user opened is on the map.
func (m *Model) OnOpened(fn func()) { m.opened = fn }

// Open reads a file as a layer. system is its coordinate system, "" for the one that it declares.
func (m *Model) Open(path, system string) {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	m.add(&Item{Path: path, Name: name, System: system, Style: Style{Colour: m.next, Opacity: 0.85, Size: 7}}, true)
	m.keep()
}

// AddFormer adds the borders of the units of June 2025 as a layer with a name.
func (m *Model) AddFormer(name string) {
	m.add(&Item{Name: name, Former: true, Style: Style{Colour: 1, Hollow: true, Opacity: 1, Size: 2}}, true)
	m.keep()
}

// SetSystem reads the file of a layer in another coordinate system, "" for the one that it
// declares.
func (m *Model) SetSystem(id int, system string) {
	m.replace(id, func(i *Item) { i.System, i.Data, i.Err, i.drawn, i.names = system, nil, nil, nil, nil })
	if i := m.state.ByID(id); i != nil {
		m.read(i, true)
		m.keep()
	}
}

// ReadTable reads a table without positions, and calls then with it and its likely join.
func (m *Model) ReadTable(path string, then func(*layer.Layer, Join, error)) {
	m.o.Jobs.Start(func(ctx context.Context) func() {
		t, err := layer.Open(ctx, path, layer.Options{Bare: true})
		var j Join
		if err == nil {
			j = guessJoin(ctx, t, m.o.Table)
		}
		return func() { then(t, j, err) }
	})
}

// TryJoin joins a table in the background and calls then with the result.
func (m *Model) TryJoin(t *layer.Layer, j Join, then func(*Data, error)) *job.Job {
	return m.o.Jobs.Start(func(ctx context.Context) func() {
		d, err := join(ctx, t, j, m.o.Table, m.o.Atlas)
		return func() { then(d, err) }
	})
}

// AddJoined adds a table that was joined, styled by a column.
func (m *Model) AddJoined(path string, j Join, d *Data, column string) {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	i := &Item{Path: path, Name: name, Join: &j, Data: d, Style: Style{
		Colour: m.next, Column: column, Method: choropleth.Quantiles, Classes: defaultClasses, Ramp: choropleth.Ramps()[0].Name, Opacity: 0.85, Size: 2,
	}}
	m.add(i, true)
	m.keep()
}

// add puts a layer on top, or below all others, and reads its file.
func (m *Model) add(i *Item, top bool) {
	m.next++
	i.ID = m.next
	if m.state.Items = append(slices.Clone(m.state.Items), i); top {
		m.state.Items = append([]*Item{i}, m.state.Items[:len(m.state.Items)-1]...)
	}
	if i.Data != nil {
		m.paint(i)
		m.Activate(i.ID)
		return
	}
	m.read(i, top)
}

// read reads the file of a layer. The user is asked for its coordinate system if that is in doubt
// and ask is set.
func (m *Model) read(i *Item, ask bool) {
	m.state.Busy++
	bounds := m.o.Bounds()
	m.o.Jobs.Start(func(ctx context.Context) func() {
		d, err := m.load(ctx, i, bounds)
		return func() {
			m.state.Busy--
			if now := m.state.ByID(i.ID); now == nil || now.System != i.System { // removed, or read in another system
				m.changed.Raise()
				return
			}
			m.replace(i.ID, func(i *Item) { i.Data, i.Err = d, err })
			if m.state.Active == 0 || err == nil && ask || m.state.Active == i.ID {
				m.Activate(i.ID)
			}
			m.changed.Raise()
			if !ask {
				return
			}
			if err == nil {
				m.opened()
			}
			var off *layer.SystemError
			if errors.As(err, &off) || d != nil && d.Assumed {
				m.unsure(i.ID, off)
			}
		}
	})
	m.changed.Raise()
}

// load reads a layer.
func (m *Model) load(ctx context.Context, i *Item, bounds geo.Bounds) (*Data, error) {
	if i.Former {
		return former(ctx, m.o.Atlas)
	}
	if i.Join == nil {
		l, err := layer.Open(ctx, i.Path, layer.Options{System: i.System, Bounds: bounds})
		if err != nil {
			return nil, err
		}
		return dataOf(l), nil
	}
	t, err := layer.Open(ctx, i.Path, layer.Options{Bare: true})
	if err != nil {
		return nil, err
	}
	return join(ctx, t, *i.Join, m.o.Table, m.o.Atlas)
}

// replace changes a layer by its ID.
func (m *Model) replace(id int, change func(*Item)) {
	items := slices.Clone(m.state.Items)
	for n, i := range items {
		if i.ID == id {
			c := *i
			change(&c)
			m.paint(&c)
			items[n] = &c
		}
	}
	m.state.Items = items
}

// paint applies the style of a layer.
func (m *Model) paint(i *Item) {
	if i.Data == nil {
		return
	}
	i.painted = paint(i.Data, i.Style, m.o.Language(), m.o.Others())
	i.drawn = &thematic.Layer{
		Shapes: i.Data.Shapes, Classes: i.painted.classes, Colours: i.painted.colours,
		Opacity: i.Style.Opacity, Size: i.Style.Size, Outline: true, Hollow: i.Style.Hollow,
	}
	i.names = nil
	if at := i.Data.Column(i.Style.Label); at >= 0 {
		i.names = thematic.NewNames(i.Data.Shapes, i.Data.Columns[at].Texts, i.Style.Size, m.o.Fonts)
	}
}

// LanguageChanged writes the keys in another language.
func (m *Model) LanguageChanged() {
	for _, i := range m.state.Items {
		m.replace(i.ID, func(*Item) {})
	}
	m.changed.Raise()
}

// SetStyle changes the style of the active layer.
func (m *Model) SetStyle(change func(*Style)) {
	m.replace(m.state.Active, func(i *Item) {
		change(&i.Style)
		if i.Style.Column != "" && i.Style.Method == "" {
			i.Style.Method, i.Style.Classes, i.Style.Ramp = choropleth.Quantiles, defaultClasses, choropleth.Ramps()[0].Name
		}
	})
	m.keep()
	m.changed.Raise()
}

// SetVisible shows or hides a layer.
func (m *Model) SetVisible(id int, on bool) {
	m.replace(id, func(i *Item) { i.Style.Hidden = !on })
	m.keep()
	m.changed.Raise()
}

// Rename gives a layer another name. It returns how to take that back, and how to do it again.
func (m *Model) Rename(id int, name string) (undo, redo func()) {
	before := m.state.ByID(id).Name
	set := func(name string) func() {
		return func() {
			m.replace(id, func(i *Item) { i.Name = name })
			m.keep()
			m.changed.Raise()
		}
	}
	set(name)()
	return set(before), set(name)
}

// Move moves a layer up if by is −1, down if it is 1.
func (m *Model) Move(id, by int) {
	items := slices.Clone(m.state.Items)
	at := slices.IndexFunc(items, func(i *Item) bool { return i.ID == id })
	if to := at + by; at >= 0 && to >= 0 && to < len(items) {
		items[at], items[to] = items[to], items[at]
		m.state.Items = items
		m.keep()
		m.changed.Raise()
	}
}

// Remove takes a layer from the list. Its file stays. It returns how to take that back, and how to
// do it again.
func (m *Model) Remove(id int) (undo, redo func()) {
	before := m.state.Items
	m.state.Items = slices.DeleteFunc(slices.Clone(before), func(i *Item) bool { return i.ID == id })
	if m.state.Active == id {
		m.state.Active, m.state.Shown, m.state.Selected = 0, nil, -1
		if len(m.state.Items) > 0 {
			m.Activate(m.state.Items[0].ID)
		}
	}
	m.keep()
	m.changed.Raise()
	return func() {
		m.state.Items = before
		m.keep()
		m.Activate(id)
	}, func() { m.Remove(id) }
}

// Activate shows the style and the rows of a layer.
func (m *Model) Activate(id int) {
	if m.state.Active != id {
		m.state.Active, m.state.Query, m.state.SortBy, m.state.Selected, m.state.Shown = id, "", -1, -1, nil
	}
	m.list()
	m.changed.Raise()
}

// ShowTable shows the rows below the map, or hides them.
func (m *Model) ShowTable(on bool) {
	m.state.Table = on
	m.changed.Raise()
}

// Filter lists the rows with a text.
func (m *Model) Filter(query string) {
	m.state.Query = query
	m.list()
}

// SortBy sorts the rows by a column, or in the other order if they are.
func (m *Model) SortBy(column int) {
	s := &m.state
	s.Descends = s.SortBy == column && !s.Descends
	s.SortBy = column
	m.list()
}

// list lists the rows of the active layer in the background.
func (m *Model) list() {
	m.listing.Cancel()
	s := m.state
	i := s.Item()
	if i == nil || i.Data == nil {
		m.state.Shown = nil
		return
	}
	d := i.Data
	m.listing = m.o.Jobs.Start(func(context.Context) func() {
		rows := d.rows(s.Query, s.SortBy, s.Descends)
		return func() {
			m.state.Shown = rows
			m.changed.Raise()
		}
	})
}

// rows returns the rows with a text in the order of a column.
func (d *Data) rows(query string, by int, descends bool) []int {
	query = units.Fold(query)
	rows := make([]int, 0, d.Len())
	for i := range d.Len() {
		if query == "" || slices.ContainsFunc(d.Columns, func(c layer.Column) bool { return strings.Contains(units.Fold(c.Texts[i]), query) }) {
			rows = append(rows, i)
		}
	}
	if by < 0 || by >= len(d.Columns) {
		return rows
	}
	c := &d.Columns[by]
	slices.SortStableFunc(rows, func(a, b int) int {
		order := cmp.Compare(c.Texts[a], c.Texts[b])
		switch c.Kind {
		case layer.Number:
			order = cmp.Compare(c.Numbers[a], c.Numbers[b])
		case layer.Date:
			order = c.Dates[a].Compare(c.Dates[b])
		}
		if descends {
			return -order
		}
		return order
	})
	return rows
}

// Select selects a row of the active layer, −1 for none.
func (m *Model) Select(row int) {
	m.state.Selected = row
	m.changed.Raise()
}

// SelectAt selects the topmost visible feature at a point, and reports whether there is one.
func (m *Model) SelectAt(at geo.Point, reach float64) bool {
	for _, i := range m.state.Items {
		if i.Style.Hidden || i.Data == nil {
			continue
		}
		if row, ok := i.Data.Shapes.Pick(at, reach); ok {
			if m.state.Active != i.ID {
				m.Activate(i.ID)
			}
			m.Select(row)
			return true
		}
	}
	m.Select(-1)
	return false
}

// Bounds returns the box of the selected row, or else of the active layer.
func (m *Model) Bounds() geo.Bounds {
	i := m.state.Item()
	if i == nil || i.Data == nil {
		return geo.NoBounds
	}
	if m.state.Selected >= 0 {
		const margin = 200 // metres
		if b := i.Data.Shapes.Box(m.state.Selected); !b.Empty() {
			return b.Pad(margin)
		}
	}
	return i.Data.Shapes.Bounds()
}

// Overlays returns the visible layers, from bottom to top.
func (m *Model) Overlays() (list []overlay.Overlay) {
	for _, i := range slices.Backward(m.state.Items) {
		if i.Style.Hidden || i.drawn == nil {
			continue
		}
		l := *i.drawn
		if i.ID == m.state.Active && m.state.Selected >= 0 {
			l.Selected = []int{m.state.Selected}
		}
		list = append(list, &l)
	}
	return list
}

// Names returns the labels of the visible layers, the preferred ones first.
func (m *Model) Names() (list []overlay.Overlay) {
	for _, i := range m.state.Items {
		if !i.Style.Hidden && i.names != nil {
			list = append(list, i.names)
		}
	}
	return list
}
