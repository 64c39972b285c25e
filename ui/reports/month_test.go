// SPDX-License-Identifier: MIT

package reports_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/fleet"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/regulation"
	"roadsnap/engine/report"
	"roadsnap/engine/road"
	"roadsnap/engine/units"
	"roadsnap/internal/reportfile"
	"roadsnap/ui/maptest"
	"roadsnap/ui/text"
)

// The roads of the made month: a street with a sign, a trunk road without one, and an expressway.
var monthWays = map[int64]road.Way{
	1: {ID: 1, Name: "Đường Nguyễn Văn Linh", Class: road.Primary, HasMaxSpeed: true, MaxSpeedKMH: 50},
	2: {ID: 2, Name: "Quốc lộ 1", Ref: "QL.1", Class: road.Trunk},
	3: {ID: 3, Ref: "CT.01", Class: road.Motorway, Oneway: true, Lanes: 2, HasMaxSpeed: true, MaxSpeedKMH: 100},
}

// stage is a part of a made drive.
type stage struct {
	minutes int
	kmh     float64
	way     int64
}

// made returns a drive with a point every 10 s, matched exactly: northwards, southwards on odd
// days, so that a vehicle is where it was left.
func made(id int64, plate string, start time.Time, from geo.Point, stages ...stage) *report.Recorded {
	north := 1.0
	if id%2 == 1 {
		north = -1
	}
	const step = 10 * time.Second
	r := &report.Recorded{ID: id, Vehicle: plate, Matched: true}
	leg := match.Leg{Confidence: 1}
	at, now := from, start
	add := func(s stage) {
		r.Recording.Observations = append(r.Recording.Observations, match.Observation{Point: at, Time: now, Speed: s.kmh / 3.6, HasSpeed: true})
		r.Result.Points = append(r.Result.Points, match.Point{Index: len(r.Result.Points), Location: at, State: match.Matched, WayID: s.way, HasWay: true, Confidence: 1})
		leg.Shape, leg.Times = append(leg.Shape, at), append(leg.Times, now)
	}
	add(stages[0])
	for _, s := range stages {
		before := leg.Length
		for range s.minutes * 6 {
			next := geo.Point{Lat: at.Lat + north*s.kmh/3.6*step.Seconds()/111_195, Lon: at.Lon}
			leg.Length += geo.Distance(at, next)
			at, now = next, now.Add(step)
			add(s)
		}
		leg.Ways = append(leg.Ways, match.WayPiece{WayID: s.way, Forward: true, Length: leg.Length - before})
	}
	leg.LastIndex = len(r.Result.Points) - 1
	r.Result.Legs, r.Result.Distance = []match.Leg{leg}, match.Distances{Raw: leg.Length, Matched: leg.Length}
	return r
}

// madeMonth returns the drives of three vehicles in November 2026. What they add up to is known:
// 51C-123.45 drives 60 + 80 km on ten days, on the first one 10 minutes of it at 70 km/h where 50
// are allowed, and 5 h without a rest on the second one; 51D-777.77 drives 30 km once; the driver
// of 51A-333.33 is unknown.
func madeMonth() (list []*report.Recorded) {
	day := func(d, hour int) time.Time { return time.Date(2026, 11, d, hour, 0, 0, 0, text.Vietnam) }
	depot := geo.Point{Lat: 10.73, Lon: 106.7}
	for d := 2; d < 12; d++ {
		list = append(list, made(int64(d), "51C-123.45", day(d, 6), depot, stage{90, 40, 1}, stage{20, 0, 1}, stage{60, 80, 3}))
	}
	list[0] = made(2, "51C-123.45", day(2, 6), depot, stage{60, 40, 1}, stage{10, 70, 1}, stage{20, 25, 1}, stage{20, 0, 1}, stage{60, 80, 3})
	for i := 1; i < len(list); i += 2 {
		n := len(list[i-1].Recording.Observations)
		end := list[i-1].Recording.Observations[n-1].Point
		list[i] = made(int64(i+2), "51C-123.45", day(i+2, 6), end, stage{90, 40, 1}, stage{20, 0, 1}, stage{60, 80, 3})
	}
	list[1] = made(3, "51C-123.45", day(3, 6), list[1].Recording.Observations[0].Point, stage{300, 28, 2})
	return append(list,
		made(20, "51D-777.77", day(20, 22), depot, stage{60, 30, 1}),
		made(21, "51A-333.33", day(21, 9), depot, stage{30, 36, 1}, stage{15, 0, 1}, stage{30, 36, 1}))
}

// monthOf returns a report of the made month.
func monthOf(t *testing.T, kind report.Kind, l report.Language) (doc *report.Document) {
	t.Helper()
	rules, err := regulation.Parse(data.Rules)
	if err != nil {
		t.Fatal(err)
	}
	w := &report.World{Rules: rules, Register: fleet.Register{
		Vehicles: []fleet.Vehicle{
			{Plate: "51C-123.45", Group: "Đội 1", Norm: 20, Transport: regulation.Freight, Body: fleet.Truck, Payload: 8000},
			{Plate: "51D-777.77", Group: "Đội 1", Transport: regulation.Contract, Body: fleet.Passenger, Seats: 16},
			{Plate: "51A-333.33", Group: "Đội 2", Transport: regulation.Taxi, Body: fleet.Passenger, Seats: 4},
		},
		Drivers:     []fleet.Driver{{Name: "Nguyễn Văn An", Licence: "790123456789"}, {Name: "Trần Thị Bình", Licence: "790987654321"}},
		Assignments: []fleet.Assignment{{Plate: "51C-123.45", Driver: "Nguyễn Văn An"}, {Plate: "51D-777.77", Driver: "Trần Thị Bình"}},
	}, Ways: func(points []match.Point) (map[int64]road.Way, error) {
		ways := map[int64]road.Way{}
		for _, p := range points {
			ways[p.WayID] = monthWays[p.WayID]
		}
		return ways, nil
	}}
	request := report.Request{
		Kind: kind, Language: l, Period: report.Days(time.Date(2026, 11, 1, 0, 0, 0, 0, text.Vietnam), time.Date(2026, 11, 30, 0, 0, 0, 0, text.Vietnam)),
		Company: "Công ty Vận tải An Bình", Signers: []string{l.T("signer.author"), l.T("signer.head")}, Made: time.Date(2026, 12, 1, 7, 30, 0, 0, text.Vietnam), Version: "1.0",
	}
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = e.Close() }()
	err = e.Atlas(func(a *units.Atlas) (err error) {
		w.Atlas = a
		trips := madeMonth()
		if kind.OfOneVehicle() {
			request.Vehicles = []string{"51D-777.77"}
			doc, err = w.BuildPoints(request, 361, func(yield func(*report.Recorded) error) error { return yield(trips[10]) })
			return err
		}
		var facts []*report.Facts
		for _, r := range trips {
			f, err := w.NewFacts(r)
			if err != nil {
				return err
			}
			facts = append(facts, f)
		}
		doc = w.Build(request, facts)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestGoldenForms compares forms with rows: the text of the PDF as poppler reads it, and the
// picture of the first page. What the month adds up to is checked against answers that are not
// from this program. To write them again: go test ./ui/reports -run GoldenForms -update
func TestGoldenForms(t *testing.T) {
	for _, c := range []struct {
		kind   report.Kind
		vi, en []string // known answers
	}{
		{report.Journey, []string{"22:00:10", "Đường Nguyễn Văn Linh"}, []string{"22:00:10"}},
		{report.Speeds, []string{"22:00:00 30, 30, 30, 30, 30, 30", "61"}, []string{"20 Nov 2026 23:00:00 30"}},
		{report.OverLimit, []string{"02/11/2026 07:00:10", "70,0", "Nguyễn Văn An", "790123456789"}, []string{"70.0", "2 Nov 2026 07:00:10"}},
		// 9 × (60 + 80) + the day of 5 h with 140 km, but 40 + 11.7 + 8.3 + 80 on the first one.
		{report.ByVehicle, []string{"1.400,0", "51D-777.77", "30,0", "36,0"}, []string{"1,400.0", "30.0"}},
		// Two drives on each day of the truck, but one on the long day; two of the taxi, one of the bus.
		{report.Continuous, []string{"22 51A-333.33 (không rõ lái xe) Taxi 21/11/2026 09:45:00", "5:00 quá 4 giờ", "03/11/2026 11:00:00"}, []string{"over 4 h"}},
		{report.StopList, []string{"10 51A-333.33 (không rõ lái xe) Taxi 21/11/2026 09:30:00 15", "02/11/2026 07:29:59 20"}, []string{"Freight"}},
		{report.ByDriver, []string{"Nguyễn Văn An 790123456789 1.400,0", "Trần Thị Bình 790987654321 30,0", "(không rõ lái xe) 36,0"}, []string{"(driver unknown) 36.0"}},
		{report.HourList, []string{"5:00", "quá 4 giờ"}, []string{"5:00", "over 4 h"}},
		{report.Fleet, []string{"1.466,0", "280,0", "06:00", "11:00", "22:00"}, []string{"1,466.0"}},
	} {
		for _, l := range []report.Language{report.Vietnamese, report.English} {
			name := string(c.kind) + "_" + l.String()
			t.Run(name, func(t *testing.T) {
				doc := monthOf(t, c.kind, l)
				got := oneSpaced(pdfText(t, doc))
				for _, want := range map[report.Language][]string{report.Vietnamese: c.vi, report.English: c.en}[l] {
					if !strings.Contains(got, want) {
						t.Errorf("no %q", want)
					}
				}
				goldenText(t, "form_"+name+".txt", got)
				const scale = 2 // pixels per millimetre
				maptest.Golden(t, "form_"+name, "the first page of a form", reportfile.Picture(doc, reportfile.Layout(doc).Page(0), scale))
			})
		}
	}
}

// pdfText returns the text of the PDF of a document.
func pdfText(t *testing.T, doc *report.Document) string {
	t.Helper()
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("pdftotext is not installed")
	}
	name := filepath.Join(t.TempDir(), "form.pdf")
	var b bytes.Buffer
	if err := reportfile.Write(&b, doc, reportfile.PDF); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("pdftotext", "-layout", name, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// oneSpaced returns a text with one space between words and without empty lines, because versions
// of poppler differ in spaces.
func oneSpaced(text string) string {
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(text, "\f", "\n")) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// goldenText compares a text with testdata/NAME, or writes that file with -update.
func goldenText(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs:\n%s", name, got)
	}
}
