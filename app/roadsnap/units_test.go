// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"roadsnap/app/api"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/boundary"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// decode reads JSON that a command printed.
func decode[T any](t *testing.T, got result) (v T) {
	t.Helper()
	if got.code != exitOK {
		t.Fatalf("exit code %d: %s", got.code, got.err)
	}
	if err := json.Unmarshal([]byte(got.out), &v); err != nil {
		t.Fatalf("%v in %.300s", err, got.out)
	}
	return v
}

func TestUnitsList(t *testing.T) {
	borders := borderPack(t)
	for _, c := range []struct {
		name  string
		args  []string
		count int
		first string // code
	}{
		{"provinces by default", nil, 34, "01"},
		{"wards of a province", []string{"--province", "01"}, 126, "00004"},
		{"all wards", []string{"--kind", "ward"}, 3321, "00004"},
		{"one province", []string{"--kind", "province", "--province", "79"}, 1, "79"},
		{"wards of a province by name", []string{"--province", "Hà Nội"}, 126, "00004"},
		{"with borders", []string{"--province", "04", "--pack", borders}, 56, "01273"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"units", "list"}, c.args...)
			list := decode[[]map[string]any](t, roadsnap(t, "", append(args, "--json")...))
			rows, err := csv.NewReader(strings.NewReader(roadsnap(t, "", append(args, "--csv")...).out)).ReadAll()
			lines := strings.Split(strings.TrimSpace(roadsnap(t, "", args...).out), "\n")
			if err != nil || len(list) != c.count || len(rows) != c.count+1 || len(lines) != c.count+1 {
				t.Fatalf("%d in JSON, %d in CSV, %d lines, %v; want %d", len(list), len(rows)-1, len(lines)-1, err, c.count)
			}
			code := list[0]["ward_code"]
			if code == nil {
				code = list[0]["prov_code"]
			}
			if code != c.first || !slices.Contains(rows[1], c.first) || !strings.HasPrefix(lines[1], c.first+" ") {
				t.Errorf("first is %v, in CSV %q, in the table %q; want %s", code, rows[1], lines[1], c.first)
			}
		})
	}
}

// TestUnitsOptionsRefused checks options that would be without effect.
func TestUnitsOptionsRefused(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"list", "--province", ""}, exitUsage, "give the code or the name of a province"},
		{[]string{"list", "--province=01,79"}, exitFailed, `no province has the code or name "01,79"`},
		{[]string{"show", "01", "--level", "ward"}, exitUsage, "--level goes with --geom"},
		{[]string{"show", "26743", "--geom"}, exitFailed, "only an overview of the provinces is installed"},
		{[]string{"show", "26743", "--geom", "--pack", borderPack(t)}, exitOK, "no border of Phường Bến Thành is installed"},
	} {
		got := roadsnap(t, "", append([]string{"units"}, c.args...)...)
		if got.code != c.code || !strings.Contains(got.err, c.says) || c.code != exitOK && got.out != "" {
			t.Errorf("%q: exit code %d, %.200s%s", c.args, got.code, got.out, got.err)
		}
	}
}

// TestUnitsListMeasures: a unit whose border is installed has an area, others
// have none.
func TestUnitsListMeasures(t *testing.T) {
	list := decode[[]struct {
		Code     string   `json:"ward_code"`
		Area     *float64 `json:"area_km2"`
		Vertices *int
	}](t, roadsnap(t, "", "units", "list", "--province", "01", "--json", "--pack", borderPack(t)))
	for _, w := range list {
		// 0.1° by 0.1° at 21.05° north: 11.07 km by 10.40 km.
		if has := w.Code == "00004" || w.Code == "00008"; has != (w.Area != nil) || has && (*w.Area < 114 || *w.Area > 116 || *w.Vertices < 4) {
			t.Errorf("%s: area %v, vertices %v", w.Code, w.Area, w.Vertices)
		}
	}
}

// TestRecordsAreThoseOfTheAPI asks the HTTP API for the members that columns and
// records are called after, and compares names, order and values.
func TestRecordsAreThoseOfTheAPI(t *testing.T) {
	e, err := engine.New(engine.Options{Units: data.Units()})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.OpenPack(borderPack(t)); err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	const key = "a-key-that-is-long-enough-for-a-test-1234567890"
	keys := api.NewKeys()
	if err := keys.Add("test", key); err != nil {
		t.Fatal(err)
	}
	server, err := api.New(api.Options{Engine: e, Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(path string) string {
		r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1/api/admin-unit/"+path, nil)
		r.Header.Set("App-Version", "1.1")
		r.Header.Set("X-API-Key", key)
		answer := httptest.NewRecorder()
		server.ServeHTTP(answer, r)
		var got struct{ Data json.RawMessage }
		if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil {
			t.Errorf("%s: %v in %s", path, err, answer.Body)
		}
		return string(got.Data)
	}
	err = e.Atlas(func(a *units.Atlas) error {
		for path, u := range map[string]unitfile.Unit{
			"provinces/01": unitfile.OfProvince(a, must(a.Province("01"))),
			"provinces/79": unitfile.OfProvince(a, must(a.Province("79"))), // without a border
			"wards/00004":  unitfile.OfWard(a, must(a.Ward("00004"))),
			"wards/26740":  unitfile.OfWard(a, must(a.Ward("26740"))), // without a border
		} {
			columns := unitfile.RecordColumns(u.Kind)
			names := make([]string, len(columns))
			for i, c := range columns {
				names[i] = c.Name
			}
			fields := path + "?fields=" + strings.Join(names, ",")
			listed, err := json.Marshal(recordOf(u, columns))
			if err != nil {
				return err
			}
			record, err := unitfile.Record(u)
			if err != nil {
				return err
			}
			var compact bytes.Buffer
			if err := json.Compact(&compact, record); err != nil {
				return err
			}
			bordered, err := unitfile.BorderRecord(u, boundary.Street)
			if err != nil {
				return err
			}
			for _, c := range []struct{ path, got string }{
				{fields, string(listed)},
				{fields + ",center,viewport", compact.String()},
				{fields + ",geom,center,viewport&geom_level=street", string(bordered)},
			} {
				if want := ask(c.path); c.got != want {
					t.Errorf("%s: the API says\n%s, the record\n%s", c.path, want, c.got)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func must[T any](v T, ok bool) T {
	if !ok {
		panic("not in the table")
	}
	return v
}

func TestUnitsShow(t *testing.T) {
	borders := borderPack(t)
	type shown struct {
		Kind       string
		Ward       string `json:"ward_code"`
		Province   string `json:"prov_code"`
		Area       *float64
		Parts      int
		Vertices   map[string]int
		Center     *struct{ Lat, Lng float64 }
		Neighbours []struct {
			Code   string
			Shared float64 `json:"shared_km"`
		}
		Unshared float64                 `json:"unshared_km"`
		MadeOf   []struct{ Name string } `json:"made_of"`
		Merged   []string                `json:"made_of_provinces"`
		Overlaps []struct {
			Wards []string
			Given string `json:"given_to"`
		}
		Level string `json:"geomLevel"`
		Geom  *struct {
			Type        string
			Coordinates [][][][2]float64
		}
	}
	ward := decode[shown](t, roadsnap(t, "", "units", "show", "00004", "--json", "--pack", borders))
	if ward.Kind != "ward" || ward.Ward != "00004" || ward.Province != "01" || ward.Parts != 1 || ward.Vertices["street"] < 4 || ward.Geom != nil || len(ward.MadeOf) == 0 {
		t.Errorf("%+v", ward)
	}
	// Two sides have neighbours, 11.1 km and 10.4 km of them, two have none.
	if len(ward.Neighbours) != 2 || ward.Neighbours[0].Code != "00008" || ward.Neighbours[1].Code != "01288" ||
		ward.Neighbours[0].Shared < 11 || ward.Neighbours[0].Shared > 11.3 || ward.Unshared < 21 || ward.Unshared > 22 {
		t.Errorf("neighbours %+v, without %v km", ward.Neighbours, ward.Unshared)
	}
	province := decode[shown](t, roadsnap(t, "", "units", "show", "tỉnh cao bằng", "--geom", "--level", "country", "--pack", borders))
	if province.Kind != "province" || province.Province != "04" || len(province.Neighbours) != 1 || province.Neighbours[0].Code != "01" || !slices.Equal(province.Merged, []string{"Tỉnh Cao Bằng"}) {
		t.Errorf("%+v", province)
	}
	if len(province.Overlaps) != 1 || !slices.Equal(province.Overlaps[0].Wards, []string{"01279", "01288"}) {
		t.Errorf("overlaps %+v", province.Overlaps)
	}
	if province.Level != "country" || province.Geom == nil || province.Geom.Type != "MultiPolygon" || province.Geom.Coordinates[0][0][0][0] < 104 {
		t.Errorf("geometry %+v at %q", province.Geom, province.Level)
	}
	none := decode[shown](t, roadsnap(t, "", "units", "show", "00025", "--geom", "--pack", borders))
	if none.Ward != "00025" || none.Area != nil || none.Center != nil || none.Geom != nil {
		t.Errorf("a ward without a border: %+v", none)
	}
}

func TestUnitsShowForPeople(t *testing.T) {
	borders := borderPack(t)
	for _, c := range []struct {
		name, unit string
		code       int
		out, err   string // patterns
	}{
		{"by code", "00004", exitOK, `(?s)Phường Ba Đình \(Ba Dinh Ward\).*01 Thành phố Hà Nội.*00008  Phường Ngọc Hà, 11\.\d\d km`, `^$`},
		{"by name", "ba đình, hà nội", exitOK, `Phường Ba Đình`, `^$`},
		{"province", "04", exitOK, `(?s)Tỉnh Cao Bằng.*wards +56.*overlaps +.*given to 012`, `^$`},
		{"code of another list", "23938", exitOK, `23737`, `^$`},
		{"former name", "Bến Nghé, Quận 1", exitOK, `Phường Sài Gòn`, `^Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh \(until 2025-06-30\)\n`},
		{"several of a name", "Tân Phú", exitFailed, `^$`, `(?s)27031  Phường Tân Phú, Thành phố Hồ Chí Minh.*matches several units`},
		{"no such name", "Qwxyz", exitFailed, `^$`, `no unit is called`},
		{"no such province", "99", exitFailed, `^$`, `no province has the code 99`},
		{"a former code", "00001", exitFailed, `^$`, `units legacy 00001`},
		{"no such code", "99999", exitFailed, `^$`, `no ward has the code`},
		{"no code", "123", exitFailed, `^$`, `no unit has the code 123; `},
		{"blank", " ", exitUsage, `^$`, `give a code or a name`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := roadsnap(t, "", "units", "show", c.unit, "--pack", borders)
			if got.code != c.code || !regexp.MustCompile(c.out).MatchString(got.out) || !regexp.MustCompile(c.err).MatchString(got.err) {
				t.Errorf("exit code %d\n%s\n%s", got.code, got.out, got.err)
			}
		})
	}
}

func TestUnitsSearch(t *testing.T) {
	type match struct {
		Kind, Matched string
		Score         float64
		Unit          struct {
			Ward     string `json:"ward_code"`
			Province string `json:"prov_code"`
		}
	}
	found := decode[[]match](t, roadsnap(t, "", "units", "search", "ba dinh", "--kind", "ward", "--province", "01", "--limit", "1", "--json"))
	if len(found) != 1 || found[0].Unit.Ward != "00004" || found[0].Score <= 0.9 || found[0].Kind != "ward" {
		t.Errorf("%+v", found)
	}
	if none := decode[[]match](t, roadsnap(t, "", "units", "search", "qwxyz", "--json")); none == nil || len(none) != 0 {
		t.Errorf("nothing found is %+v, want an empty list", none)
	}
	if got := roadsnap(t, "", "units", "search", "bến thành, quận 1"); got.code != exitOK || !strings.HasPrefix(got.out, "26743  Phường Bến Thành, Thành phố Hồ Chí Minh\n") {
		t.Errorf("exit code %d: %s%s", got.code, got.out, got.err)
	}
	if got := roadsnap(t, "", "units", "search", "--province", "ha noi", "ba dinh"); got.code != exitOK || !strings.HasPrefix(got.out, "00004") {
		t.Errorf("exit code %d: %s%s", got.code, got.out, got.err)
	}
	if got := roadsnap(t, "", "units", "search", " "); got.code != exitUsage || !strings.Contains(got.err, "give a name or a code") {
		t.Errorf("exit code %d: %s", got.code, got.err)
	}
	if got := roadsnap(t, "", "units", "search", "--limit", "1", "quan 1"); got.out != "26737  Phường Tân Định, Thành phố Hồ Chí Minh — Quận 1, Thành phố Hồ Chí Minh (until 2025-06-30)\n" {
		t.Errorf("%s%s", got.out, got.err)
	}
	for _, args := range [][]string{{"--province", "99", "x"}, {"--province", "01,79", "x"}, {"--province", "Quận 1", "x"}, {"qwxyz"}, {"99999"}} {
		if got := roadsnap(t, "", append([]string{"units", "search"}, args...)...); got.code != exitFailed || got.err == "" {
			t.Errorf("%q: exit code %d, %q", args, got.code, got.err)
		}
	}
}

func TestUnitsLegacy(t *testing.T) {
	type former struct{ Code, Name, District, Until string }
	type legacy struct {
		Old     *former
		Current *struct {
			Name string `json:"ward_name"`
		}
		Successors []struct {
			Code string `json:"ward_code"`
		}
		Complete *bool
		Others   []legacyOnly `json:"alternatives"`
	}
	reused := decode[legacy](t, roadsnap(t, "", "units", "legacy", "26740", "--json"))
	if reused.Old == nil || reused.Old.Name != "Phường Bến Nghé" || reused.Old.Until != "2025-06-30" || reused.Current == nil || reused.Current.Name != "Sài Gòn" || !*reused.Complete {
		t.Errorf("%+v", reused)
	}
	byName := decode[legacy](t, roadsnap(t, "", "units", "legacy", "Tân Phú", "--limit", "3", "--json"))
	if byName.Old == nil || len(byName.Others) != 2 || byName.Others[0].Old == nil {
		t.Errorf("%+v", byName)
	}
	made := decode[struct {
		Unit struct {
			Code string `json:"ward_code"`
		}
		MadeOf []former `json:"made_of"`
	}](t, roadsnap(t, "", "units", "legacy", "--of", "26740", "--json"))
	if made.Unit.Code != "26740" || !slices.ContainsFunc(made.MadeOf, func(f former) bool { return f.Name == "Phường Bến Nghé" && f.District == "Quận 1" }) {
		t.Errorf("%+v", made)
	}
	for _, c := range []struct {
		name string
		args []string
		code int
		says string // a pattern in what goes to either stream
	}{
		{"both meanings", []string{"26740"}, exitOK, `(?s)2025-06-30.*Phường Bến Nghé, Quận 1.*current.*Phường Sài Gòn`},
		{"abolished earlier", []string{"Phường 6, Quận 3"}, exitOK, `(?s)until 2020-12-31  .*Phường Xuân Hòa.*may be incomplete`},
		{"the day unknown", []string{"Xã Vạn Kim, Huyện Mỹ Đức"}, exitOK, `former  .*Xã Vạn Kim`},
		{"words", []string{"Bến", "Nghé,", "Quận", "1"}, exitOK, `26740  Phường Bến Nghé`},
		{"a district", []string{"Huyện", "Củ", "Chi"}, exitOK, `(?s)Xã Phú Mỹ Hưng, Huyện Củ Chi.*11 more; --limit 0`},
		{"blank", []string{" "}, exitUsage, `--of`},
		{"made of", []string{"--of", "26740"}, exitOK, `(?s)Phường Bến Nghé, Quận 1.*Nguyễn Thái Bình, Quận 1, Thành phố Hồ Chí Minh .part`},
		{"no such code", []string{"99999"}, exitFailed, `no former unit`},
		{"no such ward", []string{"--of", "99999"}, exitFailed, `no current ward`},
		{"neither", nil, exitUsage, `--of`},
		{"both", []string{"26740", "--of", "26740"}, exitUsage, `--of`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := roadsnap(t, "", append([]string{"units", "legacy"}, c.args...)...)
			if got.code != c.code || !regexp.MustCompile(c.says).MatchString(got.out+got.err) {
				t.Errorf("exit code %d\n%s\n%s", got.code, got.out, got.err)
			}
		})
	}
}

// legacyOnly is as much of an alternative as the test looks at.
type legacyOnly struct{ Old *struct{ Name string } }

// TestUnitsHelp holds that each command teaches with an example of itself.
func TestUnitsHelp(t *testing.T) {
	for _, command := range []string{"list", "show", "locate", "search", "legacy", "export"} {
		got := roadsnap(t, "", "units", command, "--help")
		if got.code != exitOK || !strings.Contains(got.out, "roadsnap units "+command+" ") {
			t.Errorf("%s: exit code %d, %s", command, got.code, got.out)
		}
	}
}

// TestOverviewIsNoted checks that areas of the overview, and only these, come with a
// note on their accuracy.
func TestOverviewIsNoted(t *testing.T) {
	borders := borderPack(t)
	for _, c := range []struct {
		args  string
		noted bool
	}{
		{"list", true},
		{"list --csv", true},
		{"list --province 01", false}, // wards, without areas
		{"show 12", true},
		{"show 12 --json", true},
		{"show 00004", false},
		{"export --format csv --out -", true},
		{"list --pack BORDERS", false},
		{"show 01 --pack BORDERS", false},
		{"export --format csv --out - --pack BORDERS", false},
	} {
		args := append([]string{"units"}, strings.Fields(c.args)...)
		if last := len(args) - 1; args[last] == "BORDERS" {
			args[last] = borders // in a folder whose name may have spaces
		}
		got := roadsnap(t, "", args...)
		if noted := strings.Contains(got.err, "coarse overview"); got.code != exitOK || noted != c.noted {
			t.Errorf("%s: exit code %d: %s", c.args, got.code, got.err)
		}
	}
}
