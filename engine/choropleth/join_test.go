// SPDX-License-Identifier: MIT

package choropleth

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/units"
)

func table(t *testing.T) *units.Table {
	t.Helper()
	table, err := units.Load(data.Units())
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestJoin joins rows as people write them.
func TestJoin(t *testing.T) {
	table := table(t)
	for _, c := range []struct {
		kind                     units.Kind
		by                       By
		unit, province, district string
		want                     string // "" for no unit
		reason                   Reason
	}{
		{units.KindWard, ByCode, "00004", "", "", "00004", Exact},
		{units.KindWard, ByCode, "4", "", "", "00004", Padded},
		{units.KindWard, ByCode, "4.0", "", "", "00004", Padded},
		{units.KindWard, ByCode, "99999", "", "", "", NotFound},
		{units.KindWard, ByCode, "Ba Đình", "", "", "", NotFound},
		{units.KindWard, ByCode, "", "", "", "", NoKey},
		{units.KindWard, ByCode, "000004", "", "", "", NotFound},
		{units.KindProvince, ByCode, "1", "", "", "01", Padded},
		{units.KindProvince, ByCode, "02", "", "", "", NotFound},
		{units.KindProvince, ByName, "Hà Nội", "", "", "01", Exact},
		{units.KindProvince, ByName, "tp ha noi", "", "", "01", Exact},
		{units.KindProvince, ByName, "TP. Hồ Chí Minh", "", "", "79", Exact},
		{units.KindProvince, ByName, "TPHCM", "", "", "79", Exact},
		{units.KindProvince, ByName, "Cao Bang Province", "", "", "04", Exact},
		{units.KindProvince, ByName, "Tỉnh Bình Dương", "", "", "79", OtherName},
		{units.KindProvince, ByName, "Bình Dương", "", "", "79", OtherName},
		{units.KindProvince, ByName, "Thừa Thiên Huế", "", "", "46", OtherName},
		{units.KindProvince, ByName, "Ha Nio", "", "", "01", Typo},
		{units.KindProvince, ByName, "Paris", "", "", "", NotFound},
		{units.KindWard, ByName, "Phường Ba Đình", "", "", "00004", Exact},
		{units.KindWard, ByName, "p. ba dinh", "Hà Nội", "", "00004", Exact},
		{units.KindWard, ByName, "Xã Ba Đình", "Hà Nội", "", "00004", Unkind},
		{units.KindWard, ByName, "Ba Đình", "01", "", "00004", Exact},
		{units.KindWard, ByName, "Ba Đình", "1", "", "00004", Exact},
		{units.KindWard, ByName, "Phường Ba Đình, Hà Nội", "", "", "00004", Exact},
		{units.KindWard, ByName, "Hoàn Kíem", "Hà Nội", "", "00070", Exact},
		{units.KindWard, ByName, "Hoàn Kiemm", "Hà Nội", "", "00070", Typo},
		{units.KindWard, ByName, "Phường Bến Nghé", "TP HCM", "Quận 1", "26740", OtherName},
		{units.KindWard, ByName, "Tân Thành", "", "", "", Ambiguous},
		{units.KindWard, ByName, "Zzz", "Hà Nội", "", "", NotFound},
		{units.KindWard, ByName, "Ba Đình", "Atlantis", "", "", NoProvince},
	} {
		k := Keys{Unit: []string{c.unit}}
		if c.province != "" {
			k.Province = []string{c.province}
		}
		if c.district != "" {
			k.District = []string{c.district}
		}
		j, err := Join(t.Context(), table, c.kind, c.by, k)
		if err != nil {
			t.Fatal(err)
		}
		m := j.Matches[0]
		if m.Code != c.want || m.Reason != c.reason || (m.Reason == Ambiguous) != (len(m.Candidates) > 1) {
			t.Errorf("%q, %q, %q: %+v, want %q, %s", c.unit, c.province, c.district, m, c.want, c.reason)
		}
	}
}

// TestJoinEveryUnit finds every unit by its code, and by its name with its province.
func TestJoinEveryUnit(t *testing.T) {
	table := table(t)
	var codes, names, plain, provinces []string
	for _, w := range table.Wards() {
		p, _ := table.Province(w.ProvinceCode)
		codes, names, provinces = append(codes, w.Code), append(names, w.FullName), append(provinces, p.FullName)
		plain = append(plain, strings.ToUpper(w.NameEN))
	}
	wrong := 0
	for _, c := range []struct {
		by   By
		unit []string
		most int // rows without a unit, for names that several wards of the province have
	}{{ByCode, codes, 0}, {ByName, names, 0}, {ByName, plain, 200}} {
		j, err := Join(t.Context(), table, units.KindWard, c.by, Keys{Unit: c.unit, Province: provinces})
		if err != nil {
			t.Fatal(err)
		}
		none := 0
		for i, m := range j.Matches {
			switch {
			case m.Code == "" && (m.Reason != Ambiguous || !slices.Contains(m.Candidates, codes[i])):
				t.Errorf("%q, %s: %+v", c.unit[i], provinces[i], m)
			case m.Code == "":
				none++
			case m.Code != codes[i]:
				wrong++
				t.Errorf("%q, %s: %+v, want %s", c.unit[i], provinces[i], m, codes[i])
			}
		}
		if none > c.most {
			t.Errorf("%d rows are ambiguous, more than %d", none, c.most)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Join(ctx, table, units.KindWard, ByCode, Keys{Unit: codes}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestSeveral(t *testing.T) {
	none := math.NaN()
	numbers := []float64{3, none, 1, 8}
	for _, c := range []struct {
		rule Several
		want float64
	}{{Sum, 12}, {Mean, 4}, {First, 3}, {Last, 8}, {Least, 1}, {Most, 8}, {Rows, 4}} {
		if got := c.rule.Number([]int{0, 1, 2, 3}, numbers); got != c.want {
			t.Errorf("%s: %v, want %v", c.rule, got, c.want)
		}
	}
	if got := Sum.Number([]int{1}, numbers); !math.IsNaN(got) {
		t.Error(got)
	}
	j, err := Join(t.Context(), table(t), units.KindProvince, ByName, Keys{Unit: []string{"Hồ Chí Minh", "Bình Dương", "Hà Nội", "x"}})
	if err != nil {
		t.Fatal(err)
	}
	if matched, unmatched, repeated := j.Count(); matched != 3 || unmatched != 1 || repeated != 1 {
		t.Error(matched, unmatched, repeated)
	}
	if rows := j.Rows["79"]; Sum.Number(rows, numbers) != 3 || Sum.Text(rows, []string{"", "b", "", ""}) != "b" || Last.Text(rows, []string{"a", "b", "", ""}) != "b" {
		t.Error(rows)
	}
}

// TestGuess finds the keys of tables by the names of their columns and by their values.
func TestGuess(t *testing.T) {
	table := table(t)
	for _, c := range []struct {
		names string
		rows  []string
		kind  units.Kind
		by    By
		want  Columns
	}{
		{"tinh;gia_tri", []string{"Hà Nội;3", "Cao Bằng;4"}, units.KindProvince, ByName, Columns{0, -1, -1}},
		{"code;value", []string{"01;3", "04;4"}, units.KindProvince, ByCode, Columns{0, -1, -1}},
		{"code;value", []string{"00004;3", "26740;4"}, units.KindWard, ByCode, Columns{0, -1, -1}},
		{"value;Mã xã;Tên xã", []string{"3;00004;Ba Đình"}, units.KindWard, ByCode, Columns{1, -1, -1}},
		{"stt;phường/xã;quận/huyện;tỉnh", []string{"1;Bến Nghé;Quận 1;TP HCM"}, units.KindWard, ByName, Columns{1, 3, 2}},
		{"ten;dan_so", []string{"Hà Nội;3", "Paris;4"}, units.KindProvince, ByName, Columns{0, -1, -1}},
		{"name;population", []string{"Phường Ba Đình;3", "Phường Hoàn Kiếm;4"}, units.KindWard, ByName, Columns{0, -1, -1}},
	} {
		names := strings.Split(c.names, ";")
		kind, by, got, err := Guess(t.Context(), table, names, func(i int) (texts []string) {
			for _, row := range c.rows {
				texts = append(texts, strings.Split(row, ";")[i])
			}
			return texts
		})
		if err != nil || kind != c.kind || by != c.by || got != c.want {
			t.Errorf("%s %q: %v by %v, %+v, %v", c.names, c.rows[0], kind, by, got, err)
		}
	}
	if _, _, _, err := Guess(t.Context(), table, []string{"x", "y"}, nil); !errors.Is(err, ErrKeys) {
		t.Errorf("without keys: %v", err)
	}
}
