// SPDX-License-Identifier: MIT

package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestUnitFaults checks which requests the administrative operations refuse, and
// that every fault is reported.
func TestUnitFaults(t *testing.T) {
	s := startServer(t)
	many := strings.Repeat("00004,", maxCodes) + "00004"
	for _, c := range []struct{ target, fields string }{
		{"provinces?fields=name", "fields"},
		{"provinces?fields=id,ID", "fields"},
		{"provinces?fields=geomLevel", "fields"},
		{"provinces?fields=ward_code", "fields"},
		{"provinces?fields=id,,level", "fields"},
		{"provinces?fields=,", "fields"},
		{"provinces?fields=%zz", "fields"},
		{"provinces?fields=id&fields=id", "fields"},
		{"provinces?include_geom=1", "include_geom"},
		{"provinces?include_geom=", "include_geom"},
		{"provinces?geom_level=fine", "geom_level"},
		{"provinces?geom_level=", "geom_level"},
		{"provinces?geom_level=Auto", "geom_level"},
		{"provinces?codes=1", "codes"},
		{"provinces?codes=01,,10", "codes"},
		{"provinces?codes=01,", "codes"},
		{"provinces?codes=00004", "codes"},
		{"provinces?codes=%D9%A0%D9%A1", "codes"},
		{"provinces?codes=01&codes=10", "codes"},
		{"provinces?apikey=" + testKey + "&apikey=" + testKey, "apikey"},
		{"provinces/1", "code"},
		{"provinces/001", "code"},
		{"provinces/ab", "code"},
		{"provinces/-1", "code"},
		{"provinces/0%201", "code"},
		{"provinces/1?fields=x&geom_level=x&include_geom=x", "code fields include_geom geom_level"},
		{"wards?codes=0004", "codes"},
		{"wards?codes=" + many, "codes"},
		{"wards?codes=00004&prov_code=01", "codes prov_code"},
		{"wards?codes=x&prov_code=y", "codes prov_code codes prov_code"},
		{"wards?prov_code=", "prov_code"},
		{"wards?prov_code=1", "prov_code"},
		{"wards?prov_code=01&prov_code=10", "prov_code"},
		{"wards?page=0", "page"},
		{"wards?page=-1", "page"},
		{"wards?page=%2B1", "page"},
		{"wards?page=1.0", "page"},
		{"wards?page=", "page"},
		{"wards?page=1_0", "page"},
		{"wards?page=2147483648", "page"},
		{"wards?page=99999999999999999999999", "page"},
		{"wards?page=1&page=2", "page"},
		{"wards?size=0", "size"},
		{"wards?size=5001", "size"},
		{"wards?size=ten", "size"},
		{"wards?fields=sort", "fields"},
		{"wards?fields=x&include_geom=x&geom_level=x&prov_code=x&page=x&size=x", "fields include_geom geom_level prov_code page size"},
		{"wards/04", "code"},
		{"wards/0000%2F", "code"},
	} {
		if got := getUnits(t, s, c.target); got.status != 400 || got.fields() != c.fields {
			t.Errorf("%s: %d, fields %q, want 400, %q: %s", c.target, got.status, got.fields(), c.fields, clip(string(got.body), 300))
		}
	}
}

func TestAppVersion(t *testing.T) {
	s := startServer(t)
	for _, target := range []string{"provinces", "provinces/01", "wards", "wards/00004"} {
		for version, fields := range map[string]string{"1.1": "", "": "app-version", "1.0": "app-version", "1.1.0": "app-version", "1.1, 1.1": "app-version"} {
			if got := getReply(t, s, "/api/admin-unit/"+target, header("app-version", version)); got.fields() != fields {
				t.Errorf("%s, version %q: %d %s", target, version, got.status, got.body)
			}
		}
		if got := getReply(t, s, "/api/admin-unit/"+target); got.status != 400 || got.fields() != "app-version" {
			t.Errorf("%s without version: %d", target, got.status)
		}
		if got := getUnits(t, s, target, header("app-version", "1.1")); got.status != 400 {
			t.Errorf("%s with two versions: %d", target, got.status)
		}
	}
	if got := getReply(t, s, "/api/admin-unit/wards?page=x"); got.fields() != "app-version page" {
		t.Errorf("version and page: fields %q", got.fields())
	}
}

// TestUnknownUnits checks that a well-formed code without a unit is not a fault
// of the request.
func TestUnknownUnits(t *testing.T) {
	s := startServer(t)
	for _, target := range []string{"provinces/99", "wards/00000"} {
		if got := getUnits(t, s, target); got.status != 404 || got.errorCode() != "NOT_FOUND" {
			t.Errorf("%s: %d", target, got.status)
		}
	}
}

const (
	hanoi  = `{"id":1,"prov_code":"01","prov_fname":"Thành phố Hà Nội","prov_fne":"Ha Noi City","level":"Thành phố trực thuộc trung ương","region":"Đồng bằng sông Hồng","sort":"01"}`
	second = `{"id":10,"prov_code":"10","prov_fname":"Tỉnh Tỉnh thử a","prov_fne":"Tinh thu a Province","level":"Tỉnh","region":"Đông Nam Bộ","sort":"02"}`
	badinh = `{"id":4,"prov_code":"01","ward_code":"00004","ward_fname":"Phường Ba Đình","ward_fne":"Ba Dinh Ward","level":"Phường","region":"Đồng bằng sông Hồng"}`
	ngocha = `{"id":8,"prov_code":"01","ward_code":"00008","ward_fname":"Phường Ngọc Hà","ward_fne":"Ngoc Ha Ward","level":"Phường","region":"Đồng bằng sông Hồng"}`
)

// TestUnitAnswers checks the bytes of answers: members and their order.
func TestUnitAnswers(t *testing.T) {
	s := startServer(t)
	page := func(total, current, size, pages int) string {
		return fmt.Sprintf(`,"meta":{"pagination":{"total":%d,"currentPage":%d,"pageSize":%d,"totalPages":%d}}`, total, current, size, pages)
	}
	for _, c := range []struct{ target, want string }{
		{"provinces/01", hanoi},
		{"provinces/01?fields=", hanoi},
		{"provinces/01?fields=+", hanoi},
		{"provinces/01?include_geom=false&geom_level=street", hanoi},
		{"provinces/01?fields=sort,id", `{"id":1,"sort":"01"}`},
		{"provinces/01?fields=id,id,+id", `{"id":1}`},
		{"provinces/01?fields=+prov_name+,+prov_ne+", `{"prov_name":"Hà Nội","prov_ne":"Ha Noi"}`},
		{"provinces/01?fields=viewport,center,geom", `{"geomLevel":"province","geom":null,"center":null,"viewport":null}`},
		{"provinces/01?fields=id&include_geom=true&geom_level=street", `{"id":1,"geomLevel":"street","geom":null}`},
		{"provinces/01?fields=geom&include_geom=false", `{"geomLevel":"province","geom":null}`},
		{"provinces/01?include_geom=true", hanoi[:len(hanoi)-1] + `,"geomLevel":"province","geom":null}`},
		{"provinces?codes=10,01", "[" + second + "," + hanoi + "]"},
		{"provinces?codes=01,+10+,01", "[" + hanoi + "," + second + "]"},
		{"provinces?codes=99,01", "[" + hanoi + "]"},
		{"provinces?codes=99", "[]"},
		{"provinces?codes=01&page=x&size=x&prov_code=x", "[" + hanoi + "]"},
		{"wards/00004", badinh},
		{"wards/99998", badinh}, // an alias
		{"wards/00004?fields=ward_name,ward_ne", `{"ward_name":"Ba Đình","ward_ne":"Ba Dinh"}`},
		{"wards/00004?include_geom=true&fields=id", `{"id":4,"geomLevel":"ward","geom":null}`},
		{"wards?prov_code=01&size=1", "[" + badinh + "]" + page(3, 1, 1, 3)},
		{"wards?prov_code=01&size=1&page=2", "[" + ngocha + "]" + page(3, 2, 1, 3)},
		{"wards?prov_code=01&size=2&page=2&fields=id", `[{"id":25}]` + page(3, 2, 2, 2)},
		{"wards?prov_code=01&page=2", "[]" + page(3, 2, 10, 1)},
		{"wards?prov_code=01&page=2147483647&size=5000", "[]" + page(3, 2147483647, 5000, 1)},
		{"wards?prov_code=99", "[]" + page(0, 1, 10, 0)},
		{"wards?prov_code=99&page=3", "[]" + page(0, 3, 10, 0)},
		{"wards?codes=&prov_code=01&size=1", "[" + badinh + "]" + page(3, 1, 1, 3)},
		{"wards?codes=00008,00004", "[" + ngocha + "," + badinh + "]" + page(2, 1, 2, 1)},
		{"wards?codes=00008,00008,00000,99998,00004&page=x&page=y&size=0", "[" + ngocha + "," + badinh + "]" + page(2, 1, 2, 1)},
		{"wards?codes=00000", "[]" + page(0, 1, 0, 0)},
	} {
		got := getUnits(t, s, c.target)
		want := `{"status":"OK","data":` + c.want + `,"licence":"` + DefaultLicence + "\"}\n"
		if string(got.body) != want {
			t.Errorf("%s:\n%swant\n%s", c.target, got.body, want)
		}
	}
}

// TestAutoLevel checks the level that auto selects.
func TestAutoLevel(t *testing.T) {
	s := startServer(t)
	level := func(target string) string {
		got := getUnits(t, s, target)
		unit, ok := got.json["data"].(map[string]any)
		if list, isList := got.json["data"].([]any); isList && len(list) > 0 {
			unit, ok = list[0].(map[string]any)
		}
		if !ok {
			t.Fatalf("%s: %s", target, got.body)
		}
		return unit["geomLevel"].(string)
	}
	for target, want := range map[string]string{
		"provinces?fields=geom":                                             "country",
		"provinces?fields=geom&geom_level=auto":                             "country",
		"provinces?fields=geom&codes=01,10,11,12,13,14,15,16":               "province",
		"provinces?fields=geom&codes=01,10,11,12,13,14,15,16,17":            "country",
		"provinces?fields=geom&codes=01,10,11,12,13,14,15,16,99":            "province",
		"provinces?fields=geom&geom_level=street":                           "street",
		"provinces/01?fields=geom":                                          "province",
		"wards?fields=geom":                                                 "ward",
		"wards?fields=geom&size=200":                                        "ward",
		"wards?fields=geom&size=201":                                        "province",
		"wards?fields=geom&size=5000":                                       "province",
		"wards?fields=geom&size=5000&prov_code=01":                          "ward",
		"wards?fields=geom&size=5000&geom_level=country":                    "country",
		"wards/00004?fields=geom":                                           "ward",
		"wards/00004?fields=geom&geom_level=province":                       "province",
		"wards?fields=geom&codes=00004":                                     "ward",
		"provinces?include_geom=true&codes=10":                              "province",
		"provinces?include_geom=true&codes=10&geom_level=ward&fields=level": "ward",
	} {
		if got := level(target); got != want {
			t.Errorf("%s: %s, want %s", target, got, want)
		}
	}
}

// TestPagesCoverTheList checks that the pages together are the list, for any
// size.
func TestPagesCoverTheList(t *testing.T) {
	s := startServer(t)
	var want []float64
	for _, w := range s.engine.Units().Wards() {
		want = append(want, float64(w.ID))
	}
	for _, size := range []int{1, 7, 10, 253, 254, 5000} {
		var got []float64
		pages := 1
		for page := 1; page <= pages; page++ {
			r := getUnits(t, s, fmt.Sprintf("wards?fields=id&size=%d&page=%d", size, page))
			var answer struct {
				Data []struct{ ID float64 }
				Meta struct{ Pagination map[string]int }
			}
			if err := json.Unmarshal(r.body, &answer); err != nil {
				t.Fatal(err)
			}
			for _, w := range answer.Data {
				got = append(got, w.ID)
			}
			pages = answer.Meta.Pagination["totalPages"]
			if answer.Meta.Pagination["total"] != len(want) || answer.Meta.Pagination["pageSize"] != size {
				t.Errorf("size %d: %v", size, answer.Meta.Pagination)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("size %d: %d wards, want %d", size, len(got), len(want))
		}
	}
}

// TestEveryFieldAlone checks that each field can be requested by itself, and that
// only geomLevel may accompany it.
func TestEveryFieldAlone(t *testing.T) {
	s := startServer(t)
	for kind, names := range map[string][]string{"provinces/01": provinceFields.names(), "wards/00004": wardFields.names()} {
		for _, name := range names {
			got := getUnits(t, s, kind+"?fields="+name)
			want := []string{name}
			if name == "geom" {
				want = append(want, "geomLevel")
			}
			record, _ := got.json["data"].(map[string]any)
			if keys := slices.Sorted(maps.Keys(record)); !slices.Equal(keys, want) {
				t.Errorf("%s, fields=%s: members %v", kind, name, keys)
			}
		}
	}
}
