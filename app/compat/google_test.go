// SPDX-License-Identifier: MIT

package compat

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"roadsnap/engine/geo"
)

const googlePrefix = "/compat/google/v1/"

// latLngs returns points as Google's API reads them, escaped.
func latLngs(points []geo.Point) string {
	var list []string
	for _, p := range points {
		list = append(list, fmt.Sprintf("%.6f,%.6f", p.Lat, p.Lon))
	}
	return url.QueryEscape(strings.Join(list, "|"))
}

func TestGoogleSnapToRoads(t *testing.T) {
	points := trip(t)
	var plain, full googleSnapped
	ask(t, googlePrefix+"snapToRoads", "path="+latLngs(points), "").as(t, &plain)
	ask(t, googlePrefix+"snapToRoads", "interpolate=true&path="+latLngs(points), "").as(t, &full)
	if len(plain.SnappedPoints) != len(points) {
		t.Fatalf("%d points, want %d", len(plain.SnappedPoints), len(points))
	}
	next := 0
	for _, p := range full.SnappedPoints {
		if p.OriginalIndex == nil {
			if next == 0 || next == len(points) {
				t.Errorf("a point in between lies outside of the path: %+v", p)
			}
			continue
		}
		if want := plain.SnappedPoints[next]; *p.OriginalIndex != next || p.Location != want.Location || p.PlaceID != want.PlaceID {
			t.Errorf("point %d is %+v, without interpolation %+v", next, p, want)
		}
		next++
	}
	if next != len(points) || len(full.SnappedPoints) <= len(points) {
		t.Errorf("%d points, %d of the path", len(full.SnappedPoints), next)
	}
	points[5] = geo.NewPlane(points[5]).Point(geo.XY{X: 3000, Y: 900})
	var gap googleSnapped
	ask(t, googlePrefix+"snapToRoads", "path="+latLngs(points), "").as(t, &gap)
	if len(gap.SnappedPoints) != len(points)-1 || len(gap.Unmatched) != 1 || gap.Unmatched[0].Index != 5 || *gap.SnappedPoints[5].OriginalIndex != 6 {
		t.Errorf("a point 3 km away: %d points, unmatched %v", len(gap.SnappedPoints), gap.Unmatched)
	}
	if got := ask(t, googlePrefix+"snapToRoads", "path=5,5|5,5.001", ""); got.status != 200 || string(got.body) != "{}" {
		t.Errorf("at sea: %d %s", got.status, got.body)
	}
}

func TestGoogleNearestRoads(t *testing.T) {
	points := append(trip(t)[:4], geo.Point{Lat: 5, Lon: 5})
	var got googleSnapped
	ask(t, googlePrefix+"nearestRoads", "points="+latLngs(points), "").as(t, &got)
	times := map[int]int{}
	places := map[string]bool{}
	for _, p := range got.SnappedPoints {
		times[*p.OriginalIndex]++
		places[fmt.Sprint(*p.OriginalIndex, p.PlaceID)] = true
	}
	twice := 0
	for i := range 4 {
		if times[i] < 1 || times[i] > 2 {
			t.Errorf("point %d has %d roads, want one for each direction", i, times[i])
		}
		if times[i] == 2 {
			twice++
		}
	}
	street := geo.Point{Lat: 42.503683, Lon: 1.514522} // traffic goes both ways
	if both := ask(t, googlePrefix+"nearestRoads", "points="+latLngs([]geo.Point{street}), ""); len(both.json["snappedPoints"].([]any)) != 2 {
		t.Errorf("a street with two directions: %s", both.body)
	}
	if twice == 4 {
		t.Error("every road has two directions")
	}
	if len(places) != len(got.SnappedPoints) || times[4] != 0 || len(got.Unmatched) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestGoogleSpeedLimits(t *testing.T) {
	points := trip(t)
	var byPath, miles, byPlace googleSpeeds
	ask(t, googlePrefix+"speedLimits", "path="+latLngs(points), "").as(t, &byPath)
	ask(t, googlePrefix+"speedLimits", "units=MPH&path="+latLngs(points), "").as(t, &miles)
	if len(byPath.SpeedLimits) == 0 || len(byPath.SnappedPoints) != len(points) || len(miles.SpeedLimits) != len(byPath.SpeedLimits) {
		t.Fatalf("%d limits, %d points, %d limits in miles", len(byPath.SpeedLimits), len(byPath.SnappedPoints), len(miles.SpeedLimits))
	}
	query, seen := "", map[string]bool{}
	for i, l := range byPath.SpeedLimits {
		if l.Units != "KPH" || l.SpeedLimit < 5 || l.SpeedLimit > 120 || seen[l.PlaceID] {
			t.Errorf("limit %+v", l)
		}
		if m := miles.SpeedLimits[i]; m.Units != "MPH" || m.SpeedLimit != int(float64(l.SpeedLimit)/1.609344+0.5) {
			t.Errorf("%+v in miles: %+v", l, m)
		}
		seen[l.PlaceID] = true
		query += "&placeId=" + l.PlaceID
	}
	ask(t, googlePrefix+"speedLimits", query[1:], "").as(t, &byPlace)
	if fmt.Sprint(byPlace.SpeedLimits) != fmt.Sprint(byPath.SpeedLimits) || byPlace.SnappedPoints != nil {
		t.Errorf("by place %v, by path %v", byPlace.SpeedLimits, byPath.SpeedLimits)
	}
}

// TestGooglePlacesAreChecked checks that another way at the same place is not taken for the
// one of a placeId.
func TestGooglePlacesAreChecked(t *testing.T) {
	var got googleSnapped
	ask(t, googlePrefix+"nearestRoads", "points="+latLngs(trip(t)[:1]), "").as(t, &got)
	p, ok := parsePlace(got.SnappedPoints[0].PlaceID)
	if !ok {
		t.Fatalf("%+v", got)
	}
	p.Way++
	if wrong := ask(t, googlePrefix+"speedLimits", "placeId="+p.String(), ""); wrong.status != 404 {
		t.Errorf("a way that is not there: %d %s", wrong.status, wrong.body)
	}
}

func TestGoogleRefusesBadRequests(t *testing.T) {
	unknown := placeID{Way: 1, Start: geo.Point{Lat: 42.5, Lon: 1.5}.Fixed()}.String()
	for _, c := range []struct {
		target, query string
		status        int
		name          string
	}{
		{"snapToRoads", "", 400, "INVALID_ARGUMENT"},
		{"snapToRoads", "path=", 400, "INVALID_ARGUMENT"},
		{"snapToRoads", "path=1,2|", 400, "INVALID_ARGUMENT"},
		{"snapToRoads", "path=1,x", 400, "INVALID_ARGUMENT"},
		{"snapToRoads", "path=91,2|1,2", 400, "INVALID_ARGUMENT"},
		{"snapToRoads", "path=1,2|1,2&interpolate=yes", 400, "INVALID_ARGUMENT"},
		{"snapToRoads", "path=" + strings.Repeat("1,2|", mostPoints) + "1,2", 400, "INVALID_ARGUMENT"},
		{"nearestRoads", "path=1,2", 400, "INVALID_ARGUMENT"},
		{"speedLimits", "", 400, "INVALID_ARGUMENT"},
		{"speedLimits", "path=1,2&placeId=x", 400, "INVALID_ARGUMENT"},
		{"speedLimits", "placeId=x", 400, "INVALID_ARGUMENT"},
		{"speedLimits", "placeId=" + unknown, 404, "NOT_FOUND"},
		{"speedLimits", "units=KMH&path=1,2", 400, "INVALID_ARGUMENT"},
		{"speedLimits", strings.Repeat("placeId="+unknown+"&", mostPlaces) + "placeId=x", 400, "INVALID_ARGUMENT"},
		{"directions", "", 404, "NOT_FOUND"},
	} {
		got := ask(t, googlePrefix+c.target, c.query, "")
		e, _ := got.json["error"].(map[string]any)
		if got.status != c.status || e["status"] != c.name || e["code"] != float64(c.status) || e["message"] == "" {
			t.Errorf("%s?%.80s: %d %s, want %d %s", c.target, c.query, got.status, got.body, c.status, c.name)
		}
	}
}

// FuzzGoogleParameters reads paths and places.
func FuzzGoogleParameters(f *testing.F) {
	f.Add("42.5,1.5|42.6,1.6", placeID{Way: 24715008, Start: geo.Fixed{Lat: 425050000, Lon: 15160000}, Backward: true}.String())
	f.Add(" -1.5 , 2e1 |", "AQ")
	f.Fuzz(func(t *testing.T, path, place string) {
		if points, err := googlePath(&Call{Query: Parameters{{Name: "path", Value: path}}}, "path"); err == nil {
			for _, p := range points {
				if !p.Valid() {
					t.Fatalf("%q gives %v", path, points)
				}
			}
			if len(points) == 0 || len(points) > mostPoints {
				t.Fatalf("%q gives %d points", path, len(points))
			}
		}
		if p, ok := parsePlace(place); ok && p.String() != place {
			t.Fatalf("%q is read as %+v, which is %q", place, p, p.String())
		}
	})
}
