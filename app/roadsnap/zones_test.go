// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// zoneTrace is a trace of two vehicles along a meridian of Andorra, 500 m a minute north from
// 42.5° N and a minute of halt at its end. The second one starts shortly before a midnight of
// Vietnam.
func zoneTrace() string {
	var b strings.Builder
	b.WriteString("vehicle,time,lat,lon\n")
	for _, v := range []struct {
		plate string
		start time.Time
	}{{"51C-1", time.Date(2026, 11, 21, 1, 0, 0, 0, time.UTC)}, {"=51C-2", time.Date(2026, 11, 21, 16, 57, 0, 0, time.UTC)}} {
		for i := range 61 {
			fmt.Fprintf(&b, "%s,%s,%.7f,1.5\n", v.plate, v.start.Add(time.Duration(i)*10*time.Second).Format(time.RFC3339), 42.5+float64(i)*500/6/111195.08)
		}
	}
	return b.String()
}

func TestZones(t *testing.T) {
	dir := t.TempDir()
	db := "--workspace=" + filepath.Join(dir, "trips.db")
	write := func(name, content string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	do := func(want int, command string, args ...string) result {
		t.Helper()
		words := append(strings.Fields(command), db)
		got := roadsnap(t, "", append(words, args...)...)
		if got.code != want {
			t.Fatalf("%s %v: exit code %d, want %d: %s", command, args, got.code, want, got.err)
		}
		return got
	}
	do(0, "trips import", write("day.csv", zoneTrace()))
	// The vehicle is at 42.5 + 500 m per minute: a circle around 1000 m, and a band from 3000 to 3500 m.
	do(0, "zones add", "Kho A", "--circle", "42.5089932,1.5", "--radius", "250", "--group", "kho", "--color", "#00ff00")
	do(0, "zones add", "Cổng", "--polygon", "42.5269796,1.49", "--polygon", "42.5269796,1.51", "--polygon", "42.5314762,1.51", "--polygon", "42.5314762,1.49")
	do(0, "zones add", "--province", "48")
	for _, wrong := range [][]string{{"x"}, {"--circle", "1,1"}, {"x", "--circle", "100,1"}, {"x", "--circle", "1"}, {"x", "--circle", "1,1", "--radius", "-1"}, {"x", "--corridor", "1,1"}, {"x", "--circle", "1,1", "--color", "red"}} {
		do(exitUsage, "zones add", wrong...)
	}
	do(exitFailed, "zones add", "--ward", "48")
	shown := do(0, "zones list").out
	for _, part := range []string{"1   circle    250 m", "#00ff00  kho    Kho A", "polygon   0.8", "province  48"} {
		if !strings.Contains(shown, part) {
			t.Errorf("%s\nlacks %q", shown, part)
		}
	}
	var listed []struct{ ID, Radius_m any }
	if err := json.Unmarshal([]byte(do(0, "zones list", "--json").out), &listed); err != nil || len(listed) != 3 {
		t.Errorf("%v, %v", listed, err)
	}

	t.Run("visits", func(t *testing.T) {
		rows, err := csv.NewReader(strings.NewReader(do(0, "zones visits", "--format", "csv").out)).ReadAll()
		if err != nil || len(rows) != 5 {
			t.Fatalf("%v, %v", rows, err)
		}
		got := strings.Join(rows[1], " ")
		if got != "51C-1 Kho A 2026-11-21T08:01:30.000+07:00 2026-11-21T08:02:30.000+07:00 60 60 60 500 1 1 false false" {
			t.Error(got)
		}
		if rows[3][0] != "'=51C-2" {
			t.Errorf("%v can be a formula", rows[3])
		}
		one := do(0, "zones visits", "--format", "csv", "--zone", "cong", "--vehicle", "51c 1", "--from", "2026-11-21", "--to", "2026-11-21").out
		if strings.Count(one, "\n") != 2 || !strings.Contains(one, "Cổng,2026-11-21T08:06:00.000+07:00,2026-11-21T08:07:00.000+07:00") {
			t.Error(one)
		}
		if none := do(0, "zones visits", "--format", "csv", "--from", "2026-11-23").out; strings.Count(none, "\n") != 1 {
			t.Error(none)
		}
		days := do(0, "zones visits", "--days").out
		for _, part := range []string{"2026-11-21  51C-1    Kho A  1        60", "2026-11-21  =51C-2   Kho A  1        60", "2026-11-22  =51C-2   Cổng   1        60"} {
			if !strings.Contains(days, part) {
				t.Errorf("%s\nlacks %q", days, part)
			}
		}
		do(exitFailed, "zones visits", "--zone", "none")
		do(exitUsage, "zones visits", "--from", "yesterday")
	})
	t.Run("times", func(t *testing.T) {
		var got struct {
			Passages     []struct{ Vehicle, Start, End string }
			Distribution struct {
				Count int
				P50   float64 `json:"p50_s"`
			}
		}
		if err := json.Unmarshal([]byte(do(0, "zones times", "Kho A", "2", "--format", "json").out), &got); err != nil || len(got.Passages) != 2 || got.Distribution.P50 != 210 ||
			got.Passages[1].Start != "2026-11-21T23:59:30.000+07:00" || got.Passages[1].End != "2026-11-22T00:03:00.000+07:00" {
			t.Errorf("%+v, %v", got, err)
		}
		if got := do(0, "zones times", "Kho A", "Cổng"); !strings.Contains(got.out, "2 passages: from 3m30s to 3m30s") || !strings.Contains(got.out, "####") {
			t.Error(got.out)
		}
		do(0, "zones times", "--ways", "1,2")
		do(0, "zones times", "--between", "42.5,1.5", "--between", "42.51,1.5")
		do(exitUsage, "zones times", "--between", "42.5,1.5")
		do(exitUsage, "zones times", "Kho A")
		do(exitUsage, "zones times", "Kho A", "Cổng", "--ways", "1")
	})
	t.Run("files", func(t *testing.T) {
		out := filepath.Join(dir, "zones.kml")
		do(0, "zones export", "--out", out)
		do(exitUsage, "zones export", "--out", out)
		do(exitUsage, "zones export", "--out", filepath.Join(dir, "zones.shp"))
		do(exitFailed, "zones export", "99")
		if one := do(0, "zones export", "1").out; strings.Count(one, `"Feature"`) != 1 || !strings.Contains(one, `"radius_m":250`) {
			t.Error(one)
		}
		if got := do(0, "zones import", out).err; got != "3 zones added\n" {
			t.Errorf("%q", got)
		}
		bad := do(exitPartly, "zones import", write("bad.csv", "name,lat,lon,radius_m\na,1,1,5\nb,1,1,\n"))
		if !strings.Contains(bad.err, `feature 2, "b"`) || !strings.Contains(bad.err, "1 zones added") {
			t.Error(bad.err)
		}
		do(0, "zones remove", "1", "2")
		do(exitFailed, "zones remove", "1")
		if shown := do(0, "zones list").out; strings.Count(shown, "\n") != 6 {
			t.Error(shown)
		}
	})
}
