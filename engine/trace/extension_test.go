// SPDX-License-Identifier: MIT

package trace_test

import (
	"testing"

	"roadsnap/engine/trace"
)

func TestHasExtension(t *testing.T) {
	for name, want := range map[string]bool{
		"a.gpx": true, "A.GPX": true, "a.gpx.gz": true, "A.Csv.GZ": true, "a.b.nmea": true,
		"a": false, "gpx": false, "a.gz": false, "a.tar.gz": false, "a.gpx.part": false, "a.gpx~": false, "": false, ".": false,
	} {
		if got := trace.HasExtension(name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
}
