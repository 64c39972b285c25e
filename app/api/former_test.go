// SPDX-License-Identifier: MIT

package api

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"
)

// TestFormerUnits asks what wards were made of, and compares the answer with the opposite look-up.
func TestFormerUnits(t *testing.T) {
	s := realUnits(t)
	type unit struct {
		Code, Until *string
		Name        string
		Whole       bool
	}
	madeOf := func(code string) (list []unit, resolution *string) {
		t.Helper()
		got := getUnits(t, s, "wards/"+code+"/former")
		var answer struct {
			Data struct {
				Resolution *string
				MadeOf     []unit `json:"made_of"`
			}
		}
		if got.status != http.StatusOK || json.Unmarshal(got.body, &answer) != nil || answer.Data.MadeOf == nil {
			t.Fatalf("%s: %d %s", code, got.status, got.body)
		}
		return answer.Data.MadeOf, answer.Data.Resolution
	}
	saigon, resolution := madeOf("26740")
	if resolution == nil || *resolution != "1685/NQ-UBTVQH15" || len(saigon) != 3 {
		t.Errorf("resolution %v, made of %+v", resolution, saigon)
	}
	for _, u := range saigon {
		var back struct {
			Data struct {
				Successors []struct {
					Code string `json:"ward_code"`
				}
			}
		}
		got := getUnits(t, s, "legacy/"+*u.Code)
		var became []string
		if err := json.Unmarshal(got.body, &back); err != nil {
			t.Fatal(err)
		}
		for _, w := range back.Data.Successors {
			became = append(became, w.Code)
		}
		if !slices.Contains(became, "26740") || u.Whole != (len(became) == 1) {
			t.Errorf("%+v became %v", u, became)
		}
	}
	if list, _ := madeOf("20333"); len(list) != 0 { // Hoàng Sa was a district without units
		t.Errorf("made of %+v", list)
	}
	if list, resolution := madeOf("23938"); len(list) != 1 || resolution != nil { // Ia Mơ by its former code
		t.Errorf("made of %+v, resolution %v", list, resolution)
	}
	if list, _ := madeOf("10096"); !slices.ContainsFunc(list, func(u unit) bool { return u.Code == nil && u.Until == nil }) {
		t.Errorf("Hòa Phú was made of %+v, want a unit abolished earlier", list)
	}
	for path, status := range map[string]int{"99999": http.StatusNotFound, "267400": http.StatusBadRequest} {
		if got := getUnits(t, s, "wards/"+path+"/former"); got.status != status {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
}
