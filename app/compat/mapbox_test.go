// SPDX-License-Identifier: MIT

package compat

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

const mapboxPath = "/compat/mapbox/matching/v5/mapbox/driving"

func TestMapboxByGetAndPost(t *testing.T) {
	points := trip(t)
	query := "geometries=geojson&overview=full&annotations=distance,duration,speed,congestion,maxspeed&tidy=true&steps=false"
	get := ask(t, mapboxPath+"/"+lonLats(points)+".json", query, "")
	post := ask(t, mapboxPath, "", query+"&coordinates="+url.QueryEscape(lonLats(points)))
	if string(get.body) != string(post.body) {
		t.Errorf("GET %s\nPOST %s", get.body, post.body)
	}
	var got osrmMatched
	get.as(t, &got)
	checkOSRMMatched(t, got, points)
	known := 0
	for i, leg := range got.Matchings[0].Legs {
		a := leg.Annotation
		n := len(*a.Distance)
		if len(*a.Duration) != n || len(*a.Speed) != n || len(*a.Congestion) != n || len(*a.MaxSpeed) != n || a.Nodes != nil {
			t.Errorf("leg %d: %+v", i, a)
		}
		for _, l := range *a.MaxSpeed {
			if l.Unknown == (l.Unit == "km/h") {
				t.Errorf("leg %d: limit %+v", i, l)
			}
			if !l.Unknown {
				known++
			}
		}
	}
	if known == 0 {
		t.Error("no limit is known in town")
	}
}

// TestMapboxTimes checks that times in seconds and those in milliseconds, which its client
// sends, mean the same, and that some may be missing.
func TestMapboxTimes(t *testing.T) {
	points := trip(t)
	times := func(unit int, missing int) string {
		var list []string
		for i := range points {
			text := fmt.Sprint((1_700_000_000 + 5*i) * unit)
			if i == missing {
				text = ""
			}
			list = append(list, text)
		}
		return "overview=false&timestamps=" + strings.Join(list, ";")
	}
	seconds, milliseconds := ask(t, mapboxPath+"/"+lonLats(points), times(1, -1), ""), ask(t, mapboxPath+"/"+lonLats(points), times(1000, -1), "")
	if string(seconds.body) != string(milliseconds.body) {
		t.Errorf("seconds %s\nmilliseconds %s", seconds.body, milliseconds.body)
	}
	var got osrmMatched
	ask(t, mapboxPath+"/"+lonLats(points), times(1, 3), "").as(t, &got)
	checkOSRMMatched(t, got, points)
	if osrm := ask(t, osrmPath+lonLats(points), times(1, 3), ""); osrm.json["code"] != "InvalidQuery" {
		t.Errorf("OSRM takes no empty time: %s", osrm.body)
	}
}

func TestMapboxRefusesBadRequests(t *testing.T) {
	points := lonLats(trip(t)[:3])
	for _, c := range []struct {
		path, query, form string
		status            int
		code              string
	}{
		{mapboxPath + "/" + points, "overview=none", "", 422, "InvalidInput"},
		{mapboxPath + "/" + points, "geometries=wkt", "", 422, "InvalidInput"},
		{mapboxPath + "/" + points, "annotations=nodes", "", 422, "InvalidInput"},
		{mapboxPath + "/" + points, "steps=true", "", 422, "InvalidInput"},
		{mapboxPath + "/" + points, "timestamps=3;2;1", "", 422, "InvalidInput"},
		{mapboxPath + "/" + points, "timestamps=3;2", "", 422, "InvalidInput"},
		{mapboxPath + "/" + points, "radiuses=1;2;x", "", 422, "InvalidInput"},
		{mapboxPath + "/" + points, "waypoints=1;2", "", 422, "InvalidInput"},
		{mapboxPath + "/" + points, "approaches=curb", "", 422, "InvalidInput"},
		{mapboxPath + "/" + points, "waypoints=0;2&approaches=curb;", "", 200, "Ok"},
		{mapboxPath + "/" + points, "language=vi&unheard=of", "", 200, "Ok"},
		{mapboxPath + "/1,2", "", "", 422, "InvalidInput"},
		{mapboxPath + "/CwOiYCUMoBNWAv9P", "", "", 422, "InvalidInput"},
		{mapboxPath + "/" + strings.Repeat("1,2;", mostPoints) + "1,2", "", "", 422, "TooManyCoordinates"},
		{mapboxPath + "/5,5;5.001,5", "", "", 200, "NoMatch"},
		{mapboxPath, "", "tidy=true", 422, "InvalidInput"},
		{mapboxPath, "", "coordinates=" + points, 200, "Ok"},
		{strings.Replace(mapboxPath, "driving", "flying", 1) + "/" + points, "", "", 404, "ProfileNotFound"},
		{"/compat/mapbox/directions/v5/mapbox/driving/" + points, "", "", 404, ""},
	} {
		got := ask(t, c.path, c.query, c.form)
		code, _ := got.json["code"].(string)
		if got.status != c.status || code != c.code || c.code != "Ok" && got.json["message"] == "" {
			t.Errorf("%.80s?%s%s: %d %s, want %d %s", c.path, c.query, c.form, got.status, got.body, c.status, c.code)
		}
	}
	empty := ask(t, mapboxPath+"/5,5;5.001,5", "", "")
	if list, ok := empty.json["matchings"].([]any); !ok || len(list) != 0 {
		t.Errorf("an answer without a match: %s", empty.body)
	}
}

// FuzzMapboxParameters reads forms.
func FuzzMapboxParameters(f *testing.F) {
	for _, s := range []string{
		"coordinates=1,2;3,4&timestamps=1700000000000;&radiuses=5;&waypoints=0;1&approaches=;curb",
		"coordinates=1,2;3,4;5,6&waypoints=0;2&approaches=unrestricted;curb&annotations=maxspeed,congestion&timestamps=;;1",
		"coordinates=&tidy=true",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, form string) {
		var list Parameters
		for pair := range strings.SplitSeq(form, "&") {
			name, value, _ := strings.Cut(pair, "=")
			list = append(list, Parameter{Name: name, Value: value})
		}
		o, err := mapboxMatchOptions(&Call{Path: []string{"walking"}, Query: list})
		if err != nil {
			return
		}
		last := int64(0)
		for i := range o.timestamps {
			if at := o.timestamps[i]; at != unknownTime {
				if at < last || at > latestTimestamp*1000 {
					t.Fatalf("timestamps %v", o.timestamps)
				}
				last = at
			}
		}
		o.longest = o.longestStep()
		for _, obs := range o.observations() {
			if !obs.Valid() || !(obs.Accuracy >= 0) || obs.Time.Year() > 9999 {
				t.Fatalf("observation %+v", obs)
			}
		}
	})
}
