// SPDX-License-Identifier: MIT

package server

import (
	"image"
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/text"
)

const chartHeight = 64 // logical pixels

// chart shows the requests of each second as bars, those that failed in red, and the mean
// duration of an answer as a line. Both have a scale of their own, whose upper end the
// captions say.
type chart struct {
	Content  fyne.CanvasObject
	words    text.Catalogue
	picture  *canvas.Raster
	requests *widget.Label // caption of the bars
	duration *widget.Label // caption of the line
	seconds  []Second
}

func newChart(words text.Catalogue) *chart {
	c := &chart{words: words, requests: kit.Caption(""), duration: kit.Caption("")}
	c.requests.Truncation, c.duration.Truncation = fyne.TextTruncateEllipsis, fyne.TextTruncateEllipsis
	c.picture = canvas.NewRaster(func(width, height int) image.Image {
		return drawChart(c.seconds, width, height, inks())
	})
	c.picture.SetMinSize(fyne.NewSize(0, chartHeight))
	legend := func(name fyne.ThemeColorName, height float32, l *widget.Label) fyne.CanvasObject {
		mark := canvas.NewRectangle(theme.Color(name))
		mark.SetMinSize(fyne.NewSize(10, height))
		return container.NewBorder(nil, nil, container.NewCenter(mark), nil, l)
	}
	c.Content = container.New(layout.NewCustomPaddedVBoxLayout(0), c.picture,
		container.New(kit.TightRows{}, legend(theme.ColorNamePrimary, 10, c.requests), legend(theme.ColorNameForeground, 2, c.duration)))
	c.show(nil)
	return c
}

// show shows the seconds of a Traffic.
func (c *chart) show(seconds []Second) {
	c.seconds = seconds
	most, slowest := peaks(seconds)
	now := 0
	if n := len(seconds); n > 1 { // the last one is not over
		now = seconds[n-2].Requests
	}
	kit.SetText(c.requests, c.words.T("server.chart.requests", "now", c.words.Count(now), "most", c.words.Count(most)))
	kit.SetText(c.duration, c.words.T("server.chart.duration", "most", milliseconds(c.words, slowest)))
	c.picture.Refresh()
}

// peaks returns the greatest number of requests and the greatest mean duration of a second.
func peaks(seconds []Second) (most int, slowest time.Duration) {
	for _, s := range seconds {
		most, slowest = max(most, s.Requests), max(slowest, s.Mean())
	}
	return most, slowest
}

// chartInks are the colours of a chart.
type chartInks struct{ ground, grid, bar, failed, line color.RGBA }

func inks() chartInks {
	of := func(name fyne.ThemeColorName) color.RGBA {
		return color.RGBAModel.Convert(theme.Color(name)).(color.RGBA)
	}
	return chartInks{of(theme.ColorNameInputBackground), of(theme.ColorNameSeparator), of(theme.ColorNamePrimary), of(theme.ColorNameError), of(theme.ColorNameForeground)}
}

// drawChart draws a chart of ChartSeconds seconds, of which the last ones may be given.
func drawChart(seconds []Second, width, height int, ink chartInks) *image.RGBA {
	pic := raster.NewPicture(width, height, ink.ground)
	w, h := float64(width), float64(height)
	step := w / ChartSeconds
	left := w - step*float64(len(seconds))
	box := func(x0, y0, x1, y1 float64) {
		pic.Fill([][]raster.Vec{{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}, {X: x0, Y: y0}}})
	}
	for i := 1; i < 4; i++ { // each half minute
		x := w * float64(i) / 4
		box(x, 0, x+1, h)
	}
	pic.Paint(ink.grid)
	most, slowest := peaks(seconds)
	const room = 0.9 // of the height, for the greatest value
	for pass, colour := range []color.RGBA{ink.bar, ink.failed} {
		for i, s := range seconds {
			n := s.Requests
			if pass == 1 {
				n = s.Failed
			}
			if n > 0 {
				x := left + step*float64(i)
				box(x, h-max(1, room*h*float64(n)/float64(most)), x+max(step-1, 1), h)
			}
		}
		pic.Paint(colour)
	}
	var line []raster.Vec
	flush := func() {
		if len(line) == 1 {
			pic.Discs(line, 1.5)
		} else if len(line) > 1 {
			pic.Polyline(line, 1.6, 0)
		}
		line = line[:0]
	}
	for i, s := range seconds {
		if s.Requests == 0 {
			flush()
			continue
		}
		line = append(line, raster.Vec{X: left + step*(float64(i)+0.5), Y: h - room*h*float64(s.Mean())/float64(max(slowest, 1))})
	}
	flush()
	pic.Paint(ink.line)
	return pic.Dst
}

// milliseconds returns a duration for people, such as "1.3 ms".
func milliseconds(words text.Catalogue, d time.Duration) string {
	places := 2
	if d >= 10*time.Millisecond {
		places = 0
	} else if d >= time.Millisecond {
		places = 1
	}
	return words.Number(float64(d)/float64(time.Millisecond), places) + " ms"
}
