// SPDX-License-Identifier: MIT

package addresses_test

import (
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
	"roadsnap/engine/address"
	"roadsnap/engine/tripfile"
	"roadsnap/engine/units"
	"roadsnap/internal/workbook"
	"roadsnap/ui/addresses"
	"roadsnap/ui/job/jobtest"
)

// table returns the official table of units.
var table = sync.OnceValue(func() *units.Table {
	t, err := units.Load(data.Units())
	if err != nil {
		panic(err)
	}
	return t
})

const patience = 60 * time.Second

// newModel returns a model with the official table, without borders.
func newModel(t testing.TB) (*addresses.Model, func()) {
	ui := jobtest.New(t)
	m := addresses.NewModel(addresses.Options{
		Jobs: ui.Jobs, Table: table(), Books: func(w io.Writer) (tripfile.Book, error) { return workbook.New(w) },
	})
	return m, func() {
		t.Helper()
		if !ui.Wait(patience, func() bool { return !m.State().Busy && ui.Jobs.Idle() }) {
			t.Fatal("the model stays busy")
		}
		if err := m.State().Err; err != nil {
			t.Fatal(err)
		}
	}
}

// results returns the codes of the wards of the rows, "" for those without.
func results(m *addresses.Model) (codes []string) {
	for _, r := range m.State().Rows {
		codes = append(codes, r.Answer.Ward.Code)
	}
	return codes
}

const benNghe = "12 Nguyễn Huệ, P. Bến Nghé, Q.1, TP.HCM"

func TestTablesOfAddresses(t *testing.T) {
	for _, c := range []struct {
		name, text string
		rows       int
		columns    string
		first      string // text of the first address
	}{
		{"lines", benNghe + "\n\n5 Lê Lợi, phường Bến Thành, quận 1, Hồ Chí Minh\n", 2, "address", benNghe},
		{"one line", benNghe, 1, "address", benNghe},
		{"quoted lines", `"` + benNghe + `"` + "\n", 1, "address", benNghe},
		{"CSV with names", "id,Địa chỉ,note\n1,\"" + benNghe + "\",x\n", 1, "id,Địa chỉ,note", benNghe},
		{"columns", "so_nha;Phường;Quận;Tỉnh\n1;Bến Nghé;Quận 1;Hồ Chí Minh\n", 1, "so_nha;Phường;Quận;Tỉnh", "Bến Nghé, Quận 1, Hồ Chí Minh"},
		{"spreadsheet without names", "12 Nguyễn Huệ\tBến Nghé\tQuận 1\tTP.HCM\n5 Lê Lợi\tBến Thành\tQuận 1\tTP.HCM\n", 2, "column 1,column 2,column 3,column 4", "12 Nguyễn Huệ, Bến Nghé, Quận 1, TP.HCM"},
		{"unknown names", "code\twhere\nA1\t" + benNghe + "\nA2\t" + benNghe + "\n", 2, "code,where", benNghe},
		{"byte order mark", "\uFEFFaddress\r\n" + benNghe + "\r\n", 1, "address", benNghe},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, wait := newModel(t)
			m.Paste(c.text)
			wait()
			s := m.State()
			if got := strings.Join(s.Sheet.Names, ","); len(s.Rows) != c.rows || got != strings.ReplaceAll(c.columns, ";", ",") {
				t.Fatalf("%d rows of %q", len(s.Rows), got)
			}
			if got := addresses.Text(s.Rows[0].Query); got != c.first {
				t.Errorf("the first address is %q", got)
			}
			if a := s.Rows[0].Answer; !a.Decided || a.Ward.FullName != "Phường Sài Gòn" {
				t.Errorf("it becomes %+v", a)
			}
		})
	}
}

// TestFormulas writes no cell that a spreadsheet runs as a formula, and reads its own table.
func TestFormulas(t *testing.T) {
	m, wait := newModel(t)
	m.Paste("=A1;address;n\n=1+1;" + benNghe + ";-12,5\n")
	wait()
	state := m.State()
	if got := state.SheetText(); !strings.HasPrefix(got, "'=A1\taddress\tn\t") || !strings.Contains(got, "\n'=1+1\t"+benNghe+"\t-12,5\t") {
		t.Errorf("copied: %s", got)
	}
	path := filepath.Join(t.TempDir(), "out.csv")
	m.Save(path)
	wait()
	if b, err := os.ReadFile(path); err != nil || !strings.Contains(string(b), "'=A1,address,n,") || !strings.Contains(string(b), "\n'=1+1,\""+benNghe+"\",\"-12,5\",") {
		t.Errorf("%v, written: %s", err, b)
	}
	m.Open(path)
	wait()
	if s := m.State(); s.Sheet.Names[0] != "=A1" || s.Rows[0].Cells[0] != "=1+1" {
		t.Errorf("read again: %q, %q", s.Sheet.Names, s.Rows[0].Cells)
	}
}

// TestChoices decides a divided ward by hand, takes that back, and finds the choice again in the
// written table.
func TestChoices(t *testing.T) {
	for _, end := range []string{".csv", ".xlsx"} {
		t.Run(end, func(t *testing.T) {
			m, wait := newModel(t)
			divided := "3 Trần Hưng Đạo, phường Phú Mỹ, quận 7, Hồ Chí Minh\n"
			m.Paste(benNghe + "\nnonsense 12345\n" + divided)
			wait()
			m.ShowDoubts(true)
			if s := m.State(); s.Doubts < 1 || !slices.Contains(s.Shown, 1) || slices.Contains(s.Shown, 0) {
				t.Fatalf("%d doubts, shown %v", s.Doubts, s.Shown)
			}
			m.Select(1)
			found := m.Find("Sài Gòn")
			if len(found) == 0 || found[0].Ward.FullName != "Phường Sài Gòn" {
				t.Fatalf("found %v", found)
			}
			if got := m.Choice(found[0]).Address; got != "nonsense 12345, Phường Sài Gòn, Thành phố Hồ Chí Minh" {
				t.Errorf("the proposal is %q", got)
			}
			m.Choose(found[0], "12345 Nonsense, Phường Sài Gòn")
			if r := m.State().Rows[1]; !r.ByHand() || r.Answer.Ward.Code != found[0].Ward.Code {
				t.Fatalf("%+v", r)
			}
			if !m.Undo() || m.State().Rows[1].ByHand() || m.Undo() {
				t.Fatal("the choice is not taken back")
			}
			m.Choose(found[0], "12345 Nonsense, Phường Sài Gòn")
			want := results(m)

			path := filepath.Join(t.TempDir(), "out"+end)
			m.Save(path)
			wait()
			if m.State().Saved != path {
				t.Fatal("nothing is saved")
			}
			again, wait := newModel(t)
			again.Open(path)
			wait()
			s := again.State()
			if got := results(again); !slices.Equal(got, want) || len(s.Sheet.Names) != 1 {
				t.Errorf("%v of %v, want %v", got, s.Sheet.Names, want)
			}
			if r := s.Rows[1]; !r.ByHand() || r.Answer.Address != "12345 Nonsense, Phường Sài Gòn" {
				t.Errorf("the choice is %+v", r.Answer)
			}
		})
	}
}

// TestStreets lets the street of an address decide where a former ward was divided, unless it
// runs through several parts.
func TestStreets(t *testing.T) {
	ui := jobtest.New(t)
	m := addresses.NewModel(addresses.Options{
		Jobs: ui.Jobs, Table: table(), Streets: func(name string, among []units.Ward) ([]units.Ward, error) {
			switch name {
			case "Trần Hưng Đạo":
				return among[1:2], nil
			case "Lê Lợi":
				return among, nil
			}
			return nil, errors.New("the map is damaged")
		},
	})
	const ward = ", phường Phú Mỹ, quận 7, Hồ Chí Minh\n"
	m.Paste("3 Trần Hưng Đạo" + ward + "5 Lê Lợi" + ward + "7 Lê Lai" + ward)
	if !ui.Wait(patience, func() bool { return !m.State().Busy && ui.Jobs.Idle() }) {
		t.Fatal("the model stays busy")
	}
	rows := m.State().Rows
	if a := rows[0].Answer; !a.Decided || a.Reason != address.Street || a.Ward.Code == "" {
		t.Errorf("on one street: %+v", a)
	}
	for _, r := range rows[1:] {
		if r.Answer.Decided || r.Answer.Reason != address.Divided {
			t.Errorf("%s: %+v", r.Query.Address, r.Answer)
		}
	}
}

// TestToFormer converts a new address to the unit that it was before.
func TestToFormer(t *testing.T) {
	m, wait := newModel(t)
	m.SetDirection(address.IntoFormer)
	m.Paste("12 Nguyễn Huệ, Phường Sài Gòn, Thành phố Hồ Chí Minh")
	wait()
	a := m.State().Rows[0].Answer
	if len(a.Candidates) < 2 || a.Decided {
		t.Fatalf("%+v", a)
	}
	m.Select(0)
	m.Choose(a.Candidates[0], m.Choice(a.Candidates[0]).Address)
	r := m.State().Rows[0]
	if want := "12 Nguyễn Huệ, " + a.Candidates[0].Former.Name; !strings.HasPrefix(r.Answer.Address, want) || r.Answer.Former.Code != a.Candidates[0].Former.Code {
		t.Errorf("%+v", r.Answer)
	}
}

// TestCancel ends a long conversion, which must leave the earlier table.
func TestCancel(t *testing.T) {
	m, wait := newModel(t)
	m.Paste(benNghe)
	wait()
	m.Paste(strings.Repeat(benNghe+"\n", 48_000))
	m.Cancel()
	wait()
	if n := len(m.State().Rows); n != 1 {
		t.Errorf("%d rows", n)
	}
}

func TestFileThatIsNoTable(t *testing.T) {
	ui := jobtest.New(t)
	m := addresses.NewModel(addresses.Options{Jobs: ui.Jobs, Table: table()})
	path := filepath.Join(t.TempDir(), "a.zip")
	if err := os.WriteFile(path, []byte("PK\x03\x04 and no more"), 0o600); err != nil {
		t.Fatal(err)
	}
	m.Open(path)
	if !ui.Wait(patience, func() bool { return !m.State().Busy }) || m.State().Err == nil || m.State().Sheet != nil {
		t.Errorf("%+v", m.State())
	}
}

// BenchmarkPaste converts 48,000 addresses.
func BenchmarkPaste(b *testing.B) {
	var text strings.Builder
	for i := range 48_000 {
		fmt.Fprintf(&text, "%d Nguyễn Huệ, P. Bến Nghé, Q.1, TP.HCM\n", i)
	}
	b.ReportAllocs()
	for b.Loop() {
		m, wait := newModel(b)
		m.Paste(text.String())
		wait()
	}
}
