// SPDX-License-Identifier: MIT

package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"roadsnap/engine/match"
)

// TestMatchTripCorrected forbids a way of a trip, and checks the answer against the route, also
// on a line of match-trips. The contract holds for requests and answers.
func TestMatchTripCorrected(t *testing.T) {
	e := embedded(t)
	s := startServer(t, func(o *Options) { o.Engine = e })
	city := recording(t, sampleTrips(t)["city.gpx"])
	plain := asTrip(t, city.Observations, "car")
	type matched struct {
		Legs []struct {
			Ways []struct {
				WayID int64 `json:"way_id"`
			}
		}
		Points      []struct{ Reason *string }
		Corrections []struct{ Op, Who, What, Unmet string }
	}
	ways := func(body string) (driven map[int64]bool, answer matched) {
		t.Helper()
		got := postTrip(t, s, "", mediaJSON, body)
		var whole struct{ Data matched }
		if err := json.Unmarshal(got.body, &whole); err != nil || got.status != http.StatusOK {
			t.Fatalf("status %d, %v, %.300s", got.status, err, got.body)
		}
		driven = map[int64]bool{}
		for _, l := range whole.Data.Legs {
			for _, w := range l.Ways {
				driven[w.WayID] = true
			}
		}
		return driven, whole.Data
	}
	before, _ := ways(plain)
	result, err := e.Match(t.Context(), city.Observations, match.Car)
	if err != nil {
		t.Fatal(err)
	}
	pieces := result.Legs[0].Ways
	way := pieces[len(pieces)/2].WayID
	corrections := fmt.Sprintf(`"corrections":[{"op":"forbid","way_id":%d,"who":"Lan","when":"2026-03-04T05:06:07Z"},{"op":"forbid","way_id":1},{"op":"leave_out","index":3}]}`, way)
	corrected := strings.TrimSuffix(plain, "}") + "," + corrections
	after, answer := ways(corrected)
	if !before[way] || after[way] {
		t.Errorf("way %d: driven before: %t, and after: %t", way, before[way], after[way])
	}
	list := answer.Corrections
	if len(list) != 3 || list[0].Who != "Lan" || list[0].Unmet != "" || list[1].Unmet != string(match.UnmetNoWay) || list[2].Op != string(match.LeaveOut) || list[2].What != "leave out point 3" {
		t.Errorf("%+v", list)
	}
	if r := answer.Points[3].Reason; r == nil || *r != string(match.ReasonLeftOut) {
		t.Errorf("point 3: %+v", answer.Points[3])
	}
}

// TestFaultsOfCorrections sends corrections that cannot be read.
func TestFaultsOfCorrections(t *testing.T) {
	s := startServer(t)
	for corrections, want := range map[string]string{
		`{}`:             "corrections must be an array",
		`[5]`:            "corrections[0] must be an object",
		`[{"op":"fly"}]`: `corrections[0] operation \"fly\"`,
		`[{}]`:           "corrections[0]",
		`[{"op":"pin","index":-1,"lat":1,"lon":1}]`:   "no index",
		`[{"op":"pin","index":1e99,"lat":1,"lon":1}]`: "corrections[0]",
		`[{"op":"pin","index":1,"lat":91,"lon":1}]`:   "no place",
		`[{"op":"bridge","index":4,"last":4}]`:        "no last point",
		`[{"op":"forbid"}]`:                           "no way_id",
		`[{"op":"forbid","way_id":"1"}]`:              "way_id must not be a string",
		`[{"op":"forbid","way_id":{"a":1}}]`:          "corrections[0].way_id must not begin with",
		`[{"op":"forbid","op":"pin"}]`:                "corrections[0].op must not be given twice",
		`[{"op":"profile","profile":"ship"}]`:         "ship",
		`[{"op":"leave_out","index":1,"who":"` + strings.Repeat("x", maxCorrectionText+1) + `"}]`: "corrections[0].who must have at most 200 bytes",
		`[` + strings.Repeat(`{"op":"leave_out","index":1},`, maxCorrections) + `{}]`:             "at most 100 corrections, has 101",
	} {
		body := `{"points":[{"lat":42.503683,"lon":1.514522},{"lat":42.505012,"lon":1.516498}],"corrections":` + corrections + "}"
		got := postTrip(t, s, "", mediaJSON, body)
		var answer struct {
			Error struct {
				FieldErrors []struct{ Field, Message string }
			}
		}
		if err := json.Unmarshal(got.body, &answer); err != nil || got.status != http.StatusBadRequest || len(answer.Error.FieldErrors) == 0 {
			t.Errorf("%.80s: status %d, %v, %s", corrections, got.status, err, got.body)
			continue
		}
		first := answer.Error.FieldErrors[0]
		if text := first.Field + " " + first.Message; !strings.Contains(text, strings.ReplaceAll(want, `\"`, `"`)) {
			t.Errorf("%.80s: %s, want %s", corrections, text, want)
		}
	}
}
