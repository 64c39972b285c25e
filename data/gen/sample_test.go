// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestSampleIsWhatThisImporterMakes rebuilds the embedded map and trips. They
// must be equal to the output of the current code, byte for byte.
func TestSampleIsWhatThisImporterMakes(t *testing.T) {
	if testing.Short() {
		t.Skip("imports the whole of Andorra")
	}
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "trips"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := sample(t.Context(), folder); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"andorra.rsp", "trips/city.gpx", "trips/valley.gpx", "trips/meadow.gpx"} {
		kept, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		made, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(kept, made) {
			t.Errorf("data/%s differs from the output of `make data`", name)
		}
	}
}

// TestDrivesAreRecordedAsDescribed checks the simulation itself: the interval of
// fixes, the outage, and the outlier.
func TestDrivesAreRecordedAsDescribed(t *testing.T) {
	for _, d := range drives {
		t.Run(d.file, func(t *testing.T) {
			line := d.stops
			fixes := d.record(line, []float64{0, 0})
			gaps := 0
			for i := 1; i < len(fixes); i++ {
				if step := fixes[i].time.Sub(fixes[i-1].time); step != d.interval {
					gaps++
					if want := d.interval * time.Duration(1+d.outage[1]-d.outage[0]); step != want {
						t.Errorf("fix %d comes %v after the previous one, want %v", i, step, want)
					}
				}
			}
			if want := min(d.outage[1], 1); gaps != want {
				t.Errorf("%d gaps, want %d", gaps, want)
			}
		})
	}
}
