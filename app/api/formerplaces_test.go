// SPDX-License-Identifier: MIT

package api

import (
	"encoding/json"
	"net/http"
	"testing"
)

// TestFormerPlaces asks for former provinces and districts, both ways.
func TestFormerPlaces(t *testing.T) {
	s := realUnits(t)
	type place struct {
		Code, Until, Resolution *string
		Name                    string
		ProvinceCode            string `json:"province_code"`
		Whole                   bool
		Successors              []struct {
			Code string `json:"prov_code"`
		}
	}
	ask := func(path string, into any) {
		t.Helper()
		got := getUnits(t, s, path)
		answer := struct{ Data any }{into}
		if got.status != http.StatusOK || json.Unmarshal(got.body, &answer) != nil {
			t.Fatalf("%s: %d %s", path, got.status, got.body)
		}
	}
	var all []place
	ask("former/provinces", &all)
	if len(all) != 63 || *all[0].Code != "01" || all[0].Until != nil || all[0].Successors[0].Code != "01" {
		t.Errorf("%d provinces, the first is %+v", len(all), all[0])
	}
	var detail struct {
		Old        place
		Successors []struct {
			Province string `json:"prov_code"`
			Ward     string `json:"ward_code"`
		}
		Districts []place
		Units     []struct {
			Code       string
			Successors []struct {
				Code       string `json:"ward_code"`
				Resolution *string
			}
		}
	}
	ask("former/provinces/74", &detail)
	if detail.Old.Name != "Tỉnh Bình Dương" || *detail.Old.Resolution != "202/2025/QH15" || *detail.Old.Until != "2025-06-30" || detail.Successors[0].Province != "79" || len(detail.Districts) != 9 {
		t.Errorf("74 is %+v", detail)
	}
	ask("former/districts/760", &detail)
	if detail.Old.Name != "Quận 1" || detail.Old.ProvinceCode != "79" || len(detail.Successors) != 4 || len(detail.Units) != 10 ||
		*detail.Old.Resolution != "72/2025/QH15" || *detail.Units[0].Successors[0].Resolution != "1685/NQ-UBTVQH15" {
		t.Errorf("760 is %+v", detail)
	}
	var before struct {
		MadeOf []place `json:"made_of"`
	}
	ask("provinces/79/former", &before)
	if n := len(before.MadeOf); n != 4 || *before.MadeOf[0].Code != "74" || !before.MadeOf[0].Whole || before.MadeOf[3].Code != nil {
		t.Errorf("79 was made of %+v", before.MadeOf)
	}
	for path, status := range map[string]int{
		"former/provinces/99": http.StatusNotFound, "former/provinces/999": http.StatusBadRequest, "former/districts/000": http.StatusNotFound,
		"former/districts/1": http.StatusBadRequest, "provinces/03/former": http.StatusNotFound, "provinces/x/former": http.StatusBadRequest,
	} {
		if got := getUnits(t, s, path); got.status != status {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
}
