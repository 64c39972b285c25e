// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// disagreements are the files of which gpsbabel reads another number of track
// points than this package, and why.
var disagreements = map[string]struct {
	points int
	why    string
}{
	"garmin-vivosmart-hr.gpx": {0, "all points are at 0°, 0°: a watch without a receiver"},
	"igc1_baro.gpx":           {0, "all points are at 0°, 0°: the record of a barometer"},
	"garmin_g1000.csv":        {442, "gpsbabel takes the second row of headings for a point"},
	"humminbird~hwr.csv":      {23, "one point is at 0°, 0°"},
}

// TestAgreement reads track files of many programs and compares the number of
// points with what gpsbabel reads.
func TestAgreement(t *testing.T) {
	tables := realFiles(t, "formats/counts.tsv")
	table, err := os.ReadFile(tables[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(table)), "\n")[1:] {
		name, text, _ := strings.Cut(line, "\t")
		want, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		other, ok := disagreements[name]
		if ok {
			want = other.points
		}
		trips, err := ReadFile(context.Background(), filepath.Join(filepath.Dir(tables[0]), name), Options{})
		points := 0
		for _, trip := range trips {
			points += len(trip.Observations)
		}
		if points != want || (err != nil) != (want == 0) {
			t.Errorf("%s: %d trips with %d points, want %d: %v %v", name, len(trips), points, want, err, showNotes(trips))
		}
	}
}
