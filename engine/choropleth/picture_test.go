// SPDX-License-Identifier: MIT

package choropleth

import (
	"bytes"
	"errors"
	"flag"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"
)

var update = flag.Bool("update", false, "write the golden pictures again")

// sampleMap is a map with a hole, an island and an area without a value.
func sampleMap(l Language) *Map {
	square := func(west, south, size float64) orb.Ring {
		return orb.Ring{{west, south}, {west + size, south}, {west + size, south + size}, {west, south + size}, {west, south}}
	}
	m := &Map{
		Title: "Mật độ dân số năm 2025, người trên ki-lô-mét vuông", Legend: "Người/km²", Source: "Nguồn: tổng điều tra\n" + l.Borders("drawn for a test"), Language: l,
		Areas: []Area{
			{orb.MultiPolygon{{square(105, 20, 1), square(105.3, 20.3, 0.4)}}, 120},
			{orb.MultiPolygon{{square(105.3, 20.3, 0.4)}}, 2500.5},
			{orb.MultiPolygon{{square(106, 20, 1)}, {square(107.2, 20.2, 0.2)}}, math.NaN()},
			{orb.MultiPolygon{{square(105, 21, 1)}}, 800},
			{orb.MultiPolygon{{square(106, 21, 1)}}, 1400},
		},
		Outlines: []orb.MultiPolygon{{{square(105, 20, 2)}}},
	}
	var values []float64
	for _, a := range m.Areas {
		values = append(values, a.Value)
	}
	m.Classes, _ = Classify(values, 3, EqualSteps, true)
	m.Ramp, _ = RampByName("heat")
	if l == English {
		m.Title, m.Legend = "Population density 2025", "People/km²"
	}
	return m
}

// TestPictures compares the map in both languages with its golden pictures. A dot may differ a
// little, because processors round differently.
func TestPictures(t *testing.T) {
	for _, l := range []Language{Vietnamese, English} {
		got, err := sampleMap(l).Picture(72)
		if err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", "map-"+string(l)+".png")
		if *update {
			var b bytes.Buffer
			if err := errors.Join(sampleMap(l).WritePNG(&b, 72), os.MkdirAll("testdata", 0o755), os.WriteFile(golden, b.Bytes(), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		f, err := os.Open(golden)
		if err != nil {
			t.Fatal(err)
		}
		want, err := png.Decode(f)
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
		if got.Bounds() != want.Bounds() {
			t.Fatalf("%s: %v, want %v", l, got.Bounds(), want.Bounds())
		}
		const slack = 8 << 8
		different := 0
		for y := range got.Bounds().Dy() {
			for x := range got.Bounds().Dx() {
				r1, g1, b1, _ := got.At(x, y).RGBA()
				r2, g2, b2, _ := want.At(x, y).RGBA()
				if far(r1, r2) > slack || far(g1, g2) > slack || far(b1, b2) > slack {
					different++
				}
			}
		}
		if different > 0 {
			t.Errorf("%s: %d dots differ from %s", l, different, golden)
		}
	}
	if _, err := sampleMap(English).Picture(10); !errors.Is(err, ErrValues) {
		t.Error(err)
	}
	if _, err := (&Map{Title: "Nothing", Language: English}).Picture(72); err != nil {
		t.Error(err)
	}
}

func far(a, b uint32) uint32 { return max(a, b) - min(a, b) }

// TestPDF reads the texts of the PDF with Poppler, which also checks its structure and fonts.
func TestPDF(t *testing.T) {
	var b bytes.Buffer
	if err := sampleMap(Vietnamese).WritePDF(&b, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := sampleMap(Vietnamese).WritePDF(&again, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Error("two PDFs of one map differ", err)
	}
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("pdftotext of Poppler is not installed (Debian's package poppler-utils)")
	}
	path := filepath.Join(t.TempDir(), "x.pdf")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("pdftotext", "-layout", path, "-")
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil || complaints.Len() > 0 {
		t.Fatal(err, complaints.String())
	}
	text := strings.Join(strings.Fields(string(out)), " ")
	for _, want := range []string{"Mật độ dân số năm 2025, người trên", "ki-lô-mét vuông", "Người/km²", "0 – dưới 1.000", "2.000 – 3.000", "Không có số liệu", "Nguồn: tổng điều tra", "Địa giới: drawn for a test", "km"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing from %s", want, text)
		}
	}
}
