// SPDX-License-Identifier: MIT

package unitimport

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// joinOf joins features with the given properties, each with a land of its own.
func joinOf(t testing.TB, properties ...string) (map[string]int, Report) {
	t.Helper()
	return joinFeatures(t, squares(properties...)...)
}

// joinFeatures returns the index of each ward's feature.
func joinFeatures(t testing.TB, features ...string) (map[string]int, Report) {
	t.Helper()
	f, err := readString(collection(features...))
	if err != nil {
		t.Fatal(err)
	}
	var r Report
	of := make(map[string]int)
	for _, v := range join(officialTable(t), nil, []found{f}, &r) {
		of[v.ward.Code] = v.feature.place.Feature
	}
	return of, r
}

// TestJoin has a case for each trap: the properties of a feature, and its ward or the
// reason why it has none.
func TestJoin(t *testing.T) {
	decomposed := norm.NFD.String("Ba Đình")
	for _, c := range []struct{ name, properties, code, how string }{
		{"code and name", `"code":"00004","name":"Ba Đình"`, "00004", "code"},
		{"code and full name", `"code":"00004","fullName":"Phường Ba Đình"`, "00004", "code"},
		{"code alone", `"ma_xa":"00004"`, "00004", "code"},
		{"code as number", `"MAXA":4,"ten_xa":"Ba Đình"`, "00004", "code"},
		{"code as decimal", `"Ward_Code":"4.0","Ward Name":"Ba Đình"`, "00004", "code"},
		{"Vietnamese columns", `"Mã xã":"00004","Tên xã":"phường ba đình","Mã tỉnh":1,"Tên tỉnh":"Thành phố Hà Nội"`, "00004", "code"},
		{"code, marks missing", `"code":"00004","name":"Ba Dinh"`, "00004", "code"},
		{"code, some marks missing", `"code":"00004","name":"Ba Đinh"`, "00004", "code"},
		{"code, wrong marks", `"code":"24211","name":"Ea Sụp"`, "24211", "code"},
		{"code, decomposed", `"code":"00004","name":"` + decomposed + `"`, "00004", "code"},
		{"code, apostrophe", `"code":"24412","name":"Xã M’Đrắk","provinceCode":"66"`, "24412", "code"},
		{"code of one, unmarked name of two", `"code":"25534","name":"Tan Thanh","provinceCode":"80"`, "25534", "code"},
		{"code of the other", `"code":"27826","name":"Tan Thanh"`, "27826", "code"},
		{"code of one, marked name of the other", `"code":"25534","name":"Tân Thạnh"`, "27826", "name"},
		{"older kind, same name", `"code":"26368","name":"Long Thành","fullName":"Xã Long Thành"`, "26368", "code"},
		{"old province code", `"code":"26368","name":"Long Thành","provinceCode":"74"`, "26368", "code"},
		{"alias", `"code":"23938","name":"Ia Mơ","provinceCode":"52"`, "23737", "alias"},
		{"id of the Feature's kind", `"id":"00004","name":"Ba Đình"`, "00004", "code"},

		{"outside code", `"code":"99979","name":"Ba Chẽ","provinceCode":"22"`, "06970", "name"},
		{"name and province's name", `"name":"Ba Chẽ","province":"Quảng Ninh"`, "06970", "name"},
		{"full name and province's full name", `"full_name":"Xã Ba Chẽ","ten_tinh":"Tỉnh Quảng Ninh"`, "06970", "name"},
		{"unmarked", `"name":"xa ba che","province":"tinh quang ninh"`, "06970", "name"},
		{"English", `"name":"Ba Che Commune","province":"Quang Ninh Province"`, "06970", "name"},
		{"short", `"name":"P. Bến Thành","province":"TP. HCM"`, "26743", "name"},
		{"unique in the nation", `"name":"Ba Chẽ"`, "06970", "name"},
		{"row number", `"id":26740,"name":"Bến Thành","province":"Hồ Chí Minh"`, "26743", "name"},
		{"row number that is a code", `"id":4,"name":"Ba Chẽ","province":"Quảng Ninh"`, "06970", "name"},
		{"place of the tone mark", `"name":"Hoá Quỳ","province":"Thanh Hoá"`, "16186", "name"},
		{"reused code, name of another here", `"code":"26740","name":"Phường Bến Thành"`, "26743", "name"},
		{"name that begins like a kind", `"name":"Quan Son","province":"Thanh Hoa"`, "15016", "name"},
		{"name that begins like a province", `"name":"Tinh Gia","province":"Thanh Hoa"`, "16561", "name"},
		{"name that begins like its own kind", `"name":"Xa Dung","province":"Điện Biên"`, "03208", "name"},
		{"kind in a column", `"name":"Ba Chẽ","type":"Xã","tinh":"Quảng Ninh"`, "06970", "name"},

		{"reused code, old name", `"code":"26740","name":"Phường Bến Nghé","provinceCode":"79"`, "", "unknown"},
		{"reused code, old name, no province", `"code":"26740","name":"Bến Nghé"`, "", "unknown"},
		{"reused code, name of a ward elsewhere", `"code":"26740","name":"Ba Chẽ"`, "", "unknown"},
		{"unknown code alone", `"code":"99999"`, "", "unknown"},
		{"wrong marks without code", `"name":"Ba Chệ","provinceCode":"22"`, "", "unknown"},
		{"a word like a kind", `"name":"Xá Ba Chẽ","provinceCode":"22"`, "", "unknown"},
		{"some marks missing, two in the province", `"name":"Tan Thành","provinceCode":"80"`, "", "ambiguous"},
		{"no code, unknown name", `"name":"Xã Không Có","provinceCode":"22"`, "", "unknown"},
		{"name in another province", `"name":"Ba Chẽ","provinceCode":"01"`, "", "unknown"},
		{"no code", `"note":"x","name":""`, "", "unnamed"},
		{"row number alone", `"id":4`, "", "unknown"},
		{"several in the nation", `"name":"Tân Thành"`, "", "ambiguous"},
		{"unmarked, two in the province", `"name":"Tan Thanh","provinceCode":"80"`, "", "ambiguous"},
		{"name of its province", `"name":"Lào Cai","province":"Lào Cai"`, "", "ambiguous"},
		{"name of its province, and kind", `"name":"Lào Cai","loai":"Phường","province":"Lào Cai"`, "02647", "name"},
		{"name of another province", `"name":"Khánh Hòa","province":"Lào Cai"`, "04342", "name"},
		{"name like a province, alone", `"name":"Thạnh Hóa"`, "27865", "name"},
		{"name like a province", `"name":"Thạnh Hóa","province":"Tây Ninh"`, "27865", "name"},
		{"code of one, unmarked name that is the other's", `"code":"27676","name":"Thanh An"`, "27676", "code"},
		{"code of one province, another said", `"code":"00004","provinceCode":"79"`, "", "conflict"},
		{"district town", `"code":"06970","fullName":"Thị trấn Ba Chẽ","provinceCode":"22"`, "", "abolished"},
		{"district", `"name":"Sơn Tây","loai":"Thị xã","tinh":"Hà Nội"`, "", "abolished"},
		{"city in a province", `"name":"Thành phố Hạ Long","tinh":"Quảng Ninh"`, "", "abolished"},

		{"province by kind", `"code":"22","name":"Quảng Ninh","kind":"province"`, "", "province"},
		{"province by name", `"ten":"Tỉnh Quảng Ninh"`, "", "province"},
		{"city by name", `"code":1,"name":"Hà Nội"`, "", "province"},
		{"province by its columns", `"ma_tinh":"22","ten_tinh":"Quảng Ninh"`, "", "province"},
		{"OSM", `"admin_level":"4","name":"Quảng Ninh"`, "", "province"},
	} {
		t.Run(c.name, func(t *testing.T) {
			of, r := joinOf(t, c.properties)
			how := "code"
			switch {
			case len(r.JoinedByName) == 1:
				how = "name"
			case len(r.JoinedByAlias) == 1:
				how = "alias"
			case len(r.NotJoined) == 1:
				how = string(r.NotJoined[0].Reason)
			case r.Provinces == 1:
				how = "province"
			}
			code := ""
			for only := range of {
				code = only
			}
			if code != c.code || how != c.how || len(of) > 1 || r.Joined != len(of) || len(r.Missing)+len(of) != 3321 {
				t.Errorf("%s: %q by %q, %d missing, %+v", c.properties, code, how, len(r.Missing), r.NotJoined)
			}
		})
	}
}

// TestDoubled checks that the first outline of a ward is kept, one by code before one
// by name.
func TestDoubled(t *testing.T) {
	code, name := `"code":"00004","name":"Ba Đình"`, `"name":"Ba Đình","province":"Hà Nội"`
	ring := "[[[105,21],[105.1,21],[105.1,21.1],[105,21.1],[105,21]]]"
	turned := "[[[105.1,21.1],[105.1,21],[105,21],[105,21.1],[105.1,21.1]]]"
	other := square(20, 105, 0.1)
	for _, c := range []struct {
		name  string
		list  []string
		taken int
		same  bool
	}{
		{"same", []string{featureOf(code, polygon(ring)), featureOf(code, polygon(ring))}, 0, true},
		{"turned round", []string{featureOf(code, polygon(ring)), featureOf(name, polygon(turned))}, 0, true},
		{"other land", []string{featureOf(code, polygon(ring)), featureOf(code, polygon(other))}, 0, false},
		{"name first", []string{featureOf(name, polygon(ring)), featureOf(code, polygon(other))}, 1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			of, r := joinFeatures(t, c.list...)
			if at, ok := of["00004"]; !ok || at != c.taken || len(of) != 1 || len(r.Doubled) != 1 {
				t.Fatalf("%v, %+v", of, r.Doubled)
			}
			if d := r.Doubled[0]; d.Taken.Feature != c.taken || d.Feature != 1-c.taken || d.Same != c.same || d.Unit.Code != "00004" {
				t.Errorf("%+v", d)
			}
		})
	}
}

// TestEveryWardIsFound writes every ward in the ways of common sources.
func TestEveryWardIsFound(t *testing.T) {
	table := officialTable(t)
	j := newJoiner(table, nil)
	for _, w := range table.Wards() {
		p, _ := table.Province(w.ProvinceCode)
		for name, g := range map[string]given{
			"code and name":          {code: w.Code, name: w.Name},
			"code, name, full name":  {code: w.Code, name: w.Name, fullName: w.FullName, kind: "ward", provinceCode: w.ProvinceCode},
			"code and unmarked name": {code: w.Code, name: w.NameEN},
			"code, English":          {code: w.Code, name: w.FullNameEN},
			"name, kind, province":   {name: w.Name, kind: w.Level, provinceName: p.Name},
			"full names":             {fullName: w.FullName, provinceName: p.FullName},
			"capitals":               {name: strings.ToUpper(w.FullName), provinceName: strings.ToUpper(p.FullName)},
			"foreign code":           {code: "99999", name: w.FullName, provinceCode: p.Code},
		} {
			f := feature{given: g}
			if v := j.judge(&f); v.ward.Code != w.Code {
				t.Errorf("%s %s: %s: %q, %v %s", w.Code, w.FullName, name, v.ward.Code, v.reason, v.detail)
			}
		}
	}
	for _, p := range table.Provinces() {
		for _, g := range []given{{code: p.Code, name: p.Name, kind: "province"}, {fullName: p.FullName}, {code: p.Code, name: p.NameEN}} {
			f := feature{given: g}
			if v := j.judge(&f); v.how != asProvince {
				t.Errorf("%+v is no outline of a province: %+v", g, v)
			}
		}
	}
}

func TestLacksMarks(t *testing.T) {
	for _, c := range []struct {
		name, official string
		want           bool
	}{
		{"ba dinh", "ba đình", true}, {"ba đinh", "ba đình", true}, {"ba đình", "ba đình", true},
		{"ba đỉnh", "ba đình", false}, {"ba đình", "ba dinh", false}, {"ba din", "ba đình", false},
		{"ba dinhx", "ba đình", false}, {"", "", true}, {"", "a", false}, {"a", "", false},
	} {
		if got := lacksMarks(c.name, c.official); got != c.want {
			t.Errorf("lacksMarks(%q, %q) = %v", c.name, c.official, got)
		}
	}
}
