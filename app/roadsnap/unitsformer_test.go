// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// formerPack imports a drawn strip of the city: two wards in force, and four of June 2025. Phường
// Nguyễn Thái Bình lies half in each. Some units are given by code, others by name and district.
func formerPack(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	write := func(name string, features ...string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(`{"type":"FeatureCollection","features":[`+strings.Join(features, ",")+"]}"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	strip := func(properties string, west, east float64) string {
		return fmt.Sprintf(`{"type":"Feature","properties":{%s},"geometry":{"type":"Polygon","coordinates":[[[%[2]v,10.77],[%[3]v,10.77],[%[3]v,10.78],[%[2]v,10.78],[%[2]v,10.77]]]}}`, properties, west, east)
	}
	now := write("now.geojson", strip(`"code":"26740"`, 106.70, 106.72), strip(`"code":"26743"`, 106.72, 106.74))
	before := write("before.geojson",
		strip(`"ten_xa":"Phường Bến Nghé","huyen":"Quận 1","tinh":"TP Hồ Chí Minh"`, 106.70, 106.705),
		strip(`"code":"26737","name":"Đa Kao"`, 106.705, 106.71),
		strip(`"NAME_3":"Nguyễn Thái Bình","NAME_2":"Quận 1","NAME_1":"Hồ Chí Minh"`, 106.71, 106.73),
		strip(`"code":"26743"`, 106.73, 106.74),
		strip(`"name":"Phường Atlantis"`, 106.74, 106.75))
	out := filepath.Join(folder, "units.rsp")
	got := roadsnap(t, "", "import", "--units", now, "--former-units", before, "--former-licence", "before", "--out", out, "--json")
	type joined struct {
		Joined    int
		NotJoined []struct{ Reason string } `json:"not_joined"`
	}
	report := decode[struct {
		Units  joined
		Former joined `json:"former_units"`
	}](t, got)
	if report.Units.Joined != 2 || report.Former.Joined != 4 || len(report.Former.NotJoined) != 1 {
		t.Fatalf("%+v: %s", report, got.err)
	}
	if got := roadsnap(t, "", "verify", out); got.code != exitOK {
		t.Fatal(got.err)
	}
	return out
}

// TestFormerBorders asks which part of former units went where, by the command line and over HTTP,
// and lets coordinates decide which former unit an address was in.
func TestFormerBorders(t *testing.T) {
	pack := formerPack(t)
	for _, c := range []struct {
		args []string
		says []string
	}{
		{[]string{"26746"}, []string{"26740  Phường Sài Gòn, Thành phố Hồ Chí Minh — 50.0 %", "26743  Phường Bến Thành, Thành phố Hồ Chí Minh — 50.0 %"}},
		{[]string{"26737"}, []string{"Phường Tân Định, Thành phố Hồ Chí Minh — 0.0 %", "Phường Sài Gòn, Thành phố Hồ Chí Minh — 100.0 %"}},
		{[]string{"--of", "26740"}, []string{"Phường Đa Kao, Quận 1, Thành phố Hồ Chí Minh (part) — 100.0 %", "Phường Nguyễn Thái Bình, Quận 1, Thành phố Hồ Chí Minh (part) — 50.0 %"}},
		{[]string{"760"}, []string{"Phường Sài Gòn, Thành phố Hồ Chí Minh\n"}}, // of other units of the district there are no borders
	} {
		got := roadsnap(t, "", append([]string{"units", "legacy", "--pack", pack}, c.args...)...)
		for _, says := range c.says {
			if got.code != exitOK || !strings.Contains(got.out, says) {
				t.Errorf("%q: %d %s%s, want %s", c.args, got.code, got.out, got.err, says)
			}
		}
	}
	part := filepath.Join(t.TempDir(), "part.rsp") // the western ward, and what was there before
	if got := roadsnap(t, "", "extract", "--pack", pack, "--bbox", "106.7,10.77,106.715,10.78", "--out", part); got.code != exitOK {
		t.Fatal(got.err)
	}
	for code, says := range map[string]string{"26746": "Phường Sài Gòn, Thành phố Hồ Chí Minh — 50.0 %", "26743": "26743  Phường Bến Thành, Thành phố Hồ Chí Minh\n"} {
		if got := roadsnap(t, "", "units", "legacy", "--pack", part, code); !strings.Contains(got.out, says) {
			t.Errorf("the extract has %s%s", got.out, got.err)
		}
	}
	if got := roadsnap(t, "", "verify", part); got.code != exitOK {
		t.Error(got.err)
	}
	if got := roadsnap(t, "", "units", "show", "--pack", pack, "26740"); !strings.Contains(got.out, "Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh — 100.0 %") {
		t.Errorf("%s%s", got.out, got.err)
	}
	const table = "address,lat,lon\nPhường Sài Gòn TP Hồ Chí Minh,10.775,106.702\nPhường Sài Gòn TP Hồ Chí Minh,10.775,106.715\nPhường Sài Gòn TP Hồ Chí Minh,10.775,106.735\n"
	got := roadsnap(t, table, "units", "convert", "--to", "former", "--pack", pack, "--lat-column", "lat", "--lon-column", "lon")
	for _, says := range []string{
		"\"Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh\",26740,26740,0.99,located,",
		"\"Phường Nguyễn Thái Bình, Quận 1, Thành phố Hồ Chí Minh\",26746,26740,0.99,located,",
		"10.775,106.735,,,26740,0.50,coordinates_elsewhere,26737 26740 26746",
	} {
		if got.code != exitOK && got.code != exitPartly || !strings.Contains(got.out, says) {
			t.Errorf("%d: no %s in\n%s%s", got.code, says, got.out, got.err)
		}
	}

	base, _, stop := serving(t, "--pack", pack, "--addr", "127.0.0.1:0")
	defer stop()
	ask := func(path, body string) string {
		t.Helper()
		method := http.MethodGet
		if body != "" {
			method = http.MethodPost
		}
		r, err := http.NewRequestWithContext(t.Context(), method, base+"/api/admin-unit/"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("App-Version", "1.1")
		r.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s %s %v", path, answer.Status, text, err)
		}
		return string(text)
	}
	for _, c := range []struct {
		path, body string
		says       string
	}{
		{"legacy/26746", "", `"shares":[{"code":"26740",`},
		{"legacy/26746", "", `"share":0.5}`},
		{"legacy/26734", "", `"complete":true}`}, // no border, no shares
		{"wards/26740/former", "", `"whole":true,"share":1}`},
		{"wards/26740/former", "", `"whole":false,"share":0.5}`},
		{"former/districts/760", "", `"resolution":"1685/NQ-UBTVQH15","share":0.5}`},
		{"convert", `{"to":"former","rows":[{"address":"Phường Sài Gòn, TP Hồ Chí Minh","lat":10.775,"lon":106.715}]}`, `"former_code":"26746"`},
		{"convert", `{"to":"new","rows":[{"address":"Phường Nguyễn Thái Bình, Quận 1, TP Hồ Chí Minh"}]}`, `{"ward_code":"26740","former_code":"26746","share":0.5}`},
	} {
		if got := ask(c.path, c.body); !strings.Contains(got, c.says) {
			t.Errorf("%s: no %s in %s", c.path, c.says, got)
		}
	}
	// The command line has the same record.
	var byHTTP struct{ Data json.RawMessage }
	if err := json.Unmarshal([]byte(ask("legacy/26746", "")), &byHTTP); err != nil {
		t.Fatal(err)
	}
	var a, b bytes.Buffer
	record := roadsnap(t, "", "units", "legacy", "--pack", pack, "--json", "26746").out
	if err := json.Compact(&a, []byte(record)); err != nil {
		t.Fatal(err)
	}
	if err := json.Compact(&b, byHTTP.Data); err != nil {
		t.Fatal(err)
	}
	shares := func(text string) string { return text[strings.Index(text, `"shares"`):] }
	if shares(a.String()) != shares(b.String()) {
		t.Errorf("the command line has\n%s, HTTP\n%s", shares(a.String()), shares(b.String()))
	}
}
