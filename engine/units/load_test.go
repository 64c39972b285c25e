// SPDX-License-Identifier: MIT

package units

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

const (
	goodProvinces = "code,name,level,region\n" +
		"01,Hà Nội,Thành phố trực thuộc trung ương,Đồng bằng sông Hồng\n" +
		"04,Cao Bằng,Tỉnh,Trung du và miền núi phía Bắc\n"
	goodWards = "code,province_code,name,level\n" +
		"00004,01,Ba Đình,Phường\n" +
		"01273,04,Thục Phán,Phường\n" +
		"01654,04,Hòa An,Xã\n"
	goodAliases = "alias,code\n01655,01654\n"
)

func files(provinces, wards, aliases string) fstest.MapFS {
	return fstest.MapFS{
		provincesFile: {Data: []byte(provinces)},
		wardsFile:     {Data: []byte(wards)},
		aliasesFile:   {Data: []byte(aliases)},
	}
}

func TestLoad(t *testing.T) {
	good := files(goodProvinces, goodWards, goodAliases)
	table, err := Load(good)
	if err != nil {
		t.Fatal(err)
	}
	if w, ok := table.Ward("01655"); !ok || w.FullNameEN != "Hoa An Commune" {
		t.Errorf("ward by alias: %+v, %v", w, ok)
	}
	delete(good, aliasesFile)
	if _, err := Load(good); err != nil {
		t.Errorf("without aliases: %v", err)
	}
}

// TestLoadRejects breaks one thing at a time. The error must name the place.
func TestLoadRejects(t *testing.T) {
	p, w, a := goodProvinces, goodWards, goodAliases
	cases := []struct {
		name                    string
		provinces, wards, alias string
		place, why              string
	}{
		{"empty file", "", w, a, "provinces.csv", "empty"},
		{"no provinces", "code,name,level,region\n", w, a, "provinces.csv", "no provinces"},
		{"province header", strings.Replace(p, "name", "nom", 1), w, a, "provinces.csv:1", "header"},
		{"byte order mark", "\ufeff" + p, w, a, "provinces.csv:1", "header"},
		{"province code short", strings.Replace(p, "\n04,", "\n4,", 1), w, a, "provinces.csv:3", "2 digits"},
		{"province code sign", strings.Replace(p, "\n01,", "\n+1,", 1), w, a, "provinces.csv:2", "2 digits"},
		{"province twice", strings.Replace(p, "\n04,", "\n01,", 1), w, a, "provinces.csv:3", "does not come after"},
		{"province level", strings.Replace(p, "Tỉnh", "Phường", 1), w, a, "provinces.csv:3", "level"},
		{"region", strings.Replace(p, "sông Hồng", "sông Đà", 1), w, a, "provinces.csv:2", "region"},
		{"no name", strings.Replace(p, "Cao Bằng", "-", 1), w, a, "provinces.csv:3", "neither letter"},
		{"too few fields", strings.Replace(p, ",Tỉnh", "", 1), w, a, "provinces.csv:3", "fields"},
		{"bare quote", p, strings.Replace(w, "Ba Đình", `Ba "Đình`, 1), a, "wards.csv:2", `bare "`},
		{"ward header", p, strings.Replace(w, "level", "kind", 1), a, "wards.csv:1", "header"},
		{"ward code long", p, strings.Replace(w, "00004", "000004", 1), a, "wards.csv:2", "5 digits"},
		{"ward code letters", p, strings.Replace(w, "00004", "0000a", 1), a, "wards.csv:2", "5 digits"},
		{"ward order", p, strings.Replace(w, "01654", "01000", 1), a, "wards.csv:4", "does not come after"},
		{"ward's province", p, strings.Replace(w, ",01,", ",02,", 1), a, "wards.csv:2", "province code"},
		{"ward level", p, strings.Replace(w, "Xã", "Thị trấn", 1), a, "wards.csv:4", "level"},
		{"decomposed name", p, strings.Replace(w, "Hòa", "Ho\u0300a", 1), a, "wards.csv:4", "NFC"},
		{"other apostrophe", p, strings.Replace(w, "Hòa An", "M’Drắk", 1), a, "wards.csv:4", "apostrophe"},
		{"stray space", p, strings.Replace(w, "Hòa An", "Hòa  An", 1), a, "wards.csv:4", "spaces"},
		{"not UTF-8", p, strings.Replace(w, "Hòa An", "H\xf2a An", 1), a, "wards.csv:4", "UTF-8"},
		{"same name", p, w + "01999,04,Hoà An,Xã\n", a, "wards.csv:5", "01654"},
		{"alias header", p, w, "code,alias\n", "aliases.csv:1", "header"},
		{"alias of nothing", p, w, "alias,code\n01655,01656\n", "aliases.csv:2", "not in wards.csv"},
		{"alias is a ward", p, w, "alias,code\n00004,01654\n", "aliases.csv:2", "code of a ward"},
		{"alias code", p, w, "alias,code\nx,01654\n", "aliases.csv:2", "5 digits"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load(files(c.provinces, c.wards, c.alias))
			if !errors.Is(err, ErrTable) {
				t.Fatalf("error %v, want ErrTable", err)
			}
			if !strings.Contains(err.Error(), c.place+":") || !strings.Contains(err.Error(), c.why) {
				t.Errorf("error %q, want place %q and reason %q", err, c.place, c.why)
			}
		})
	}
}

func TestLoadMissing(t *testing.T) {
	for _, name := range []string{provincesFile, wardsFile} {
		broken := files(goodProvinces, goodWards, goodAliases)
		delete(broken, name)
		_, err := Load(broken)
		if !errors.Is(err, ErrTable) || !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: %v", name, err)
		}
	}
	if _, err := Load(nil); !errors.Is(err, ErrTable) {
		t.Errorf("nil file system: %v", err)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(goodProvinces, goodWards, goodAliases)
	f.Add("code,name,level,region\n\"01\",\"a\nb\",Tỉnh,x\n", "", "")
	f.Add(goodProvinces, goodWards+"\"", "alias,code\n,\n")
	f.Fuzz(func(t *testing.T, provinces, wards, aliases string) {
		table, err := Load(files(provinces, wards, aliases))
		if err != nil {
			if !errors.Is(err, ErrTable) || table != nil {
				t.Fatalf("table %v, error %v", table, err)
			}
			return
		}
		for _, w := range table.Wards() {
			if got, ok := table.Ward(w.Code); !ok || got != w {
				t.Errorf("ward %s: %+v, %v", w.Code, got, ok)
			}
			if _, ok := table.Province(w.ProvinceCode); !ok {
				t.Errorf("ward %s: no province %s", w.Code, w.ProvinceCode)
			}
			if found := table.Search(w.FullName, Filter{}); len(found) == 0 {
				t.Errorf("%s is not found by its name", w.FullName)
			}
		}
	})
}
