// SPDX-License-Identifier: MIT

package server

import (
	"image"
	"image/color"
	"testing"
	"time"
)

// count returns the number of pixels of a colour in columns of a picture.
func count(pic *image.RGBA, c color.RGBA, from, to int) (n int) {
	for x := from; x < to; x++ {
		for y := range pic.Rect.Dy() {
			if pic.RGBAAt(x, y) == c {
				n++
			}
		}
	}
	return n
}

// TestChart holds that the newest second is at the right, that bars grow with the number of
// requests, and that failures are red.
func TestChart(t *testing.T) {
	ink := chartInks{
		ground: color.RGBA{A: 255}, grid: color.RGBA{10, 10, 10, 255}, bar: color.RGBA{0, 0, 255, 255},
		failed: color.RGBA{255, 0, 0, 255}, line: color.RGBA{0, 255, 0, 255},
	}
	const width, height = 5 * ChartSeconds, 100
	seconds := make([]Second, ChartSeconds)
	seconds[ChartSeconds-1] = Second{Requests: 100, Failed: 50, Total: 100 * time.Second}
	seconds[10] = Second{Requests: 10, Total: time.Second}
	pic := drawChart(seconds, width, height, ink)
	high, low := count(pic, ink.bar, width-5, width)+count(pic, ink.failed, width-5, width), count(pic, ink.bar, 50, 55)
	if low == 0 || high < 8*low || count(pic, ink.bar, 60, width-5) != 0 {
		t.Errorf("%d pixels for 100 requests, %d for 10", high, low)
	}
	if red := count(pic, ink.failed, width-5, width); red < high/3 || red > high*2/3 {
		t.Errorf("%d of %d pixels are red", red, high)
	}
	if count(pic, ink.line, 0, width) == 0 {
		t.Error("no line")
	}
	if empty := drawChart(nil, width, height, ink); count(empty, ink.bar, 0, width)+count(empty, ink.line, 0, width) != 0 {
		t.Error("an empty chart shows something")
	}
	drawChart(seconds, 1, 1, ink)
	drawChart(seconds, 0, 0, ink)
}
