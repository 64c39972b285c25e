// SPDX-License-Identifier: MIT

package units

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const (
	goodLegacy = "code,name,district,province,until,successors\n" +
		"00001,Phường Phúc Xá,Quận Ba Đình,Thành phố Hà Nội,2025-06-30,00004\n" +
		"01273,Thị trấn Nước Hai,Huyện Hòa An,Tỉnh Cao Bằng,2025-06-30,01273 01654\n" +
		"01654,Xã Hoà An,Huyện Hòa An,Tỉnh Cao Bằng,2025-06-30,01654\n" +
		",Phường Hợp Giang,Thành phố Cao Bằng,Tỉnh Cao Bằng,2019-12-31,01273\n" +
		",Xã Bình Long,Thị xã Hòa An,Tỉnh Cao Bằng,,01654\n"
	goodEarlier = "name,code,until\nTỉnh Hà Tây,01,2008-07-31\n"
)

func formerFiles(legacy, earlier string) fstest.MapFS {
	out := files(goodProvinces, goodWards, goodAliases)
	out[legacyFile] = &fstest.MapFile{Data: []byte(legacy)}
	out[earlierFile] = &fstest.MapFile{Data: []byte(earlier)}
	return out
}

func TestLoadFormer(t *testing.T) {
	table, err := Load(formerFiles(goodLegacy, goodEarlier))
	if err != nil {
		t.Fatal(err)
	}
	l, ok := table.Legacy("01273")
	if !ok || named(l.Old) != "Thị trấn Nước Hai, Huyện Hòa An, Tỉnh Cao Bằng" || codes(l.Old.Successors) != "01273 01654" || l.Current.Name != "Thục Phán" {
		t.Errorf("got %+v, %v", l, ok)
	}
	if made := table.FormerUnitsOf("01654"); len(made) != 3 || made[2].Code != "" || made[2].Name != "Xã Bình Long" {
		t.Errorf("Hòa An was made of %+v", made)
	}
	if found := table.Search("hà tây", Filter{}); len(found) != 1 || found[0].Matched != "Tỉnh Hà Tây (đến 31/7/2008)" {
		t.Errorf("Hà Tây is %s", labels(found))
	}
}

// TestFormerUntil checks the last days of units and of their districts.
func TestFormerUntil(t *testing.T) {
	table, err := Load(formerFiles(goodLegacy, goodEarlier))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"2025-06-30", "2025-06-30", "2025-06-30", "2019-12-31", "0000-00-00"} {
		f := table.formerAt(i)
		if f.Until.String() != want || f.Until.IsZero() != (i == 4) || f.Complete != (f.Code != "") {
			t.Errorf("%s: until %v, complete %v", f.Name, f.Until, f.Complete)
		}
	}
	for query, want := range map[string]string{
		"huyện hòa an":     "Huyện Hòa An, Tỉnh Cao Bằng (đến 30/6/2025)", // the latest of its units
		"phường hợp giang": "Phường Hợp Giang, Thành phố Cao Bằng, Tỉnh Cao Bằng (đến 31/12/2019)",
		"thị xã hòa an":    "Thị xã Hòa An, Tỉnh Cao Bằng (cũ)", // unknown
		"xã bình long":     "Xã Bình Long, Thị xã Hòa An, Tỉnh Cao Bằng (cũ)",
	} {
		found := table.Search(query, Filter{})
		if !slices.ContainsFunc(found, func(h Hit) bool { return h.Matched == want }) {
			t.Errorf("%q finds %s, want %s", query, labels(found), want)
		}
	}
}

// TestLoadFormerRejects breaks one thing at a time. The error must name the place.
func TestLoadFormerRejects(t *testing.T) {
	l, e := goodLegacy, goodEarlier
	swap := func(old, with string) string {
		if !strings.Contains(l+e, old) {
			t.Fatalf("nothing to break: %q", old)
		}
		return strings.Replace(l, old, with, 1)
	}
	for _, c := range []struct{ name, legacy, earlier, place, why string }{
		{"empty", "", e, "legacy.csv", "empty"},
		{"header", swap("district", "quận"), e, "legacy.csv:1", "header"},
		{"code short", swap("00001", "0001"), e, "legacy.csv:2", "5 digits"},
		{"code twice", swap("01273,Thị", "00001,Thị"), e, "legacy.csv:3", "does not come after"},
		{"code after none", l + "01655,Xã A,Huyện B,Tỉnh C,,01654\n", e, "legacy.csv:7", "after a unit without"},
		{"no code, order", swap(",Xã Bình Long,Thị xã Hòa An", ",Xã Bình Long,Huyện Hòa An"), e, "legacy.csv:6", "does not come after"},
		{"no code, twice", l + ",Xã Bình Long,Thị xã Hòa An,Tỉnh Cao Bằng,,01654\n", e, "legacy.csv:7", "does not come after"},
		{"no kind", swap("Phường Phúc Xá", "Phúc Xá"), e, "legacy.csv:2", "none of the kinds"},
		{"kind alone", swap("Phường Phúc Xá", "Phường"), e, "legacy.csv:2", "none of the kinds"},
		{"kind joined", swap("Phường Phúc Xá", "PhườngPhúc Xá"), e, "legacy.csv:2", "none of the kinds"},
		{"stray space", swap("Phường Phúc Xá", "Phường  Phúc Xá"), e, "legacy.csv:2", "stray spaces"},
		{"decomposed", swap("Phúc Xá", "Phúc Xa\u0301"), e, "legacy.csv:2", "NFC"},
		{"district's kind", swap("Quận Ba Đình", "Phường Ba Đình"), e, "legacy.csv:2", "none of the kinds"},
		{"until", swap("2025-06-30,00004", "30/6/2025,00004"), e, "legacy.csv:2", "want a day"},
		{"no district", swap("Quận Ba Đình", ""), e, "legacy.csv:2", "none of the kinds"},
		{"province's kind", swap("Thành phố Hà Nội", "Hà Nội"), e, "legacy.csv:2", "none of the kinds"},
		{"no successor", swap("2025-06-30,00004", "2025-06-30,"), e, "legacy.csv:2", "not in wards.csv"},
		{"unknown successor", swap("2025-06-30,00004", "2025-06-30,00005"), e, "legacy.csv:2", "not in wards.csv"},
		{"successor by alias", swap("01273 01654", "01273 01655"), e, "legacy.csv:3", "not in wards.csv"},
		{"successors' order", swap("01273 01654", "01654 01273"), e, "legacy.csv:3", "does not come after"},
		{"successor twice", swap("01273 01654", "01273 01273"), e, "legacy.csv:3", "does not come after"},
		{"two spaces", swap("01273 01654", "01273  01654"), e, "legacy.csv:3", "not in wards.csv"},
		{"earlier header", l, "code,name,until\n", "earlier.csv:1", "header"},
		{"earlier name", l, strings.Replace(e, "Tỉnh", "Huyện", 1), "earlier.csv:2", "none of the kinds"},
		{"earlier code", l, strings.Replace(e, ",01,", ",02,", 1), "earlier.csv:2", "not in provinces.csv"},
		{"earlier day", l, strings.Replace(e, "07-31", "07-32", 1), "earlier.csv:2", "want a day"},
		{"earlier twice", l, e + "Tỉnh Hà Tây,04,2008-07-31\n", "earlier.csv:3", "does not come after"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load(formerFiles(c.legacy, c.earlier))
			if !errors.Is(err, ErrTable) || !strings.Contains(err.Error(), c.place+":") || !strings.Contains(err.Error(), c.why) {
				t.Errorf("error %v, want place %q and reason %q", err, c.place, c.why)
			}
		})
	}
}

func FuzzLoadFormer(f *testing.F) {
	f.Add(goodLegacy, goodEarlier)
	f.Add(goodLegacy+"\"", "name,code,until\n")
	f.Add("code,name,district,province,successors\n,Xã  A,Quận B,Tỉnh C,\n", goodEarlier)
	f.Fuzz(func(t *testing.T, legacy, earlier string) {
		table, err := Load(formerFiles(legacy, earlier))
		if err != nil {
			if !errors.Is(err, ErrTable) || table != nil {
				t.Fatalf("table %v, error %v", table, err)
			}
			return
		}
		for i := range table.former.units {
			former := table.formerAt(i)
			if len(former.Successors) == 0 {
				t.Errorf("%+v became nothing", former)
			}
			if len(table.LegacyByName(former.Name, 0)) == 0 {
				t.Errorf("%s is not found by its name", former.Name)
			}
			if l, ok := table.Legacy(former.Code); former.Code != "" && (!ok || named(l.Old) != named(former)) {
				t.Errorf("%s: %+v, %v", former.Code, l, ok)
			}
		}
	})
}

// withoutFormer is the shipped tables without those of former units.
type withoutFormer struct{ fs.FS }

func (f withoutFormer) Open(name string) (fs.File, error) {
	if name == legacyFile || name == earlierFile || name == districtsFile {
		return nil, fs.ErrNotExist
	}
	return f.FS.Open(name)
}

// TestLoadFormerMemory checks the memory limit of the former units: 6 MB.
func TestLoadFormerMemory(t *testing.T) {
	shipped := os.DirFS("../../data/units")
	size := func(fsys fs.FS) (*Table, int64) {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		table, err := Load(fsys)
		if err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		return table, int64(after.HeapAlloc) - int64(before.HeapAlloc)
	}
	_, without := size(withoutFormer{shipped})
	table, with := size(shipped)
	if more := with - without; more > 6<<20 {
		t.Errorf("former units take %d bytes, want at most 6 MiB", more)
	} else {
		t.Logf("all %d bytes, former units %d", with, more)
	}
	runtime.KeepAlive(table)
}

func BenchmarkLoadWithoutFormer(b *testing.B) {
	fsys := withoutFormer{os.DirFS("../../data/units")}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load(fsys); err != nil {
			b.Fatal(err)
		}
	}
}
