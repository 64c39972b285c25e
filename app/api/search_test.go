// SPDX-License-Identifier: MIT

package api

import (
	"net/http"
	"testing"
)

// TestSearchPlaces searches the sample map.
func TestSearchPlaces(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	for query, want := range map[string]struct {
		kind, name string
	}{
		"q=meritxell":               {"place", "Meritxell"},
		"q=Pas%20de%20la%20Casa":    {"place", "Pas de la Casa"},
		"q=42.5075,1.5218":          {"coordinates", ""},
		"q=geo%3A42.5075%2C1.5218":  {"coordinates", ""},
		"q=CG-1":                    {"road", "CG-1"},
		"q=quan%20hai%20ba%20trung": {"former_district", "Quận Hai Bà Trưng"},
		"q=https%3A%2F%2Fmaps.app.goo.gl%2Fx&limit=3": {},
		"q=zzzzqqq": {},
	} {
		r := getReply(t, s, "/api/roads/v1/search?"+query+"&apikey="+testKey)
		list, ok := r.json["data"].([]any)
		if r.status != http.StatusOK || !ok {
			t.Errorf("%s: %d %v", query, r.status, r.json)
			continue
		}
		if want.kind == "" {
			if len(list) != 0 {
				t.Errorf("%s finds %v", query, list)
			}
			continue
		}
		if len(list) == 0 {
			t.Errorf("%s finds nothing", query)
			continue
		}
		first := list[0].(map[string]any)
		if first["kind"] != want.kind || first["name"] != want.name {
			t.Errorf("%s finds %v %q first, want %v", query, first["kind"], first["name"], want)
		}
	}
}

func TestSearchPlacesNear(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	distance := func(query string) float64 {
		r := getReply(t, s, "/api/roads/v1/search?q=farmacia&apikey="+testKey+query)
		list, _ := r.json["data"].([]any)
		if len(list) == 0 {
			t.Fatalf("%s: %d %v", query, r.status, r.json)
		}
		d, has := list[0].(map[string]any)["distance_m"].(float64)
		if has != (query != "") {
			t.Errorf("%q: distance %v, %v", query, d, has)
		}
		return d
	}
	distance("")
	for _, near := range []string{"&lat=42.5425&lon=1.7330", "&lat=42.5089&lon=1.5285"} { // of two towns
		if d := distance(near); d > 1000 {
			t.Errorf("near %s the first is %v m away", near, d)
		}
	}
}

func TestSearchPlacesFaults(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	for query, field := range map[string]string{
		"": "q", "q=": "q", "q=a&limit=0": "limit", "q=a&limit=51": "limit", "q=a&lat=10": "lon", "q=a&lat=91&lon=0": "lat", "q=a&lat=x&lon=1": "lat",
	} {
		r := getReply(t, s, "/api/roads/v1/search?"+query+"&apikey="+testKey)
		if r.status != http.StatusBadRequest || !namesField(r.json, field) {
			t.Errorf("%q: %d %v, want a fault of %s", query, r.status, r.json, field)
		}
	}
	if r := getReply(t, s, "/api/roads/v1/search?q=a"); r.status != http.StatusUnauthorized {
		t.Errorf("without a key: %d", r.status)
	}
}

func namesField(body map[string]any, field string) bool {
	e, _ := body["error"].(map[string]any)
	list, _ := e["fieldErrors"].([]any)
	for _, f := range list {
		if f.(map[string]any)["field"] == field {
			return true
		}
	}
	return false
}
