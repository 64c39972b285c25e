// SPDX-License-Identifier: MIT

package api

import (
	"fmt"
	"strings"
	"testing"
)

// TestFindFaults checks which requests locate, search and legacy refuse, and that
// every fault is reported.
func TestFindFaults(t *testing.T) {
	s := startServer(t, withLand(t, 4))
	long := strings.Repeat("x", maxQueryText)
	for _, c := range []struct{ target, fields string }{
		{"locate", "lat lon"},
		{"locate?lat=10", "lon"},
		{"locate?lon=106", "lat"},
		{"locate?lng=106&lat=10", "lon"},
		{"locate?lat=&lon=", "lat lon"},
		{"locate?lat=NaN&lon=nan", "lat lon"},
		{"locate?lat=Inf&lon=-inf", "lat lon"},
		{"locate?lat=1e1&lon=%2B106", "lat lon"},
		{"locate?lat=0x1p3&lon=1_06", "lat lon"},
		{"locate?lat=10.&lon=.5", "lat lon"},
		{"locate?lat=90.0000001&lon=-180.1", "lat lon"},
		{"locate?lat=" + strings.Repeat("9", 400) + "&lon=106", "lat"},
		{"locate?lat=10,5&lon=106", "lat"},
		{"locate?lat=%D9%A1%D9%A0&lon=106", "lat"},
		{"locate?lat=10&lat=10&lon=106", "lat"},
		{"locate?lat=%zz&lon=106", "lat"},
		{"search", "q"},
		{"search?q=", "q"},
		{"search?q=" + long + "x", "q"},
		{"search?q=a&q=b", "q"},
		{"search?q=%zz", "q"},
		{"search?q=a&limit=0", "limit"},
		{"search?q=a&limit=51", "limit"},
		{"search?q=a&limit=ten", "limit"},
		{"search?q=a&kind=district", "kind"},
		{"search?q=a&kind=", "kind"},
		{"search?q=a&kind=Ward", "kind"},
		{"search?q=a&kind=ward&kind=ward", "kind"},
		{"search?q=a&prov_code=1", "prov_code"},
		{"search?q=a&prov_code=", "prov_code"},
		{"search?kind=x&prov_code=x&limit=x", "q limit kind prov_code"},
		{"legacy", "q"},
		{"legacy?q=", "q"},
		{"legacy?q=" + long + "x&limit=0", "q limit"},
		{"legacy?q=a&limit=x", "limit"},
		{"legacy/1", "code"},
		{"legacy/0000a", "code"},
		{"legacy/000001", "code"},
		{"legacy/-0001", "code"},
		{"legacy/%D9%A0%D9%A0%D9%A0%D9%A0%D9%A0", "code"},
	} {
		if got := getUnits(t, s, c.target); got.status != 400 || got.fields() != c.fields {
			t.Errorf("%s: %d, fields %q, want 400, %q", clip(c.target, 80), got.status, got.fields(), c.fields)
		}
	}
	for _, target := range []string{"locate?lat=x", "search", "legacy", "legacy/1"} {
		if got := getReply(t, s, "/api/admin-unit/"+target); got.status != 400 || !strings.HasPrefix(got.fields(), "app-version ") {
			t.Errorf("%s without version: %d, fields %q", target, got.status, got.fields())
		}
	}
	for _, target := range []string{"search?q=" + long, "search?q=%ff%fe", "search?q=%00", "search?q=+", "search?q=a&limit=50&x=1", "locate?lat=10.51&lon=+106.01"} {
		if got := getUnits(t, s, target); got.status == 400 != strings.HasPrefix(target, "locate") {
			t.Errorf("%s: %d", clip(target, 40), got.status)
		}
	}
}

// located returns the data of an answer of locate.
func located(t *testing.T, s *Server, lat, lon string) (province, ward string, onBorder bool, distance float64) {
	t.Helper()
	got := getUnits(t, s, "locate?lat="+lat+"&lon="+lon)
	if got.status == 404 {
		return "", "", false, 0
	}
	data, ok := got.json["data"].(map[string]any)
	if !ok {
		t.Fatalf("%s, %s: %d %s", lat, lon, got.status, got.body)
	}
	if members(data["province"]) != "id level prov_code prov_fname prov_fne region sort" {
		t.Errorf("province with %s", members(data["province"]))
	}
	province = data["province"].(map[string]any)["prov_code"].(string)
	if unit, ok := data["ward"].(map[string]any); ok {
		if members(unit) != "id level prov_code region ward_code ward_fname ward_fne" || unit["prov_code"] != province {
			t.Errorf("ward %v of province %s", unit, province)
		}
		ward = unit["ward_code"].(string)
	}
	return province, ward, data["on_boundary"].(bool), data["distance_to_boundary_m"].(float64)
}

func TestLocate(t *testing.T) {
	s := startServer(t, withLand(t, 4))
	for _, c := range []struct {
		lat, lon, province, ward string
		onBorder                 bool
	}{
		{"10.51", "106.01", "10", "10000", false},
		{"10.510000000001", "106.010000000001", "10", "10000", false},
		{"10.53", "106.05", "10", "10018", false},
		{"10.53", "106.03", "01", "00025", false},   // the enclave
		{"10.525", "106.025", "10", "10017", false}, // around it
		{"10.53", "106.026", "01", "00025", true},   // on its border with 10017, the ward with the higher number
		{"10.52", "106.02", "10", "10000", true},    // where four wards meet
		{"10.5", "106", "10", "10000", true},        // the corner of the land
		{"10.45", "106.05", "10", "10000", false},   // the island
		{"10.47", "106.05", "", "", false},          // at sea
		{"10.51", "105.99", "", "", false},          // west of the coast
		{"10.81", "106.29", "", "", false},          // where the last row ends
		{"-10.51", "106.01", "", "", false},
		{"90", "180", "", "", false},
		{"-90", "-180", "", "", false},
		{"0", "-0", "", "", false},
		{"10.80999999999999999999999", "106.21", "01", "00004", false},
	} {
		province, ward, onBorder, distance := located(t, s, c.lat, c.lon)
		if c.ward == "00025" && c.onBorder && ward == "10017" {
			province, ward = "01", "00025" // both are correct
		}
		if province != c.province || ward != c.ward || onBorder != c.onBorder {
			t.Errorf("%s, %s: %q %q %v, want %q %q %v", c.lat, c.lon, province, ward, onBorder, c.province, c.ward, c.onBorder)
		}
		if (distance == 0) != (c.onBorder || c.ward == "") || distance > 1600 {
			t.Errorf("%s, %s: %v m from the border, on it: %v", c.lat, c.lon, distance, onBorder)
		}
	}
	if _, _, _, distance := located(t, s, "10.53", "106.0261"); distance < 10 || distance > 12 {
		t.Errorf("%v m from a border that is 1e-4 degree away", distance)
	}
}

// TestLocateInOverview checks that the ward is null if there are only borders of
// provinces, and that without borders the request fails.
// TestOtherNamesOfCoordinates checks that the fault of a missing coordinate names what was
// sent in its place.
func TestOtherNamesOfCoordinates(t *testing.T) {
	s := startServer(t)
	for want, got := range map[string]reply{
		`{"field":"lon","message":"is required; lng was sent"}`:                  getUnits(t, s, "locate?lat=1&lng=2"),
		`{"field":"lat","message":"is required; latitude was sent"}`:             getUnits(t, s, "locate?latitude=1&lon=2"),
		`{"field":"lon","message":"is required"}`:                                getUnits(t, s, "locate?lat=1&x=2"),
		`{"field":"path[0].lon","message":"is required; longitude was sent"}`:    postSnap(t, s, `{"path":[{"lat":1,"longitude":2},{"lat":1,"lon":2}]}`),
		`{"field":"path[0].lat","message":"is required"},{"field":"path[0].lon"`: postSnap(t, s, `{"path":[{"x":1},{"lat":1,"lon":2}]}`),
	} {
		if got.status != 400 || !strings.Contains(string(got.body), want) {
			t.Errorf("%d %s, want %s", got.status, got.body, want)
		}
	}
}

func TestLocateInOverview(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	for place, want := range map[string]string{
		"21.03 105.85": "01", "10.78 106.70": "79", "16.07 108.10": "48", "12.24 109.10": "56", "8.645 111.92": "56", "10.0 120.0": "", "15.9 108.9": "", "17.97 102.6": "",
	} {
		lat, lon, _ := strings.Cut(place, " ")
		province, ward, _, distance := located(t, s, lat, lon)
		if province != want || ward != "" || want != "" && distance == 0 {
			t.Errorf("%s: province %q, ward %q, %v m", place, province, ward, distance)
		}
	}
	none := startServer(t)
	if got := getUnits(t, none, "locate?lat=21.03&lon=105.85"); got.status != 503 || got.header.Get("Retry-After") == "" {
		t.Errorf("without borders: %d", got.status)
	}
}

// found returns the results of a search as "kind code", in order.
func found(t *testing.T, s *Server, query string) (list []string) {
	t.Helper()
	got := getUnits(t, s, "search?"+query)
	last := 1.0
	for _, item := range got.json["data"].([]any) {
		m := item.(map[string]any)
		unit := m["unit"].(map[string]any)
		code := unit["prov_code"]
		want := "id level prov_code prov_fname prov_fne region sort"
		if m["kind"] == "ward" {
			code, want = unit["ward_code"], "id level prov_code region ward_code ward_fname ward_fne"
		}
		if members(unit) != want {
			t.Errorf("%s: a %s with %s", query, m["kind"], members(unit))
		}
		if score := m["score"].(float64); score > last || score < 0 {
			t.Errorf("%s: score %v after %v", query, score, last)
		} else {
			last = score
		}
		list = append(list, fmt.Sprint(m["kind"], " ", code))
	}
	return list
}

func TestSearch(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	for query, want := range map[string]string{
		"q=hoang+sa":                     "ward 20333",
		"q=Tr%C6%B0%E1%BB%9Dng+Sa":       "ward 22736",
		"q=26740":                        "ward 26740",
		"q=tphcm&limit=1":                "province 79",
		"q=ha+noi&kind=province":         "province 01",
		"q=ha+noi&kind=province&limit=1": "province 01",
		"q=zzzzqq":                       "",
		"q=hoang+sa&prov_code=56":        "",
		"q=hoang+sa&prov_code=48":        "ward 20333",
		"q=hoang+sa&kind=province":       "",
		"q=hoang+sa&prov_code=99":        "",
	} {
		if got := strings.Join(found(t, s, query), ", "); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	many := found(t, s, "q=tan&limit=50")
	if len(many) != 50 || len(found(t, s, "q=tan")) != defaultLimit {
		t.Errorf("%d for limit 50, %d without", len(many), len(found(t, s, "q=tan")))
	}
	for limit := range 12 {
		if got := found(t, s, fmt.Sprintf("q=tan&limit=%d", limit+1)); fmt.Sprint(got) != fmt.Sprint(many[:limit+1]) {
			t.Errorf("limit %d: %v, want the first of %v", limit+1, got, many)
		}
	}
	for _, item := range found(t, s, "q=tan&limit=50&kind=ward&prov_code=79") {
		code := strings.TrimPrefix(item, "ward ")
		if w, ok := s.engine.Units().Ward(code); !ok || w.ProvinceCode != "79" {
			t.Errorf("%s is not a ward of 79", item)
		}
	}
}

// meaning decodes a former unit and its successors.
func meaning(data any) (old, current, successors string) {
	m := data.(map[string]any)
	if unit, ok := m["old"].(map[string]any); ok {
		old = fmt.Sprint(unit["name"], ", ", unit["district"], ", ", unit["province"], ", ", unit["until"])
	}
	if unit, ok := m["current"].(map[string]any); ok {
		current = unit["ward_fname"].(string)
	}
	var list []string
	for _, w := range m["successors"].([]any) {
		list = append(list, w.(map[string]any)["ward_code"].(string))
	}
	return old, current, strings.Join(list, " ")
}

func TestLegacy(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	for _, c := range []struct{ target, old, current, successors string }{
		{"legacy/26740", "Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh, 2025-06-30", "Phường Sài Gòn", "26740"},
		{"legacy/00001", "Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội, 2025-06-30", "", "00097"},
		{"legacy/20333", "", "Đặc khu Hoàng Sa", ""},
		{"legacy?q=ben+nghe", "Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh, 2025-06-30", "Phường Sài Gòn", "26740"},
		{"legacy?q=quan+1&limit=1", "Phường Tân Định, Quận 1, Thành phố Hồ Chí Minh, 2025-06-30", "", "26737"},
		{"legacy?q=ph%C6%B0%E1%BB%9Dng+b%E1%BA%BFn+ngh%C3%A9%2C+qu%E1%BA%ADn+1", "Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh, 2025-06-30", "Phường Sài Gòn", "26740"},
	} {
		got := getUnits(t, s, c.target)
		if got.status != 200 {
			t.Errorf("%s: %d", c.target, got.status)
			continue
		}
		if old, current, successors := meaning(got.json["data"]); old != c.old || current != c.current || successors != c.successors {
			t.Errorf("%s: %q, %q, %q", c.target, old, current, successors)
		}
		if members(got.json["data"]) != "complete current old successors" {
			t.Errorf("%s: %s", c.target, members(got.json["data"]))
		}
	}
	for _, target := range []string{"legacy/99999", "legacy/00000", "legacy?q=zzzzqq", "legacy?q=+"} {
		if got := getUnits(t, s, target); got.status != 404 || got.errorCode() != "NOT_FOUND" {
			t.Errorf("%s: %d", target, got.status)
		}
	}
}

// TestLegacyAlternatives checks that a name of many former units returns all of
// them, up to the limit, each once.
func TestLegacyAlternatives(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	for limit := 1; limit <= maxLimit; limit += 7 {
		data := getUnits(t, s, fmt.Sprintf("legacy?q=an+phu&limit=%d", limit)).json["data"].(map[string]any)
		seen := map[string]bool{}
		old, _, _ := meaning(data)
		seen[old] = true
		others, _ := data["alternatives"].([]any)
		for _, other := range others {
			old, _, successors := meaning(other)
			if seen[old] || successors == "" {
				t.Errorf("limit %d: %q, successors %q", limit, old, successors)
			}
			seen[old] = true
		}
		if len(seen) > limit || limit <= 8 && len(seen) != limit || (data["alternatives"] == nil) != (limit == 1) {
			t.Errorf("limit %d: %d units", limit, len(seen))
		}
	}
}
