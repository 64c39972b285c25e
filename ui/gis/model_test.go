// SPDX-License-Identifier: MIT

package gis_test

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/choropleth"
	"roadsnap/engine/geo"
	"roadsnap/engine/layer"
	"roadsnap/engine/tripfile"
	"roadsnap/internal/workbook"
	"roadsnap/ui/gis"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/maptest"
	"roadsnap/ui/text"
)

const patience = 60 * time.Second

var country = sync.OnceValue(func() *engine.Engine {
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack, Land: data.LandPack})
	if err != nil {
		panic(err)
	}
	return e
})

// desk is a model with what it keeps.
type desk struct {
	*gis.Model
	t    *testing.T
	ui   *jobtest.UI
	kept *memory
	said choropleth.Language
}

// memory keeps settings.
type memory struct {
	mu     sync.Mutex
	values map[string]string
	fails  error
}

func (m *memory) Setting(_ context.Context, name string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if v, ok := m.values[name]; ok {
		return []byte(v), m.fails
	}
	return nil, m.fails
}

func (m *memory) SetSetting(_ context.Context, name string, value []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fails == nil {
		m.values[name] = string(value)
	}
	return m.fails
}

func (m *memory) fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fails = err
}

// SpeakTo sets the language of the legend.
func (d *desk) SpeakTo(l choropleth.Language) { d.said = l }

// newDesk returns a desk that keeps its layers in kept, nil for a new memory.
func newDesk(t *testing.T, kept *memory, former ...gis.Former) *desk {
	return newDeskOf(t, country(), kept, former...)
}

func newDeskOf(t *testing.T, e *engine.Engine, kept *memory, former ...gis.Former) *desk {
	if kept == nil {
		kept = &memory{values: map[string]string{}}
	}
	d := &desk{t: t, ui: jobtest.New(t), kept: kept, said: choropleth.English}
	former = append(former, gis.Former{})
	d.Model = gis.NewModel(gis.Options{
		Jobs: d.ui.Jobs, Table: e.Units(), Atlas: e.Atlas, Bounds: func() geo.Bounds { return geo.NoBounds },
		Language: func() choropleth.Language { return d.said }, Others: func() string { return "others" },
		Fonts: maptest.Fonts(t), Keeper: kept, Former: former[0], Books: func(w io.Writer) (tripfile.Book, error) { return workbook.New(w) },
	})
	d.wait()
	return d
}

func (d *desk) wait() {
	d.t.Helper()
	if !d.ui.Wait(patience, func() bool { return d.State().Busy == 0 && d.ui.Jobs.Idle() }) {
		d.t.Fatal("the model stays busy")
	}
}

func file(t *testing.T, name, content string) string {
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const points = "name,lat,lon,sales\nHanoi shop,21.03,105.85,30\nSaigon shop,10.776,106.70,20\nlost,,,10\n"

// TestPoints opens points, filters and sorts them, selects one on the map, and writes all with
// their units.
func TestPoints(t *testing.T) {
	d := newDesk(t, nil)
	d.Open(file(t, "shops.csv", points), "")
	d.wait()
	s := d.State()
	if i := s.Item(); i == nil || i.Err != nil || i.Data.Len() != 3 || i.Data.Faulty != 1 || len(s.Shown) != 3 {
		t.Fatalf("%+v", i)
	}
	d.SortBy(3)
	d.wait()
	if got := d.State().Shown; !slices.Equal(got, []int{2, 1, 0}) {
		t.Errorf("sorted %v", got)
	}
	d.SortBy(3)
	d.Filter("SHOP")
	d.wait()
	if got := d.State().Shown; !slices.Equal(got, []int{0, 1}) {
		t.Errorf("filtered %v", got)
	}
	if !d.SelectAt(geo.Point{Lat: 10.7761, Lon: 106.7001}, 100) || d.State().Selected != 1 || d.Bounds().Empty() {
		t.Errorf("selected %d", d.State().Selected)
	}
	if d.SelectAt(geo.Point{Lat: 15, Lon: 106.7}, 100) || d.State().Selected != -1 {
		t.Error("something is selected where nothing is")
	}
	path := filepath.Join(t.TempDir(), "out.csv")
	d.Locate(path)
	d.wait()
	if s := d.State(); s.Saved != path || s.Problem != nil {
		t.Fatalf("%+v", s.Problem)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(b), "\uFEFF"))).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("%v: %q", err, rows)
	}
	if last := len(rows[0]) - 1; rows[1][last] != "Thành phố Hà Nội" || rows[2][last] != "Thành phố Hồ Chí Minh" || rows[3][last] != "" {
		t.Errorf("%q", rows)
	}
}

// TestFormulas writes no cell that a spreadsheet runs as a formula, and reads its own table.
func TestFormulas(t *testing.T) {
	d := newDesk(t, nil)
	d.Open(file(t, "shops.csv", "=name,lat,lon,sales\n=1+1,21.03,105.85,-12.5\n"), "")
	d.wait()
	path := filepath.Join(t.TempDir(), "out.csv")
	d.Locate(path)
	d.wait()
	if b, err := os.ReadFile(path); err != nil || !strings.Contains(string(b), "'=name,lat,lon,sales,") || !strings.Contains(string(b), "\n'=1+1,21.03,105.85,-12.5,21.0300000,") {
		t.Errorf("%v, written: %s", err, b)
	}
	d.Open(path, "")
	d.wait()
	if i := d.State().Item(); i == nil || i.Err != nil || i.Data.Columns[0].Name != "=name" || i.Data.Columns[0].Texts[0] != "=1+1" {
		t.Errorf("read again: %+v", i)
	}
}

// values is a table of a value for each province but one, and one that does not exist.
func values() string {
	var b strings.Builder
	b.WriteString("tinh;gia_tri\n")
	for i, p := range country().Units().Provinces()[1:] {
		fmt.Fprintf(&b, "%s;%d\n", p.Name, 10*(i+1))
	}
	b.WriteString("Atlantis;5\n")
	return b.String()
}

// TestChoropleth joins a table to provinces, changes its classes, and finds all again in the next
// run.
func TestChoropleth(t *testing.T) {
	d := newDesk(t, nil)
	path := file(t, "values.csv", values())
	d.ReadTable(path, func(table *layer.Layer, j gis.Join, err error) {
		if err != nil || j.Wards || j.Key != "tinh" {
			t.Errorf("%+v, %v", j, err)
			return
		}
		d.TryJoin(table, j, func(data *gis.Data, err error) {
			if err != nil {
				t.Error(err)
				return
			}
			if data.Matched != 33 || data.Faulty != 1 || data.Faults[0].Text != "Atlantis" {
				t.Errorf("matched %d, %q", data.Matched, data.Faults)
			}
			d.AddJoined(path, j, data, "gia_tri")
		})
	})
	d.wait()
	s := d.State()
	i := s.Item()
	if i == nil || len(i.Keys()) != 6 || len(d.Overlays()) != 1 {
		t.Fatalf("%+v", i)
	}
	if last := i.Keys()[5]; last.Text != choropleth.English.NoData() {
		t.Errorf("%+v", last)
	}
	d.SetStyle(func(s *gis.Style) { s.Classes, s.Method = 3, choropleth.EqualSteps })
	d.Move(i.ID, 1) // there is no place to move to
	d.wait()
	again := newDesk(t, d.kept)
	s = again.State()
	if i := s.Item(); len(s.Items) != 1 || i == nil || i.Err != nil || i.Data.Matched != 33 || i.Style.Method != choropleth.EqualSteps || i.Style.Classes != 3 {
		t.Fatalf("kept %v", d.kept.values)
	}
	undo, redo := again.Remove(s.Items[0].ID)
	if len(again.State().Items) != 0 || len(again.Overlays()) != 0 {
		t.Error("it is not removed")
	}
	undo()
	if len(again.State().Items) != 1 {
		t.Error("the removal is not taken back")
	}
	if redo(); len(again.State().Items) != 0 {
		t.Error("it is not removed again")
	}
}

// TestLayers changes order, visibility and colours, and opens a file that is no layer.
func TestLayers(t *testing.T) {
	d := newDesk(t, nil)
	d.Open(file(t, "a.csv", points), "")
	d.wait()
	d.Open(file(t, "b.csv", points), "")
	d.wait()
	d.Open(file(t, "c.csv", "nothing\n"), "")
	d.wait()
	names := func() (list []string) {
		for _, i := range d.State().Items {
			list = append(list, i.Name)
		}
		return list
	}
	s := d.State()
	if got := names(); !slices.Equal(got, []string{"c", "b", "a"}) || s.Items[0].Err == nil || s.Item().Name != "b" {
		t.Fatalf("%v", got)
	}
	d.Move(s.Items[2].ID, -1)
	if got := names(); !slices.Equal(got, []string{"c", "a", "b"}) {
		t.Errorf("%v", got)
	}
	d.SetVisible(s.Items[1].ID, false)
	if n := len(d.Overlays()); n != 1 {
		t.Errorf("%d layers are drawn", n)
	}
	d.SetStyle(func(s *gis.Style) { s.Column = "name" })
	s = d.State()
	if keys := s.Item().Keys(); len(keys) != 3 {
		t.Errorf("%v", keys)
	}
}

// TestRename gives a layer another name, which is kept.
func TestRename(t *testing.T) {
	kept := &memory{values: map[string]string{}}
	d := newDesk(t, kept)
	d.Open(file(t, "a.csv", points), "")
	d.wait()
	undo, redo := d.Rename(d.State().Active, "Shops")
	named := func(d *desk, want string) {
		t.Helper()
		if i := d.State().Item(); i == nil || i.Title() != want {
			t.Errorf("the layer is %+v, want the name %q", i, want)
		}
	}
	named(d, "Shops")
	undo()
	named(d, "a")
	redo()
	d.wait()
	named(newDesk(t, kept), "Shops")
}

// TestLayersAreKept moves the layers of an earlier version into the workspace, and adds one while
// they are being read.
func TestLayersAreKept(t *testing.T) {
	a, b := file(t, "a.csv", points), file(t, "b.csv", points)
	former := fmt.Sprintf(`[{"path":%q,"name":"shops","style":{"hidden":true,"colour":2,"opacity":0.5,"size":9}}]`, a)
	kept, forgotten := &memory{values: map[string]string{}}, 0
	earlier := gis.Former{Layers: former, Forget: func() { forgotten++ }}

	broken := &memory{values: map[string]string{}, fails: errors.New("the disk is full")}
	d := newDesk(t, broken, earlier)
	if d.State().Problem == nil || forgotten != 0 {
		t.Fatalf("%v, forgotten %d times", d.State().Problem, forgotten)
	}
	broken.fail(nil)
	d.Open(b, "")
	d.wait()
	if len(broken.values) != 0 {
		t.Errorf("layers that could not be read are replaced: %v", broken.values)
	}

	d = newDesk(t, kept, earlier)
	if i := d.State().Item(); i == nil || i.Name != "shops" || i.Style.Opacity != 0.5 || !i.Style.Hidden || i.Data == nil || forgotten != 1 {
		t.Fatalf("%+v, forgotten %d times", i, forgotten)
	}
	d.Open(b, "")
	d.wait()
	d = newDesk(t, kept, gis.Former{Layers: former, Forget: func() { t.Error("layers are moved again") }})
	if s := d.State(); len(s.Items) != 2 || s.Items[0].Name != "b" || s.Item().Name != "b" {
		t.Errorf("kept %v", kept.values)
	}
}

// TestSystems opens files whose system is in doubt, and chooses it.
func TestSystems(t *testing.T) {
	d := newDesk(t, nil)
	var asked []*layer.SystemError
	d.OnUnsure(func(_ int, off *layer.SystemError) { asked = append(asked, off) })
	d.Open(file(t, "metres.csv", "name,lat,lon\nA,1192345.6,601234.5\nB,1192445.6,601334.5\n"), "")
	d.wait()
	s := d.State()
	if len(asked) != 1 || asked[0] == nil || len(asked[0].Likely) == 0 || len(s.Items) != 1 || s.Items[0].Err == nil {
		t.Fatalf("asked %v, %+v", asked, s.Items)
	}
	d.SetSystem(s.Items[0].ID, fmt.Sprintf("EPSG:%d", asked[0].Likely[0].EPSG))
	d.wait()
	if i := d.State().Items[0]; i.Err != nil || i.Data.Len() != 2 || i.Data.Faulty != 0 || len(asked) != 1 {
		t.Fatalf("%+v, asked %d times", i, len(asked))
	}
	again := newDesk(t, d.kept)
	if i := again.State().Item(); i == nil || i.Err != nil || i.Data.Len() != 2 {
		t.Errorf("kept %v", d.kept.values)
	}
}

// TestLabels labels the points of a layer, which is kept.
func TestLabels(t *testing.T) {
	d := newDesk(t, nil)
	d.Open(file(t, "shops.csv", points), "")
	d.wait()
	if len(d.Names()) != 0 {
		t.Error("there are labels without a column")
	}
	d.SetStyle(func(s *gis.Style) { s.Label = "name" })
	d.wait()
	if len(d.Names()) != 1 {
		t.Error("there are no labels")
	}
	d = newDesk(t, d.kept)
	if len(d.Names()) != 1 {
		t.Errorf("kept %v", d.kept.values)
	}
	d.SetVisible(d.State().Active, false)
	if len(d.Names()) != 0 {
		t.Error("a hidden layer has labels")
	}
}

// TestFormerBorders adds the borders of June 2025, which are kept without a file, and finds that
// they are not installed elsewhere.
func TestFormerBorders(t *testing.T) {
	strip := func(code string, west, east float64) string {
		return fmt.Sprintf(`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":%q},"geometry":{"type":"Polygon","coordinates":[[[%[2]v,10.77],[%[3]v,10.77],[%[3]v,10.78],[%[2]v,10.78],[%[2]v,10.77]]]}}]}`, code, west, east)
	}
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack, Land: data.LandPack})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	out := filepath.Join(t.TempDir(), "units.rsp")
	_, err = engine.Import(t.Context(), engine.ImportOptions{
		Units: []string{file(t, "now.geojson", strip("26740", 106.70, 106.72))}, Former: []string{file(t, "before.geojson", strip("26737", 106.70, 106.71))},
		Table: e.Units(), Out: out,
	})
	if err == nil {
		err = e.OpenPack(out)
	}
	if err != nil {
		t.Fatal(err)
	}
	d := newDeskOf(t, e, nil)
	d.AddFormer("before")
	d.wait()
	i := d.State().Item()
	if i == nil || i.Err != nil || i.Data.Len() != 1 || !i.Style.Hollow || !slices.Equal([]string{"26737", "Phường Đa Kao", "Quận 1"}, []string{i.Data.Columns[0].Texts[0], i.Data.Columns[1].Texts[0], i.Data.Columns[2].Texts[0]}) {
		t.Fatalf("%+v", i)
	}
	if !d.SelectAt(geo.Point{Lat: 10.775, Lon: 106.705}, 1) || d.SelectAt(geo.Point{Lat: 10.775, Lon: 106.715}, 1) {
		t.Error("the unit is not where it was")
	}
	if i := newDeskOf(t, e, d.kept).State().Item(); i == nil || i.Data == nil || !i.Former {
		t.Errorf("kept %v", d.kept.values)
	}
	d = newDesk(t, nil)
	d.AddFormer("before")
	d.wait()
	if i := d.State().Items[0]; i.Err == nil || text.Explain(i.Err).Sentence != "error.gis_no_former" {
		t.Errorf("%+v", i)
	}
}
