// SPDX-License-Identifier: MIT

package units

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/text"
)

// panelBench is a panel without a window, with the borders of the overview.
type panelBench struct {
	*Panel
	ui        *jobtest.UI
	explained string // the last text that the panel showed on the map
}

func newPanelBench(t *testing.T, language string) *panelBench {
	t.Helper()
	test.NewTempApp(t)
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	b := &panelBench{ui: jobtest.New(t)}
	model := NewModel(b.ui.Jobs, e)
	b.open(t, model, language)
	b.ui.Rest(t)
	return b
}

// inLanguage returns the panel, created again in another language.
func (b *panelBench) inLanguage(t *testing.T, language string) *panelBench {
	t.Helper()
	next := &panelBench{ui: b.ui}
	next.open(t, b.model, language)
	return next
}

func (b *panelBench) open(t *testing.T, model *Model, language string) {
	t.Helper()
	words, err := text.Load(assets.Translations(), language)
	if err != nil {
		t.Fatal(err)
	}
	none := func(Row) {}
	b.Panel = New(words, model, Actions{
		Choose: model.Select, Mark: model.Select, Zoom: none, ZoomSelected: func() {}, Preview: func(string) {},
		Fault: func(Fault) {},
		Explain: func(title, detail string) {
			if b.explained = title; title != "" {
				b.explained += ": " + detail
			}
		},
	}, func(*fyne.KeyEvent) {})
	model.OnChange(func() { b.Show(model.State()) })
	b.Show(model.State())
}

func TestTableHasRoomForFormerNames(t *testing.T) {
	w := newPanelBench(t, "en")
	w.model.Show(TableView)
	w.model.Search("ben nghe")
	w.ui.Rest(t)
	if n := len(w.table.listing.Rows); n != 1 {
		t.Fatalf("%d rows", n)
	}
	row := newTableRow(w.table)
	row.show(w.words, w.table.listing.Rows[0])
	if got := row.cells[ColumnName].Text; got != "Sai Gon · was Phường Bến Nghé" {
		t.Errorf("the row says %q", got)
	}
	columns := unitColumns{w.table}
	name := columns.widths(640)[ColumnName]
	w.model.SortBy(ColumnVertices)
	w.ui.Rest(t)
	if columns.widths(640)[ColumnVertices] == 0 {
		t.Error("what the table is sorted by is not shown")
	}
	w.model.SortBy(ColumnCode)
	w.model.Search("")
	w.ui.Rest(t)
	if plain := columns.widths(640)[ColumnName]; plain >= name {
		t.Errorf("the column of names is %v wide with former names, %v without", name, plain)
	}
}

// TestTableIsSortedByTheNamesThatItShows sorts the provinces by name: đ is a letter of its own
// after d, unless names are shown without marks.
func TestTableIsSortedByTheNamesThatItShows(t *testing.T) {
	for language, want := range map[string]string{
		"vi": "An Giang, Bắc Ninh, Cà Mau, Cao Bằng, Cần Thơ, Đà Nẵng, Đắk Lắk, Điện Biên, Đồng Nai, Đồng Tháp, Gia Lai",
		"en": "An Giang, Bac Ninh, Ca Mau, Can Tho, Cao Bang, Da Nang, Dak Lak, Dien Bien, Dong Nai, Dong Thap, Gia Lai",
	} {
		w := newPanelBench(t, language)
		w.model.Show(TableView)
		w.model.List(AllProvinces)
		w.model.SortBy(ColumnName)
		w.ui.Rest(t)
		var names []string
		row := newTableRow(w.table)
		for _, r := range w.table.listing.Rows[:11] {
			row.show(w.words, r)
			names = append(names, row.cells[ColumnName].Text)
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("%s: %s\nwant %s", language, got, want)
		}
		if kind := row.cells[ColumnKind].Text; kind != map[string]string{"vi": "Tỉnh", "en": "Province"}[language] {
			t.Errorf("%s: the kind of Gia Lai is %q", language, kind)
		}
	}
}

// TestTableSaysWhatItListsInAnotherLanguage searches in the table and then changes the
// language, which creates the table again with the same rows.
func TestTableSaysWhatItListsInAnotherLanguage(t *testing.T) {
	w := newPanelBench(t, "en")
	w.model.Show(TableView)
	w.model.Search("sa pa")
	found := func() bool { return w.table.former }
	w.ui.Rest(t)
	w = w.inLanguage(t, "vi")
	w.ui.Rest(t)
	if got, want := w.table.filter.Selected, w.words.T("units.all_wards"); got != want {
		t.Errorf("the choice of what is listed says %q, want %q", got, want)
	}
	if !found() {
		t.Error("the column of names has no room for former names")
	}
}

// TestChecksDoNotPraiseWhatWasNotFound checks that an empty list of faults has another
// text during a search than without one.
func TestChecksDoNotPraiseWhatWasNotFound(t *testing.T) {
	w := newPanelBench(t, "en")
	for _, c := range []struct {
		state State
		want  string
	}{
		{State{}, "units.faults.unknown"},
		{State{Borders: Borders{Wards: true}}, "units.faults.none"},
		{State{Borders: Borders{Wards: true}, Query: "xyz"}, "units.faults.none_found"},
	} {
		w.faults.show(c.state)
		if got, want := w.faults.none.Text, w.words.T(c.want); got != want {
			t.Errorf("query %q: the checks say %q, want %q", c.state.Query, got, want)
		}
	}
}

// TestHeadsOfTheTableSayWhatItIsSortedBy checks the mark of the sorted column, which is
// hidden while a search orders the table.
func TestHeadsOfTheTableSayWhatItIsSortedBy(t *testing.T) {
	w := newPanelBench(t, "en")
	w.model.Show(TableView)
	table := w.table
	sorted := func() (columns []Column) {
		for column, b := range table.heads {
			if b.Icon != nil {
				columns = append(columns, Column(column))
			}
		}
		return columns
	}
	w.ui.Rest(t)
	if !slices.Equal(sorted(), []Column{ColumnCode}) {
		t.Errorf("at first by %v", sorted())
	}
	w.search.SetText("26743")
	w.ui.Rest(t)
	if len(sorted()) != 0 {
		t.Errorf("by %v", sorted())
	}
	table.heads[ColumnCode].OnTapped()
	w.ui.Rest(t)
	if !slices.Equal(sorted(), []Column{ColumnCode}) {
		t.Errorf("after a click by %v", sorted())
	}
}

// TestFaultIsShownInFull checks that a fault whose text is too long for its row is shown
// in full while the pointer is on the row, and after it was chosen.
func TestFaultIsShownInFull(t *testing.T) {
	w := newPanelBench(t, "en")
	var rows []Row
	for _, code := range []string{"01", "04", "08", "11", "12"} {
		row, _ := w.model.Row(code)
		rows = append(rows, row)
	}
	fault := Fault{Overlap: true, Area: 3, Units: rows, Given: rows[0]}
	const want = "Overlap · 3 m²: Ha Noi City, Cao Bang Province, Tuyen Quang Province, Dien Bien Province, Lai Chau Province (assigned to Ha Noi City)"
	row := w.faults.list.CreateItem().(*faultRow)
	row.show(w.words, fault)
	if row.MouseIn(nil); w.explained != want {
		t.Errorf("the map shows %q", w.explained)
	}
	if row.MouseOut(); w.explained != "" {
		t.Errorf("the map still shows %q", w.explained)
	}
	w.faults.faults = []Fault{fault}
	if w.faults.list.OnSelected(0); w.explained != want {
		t.Errorf("the map shows %q for the chosen fault", w.explained)
	}
}

// TestMenuKeyOpensTheMenuUnderTheRow presses the menu key on the third province.
func TestMenuKeyOpensTheMenuUnderTheRow(t *testing.T) {
	b := newPanelBench(t, "en")
	test.NewTempWindow(t, b.Content()).Resize(fyne.NewSize(400, 700))
	line := b.list.Line("08")
	if line == nil {
		t.Fatal("the third province is not on the screen")
	}
	b.model.Select(line.unit)
	var asked Row
	var at fyne.Position
	b.list.do.Menu = func(row Row, absolute fyne.Position) { asked, at = row, absolute }
	b.list.TypedKey(&fyne.KeyEvent{Name: desktop.KeyMenu})
	row := fyne.CurrentApp().Driver().AbsolutePositionForObject(line.contents)
	if want := row.AddXY(theme.Padding(), line.contents.Size().Height); asked.Code() != "08" || at != want || row.Y < 100 {
		t.Errorf("the menu of %q opens at %v, want %v", asked.Code(), at, want)
	}
}
