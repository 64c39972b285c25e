// SPDX-License-Identifier: MIT

package trace

import (
	"fmt"
	"strings"
	"testing"
)

// TestSpeedUnit reads 30 points of a drive north at 10 m/s.
func TestSpeedUnit(t *testing.T) {
	file := func(head, row, foot string) string {
		var b strings.Builder
		b.WriteString(head)
		for i := range 30 {
			fmt.Fprintf(&b, row, i, 21+float64(i)*10/110_700)
		}
		return b.String() + foot
	}
	const at = "2026-11-03 07:15:%02d,%.6f,105.8321,"
	for name, tc := range map[string]struct {
		text  string
		want  float64
		noted bool
	}{
		"m/s":            {file("time,lat,lon,speed\n", at+"10\n", ""), 10, true},
		"km/h":           {file("time,lat,lon,speed\n", at+"36\n", ""), 10, false},
		"named km/h":     {file("time,lat,lon,speed (km/h)\n", at+"10\n", ""), 10 / 3.6, false},
		"unit in cells":  {file("time,lat,lon,speed\n", at+"10 km/h\n", ""), 10 / 3.6, false},
		"other speeds":   {file("time,lat,lon,speed\n", at+"20\n", ""), 20 / 3.6, false},
		"Traccar":        {file("fixtime,latitude,longitude,speed,devicetime,attributes\n", at+"19.43844,,{}\n", ""), 10, false},
		"JSON in km/h":   {`{"points":[` + strings.TrimSuffix(file("", `{"time":"2026-11-03 07:15:%02d","lat":%.6f,"lon":105.8321,"speed":36},`, ""), ",") + "]}", 10, true},
		"JSON in m/s":    {`{"points":[` + strings.TrimSuffix(file("", `{"time":"2026-11-03 07:15:%02d","lat":%.6f,"lon":105.8321,"speed":10},`, ""), ",") + "]}", 10, false},
		"JSON, a member": {`{"points":[` + strings.TrimSuffix(file("", `{"time":"2026-11-03 07:15:%02d","lat":%.6f,"lon":105.8321,"speed_mps":36},`, ""), ",") + "]}", 36, false},
	} {
		trips, err := readTrips(tc.text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		noted := strings.Contains(strings.Join(showNotes(trips), " "), string(NoteSpeedUnit))
		if got := trips[0].Observations[9].Speed; got < tc.want-0.01 || got > tc.want+0.01 || noted != tc.noted {
			t.Errorf("%s: %.2f m/s, noted %v; want %.2f", name, got, noted, tc.want)
		}
	}
}
