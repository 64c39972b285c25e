// SPDX-License-Identifier: MIT

package export

import (
	"math"
	"strconv"

	"golang.org/x/image/font/sfnt"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/text"
)

// svgPath builds the data of a path in tenths of a pixel.
type svgPath struct{ d []byte }

func (p *svgPath) point(command byte, v raster.Vec) {
	p.d = append(p.d, command)
	p.d = appendTenths(p.d, v.X)
	p.d = append(p.d, ' ')
	p.d = appendTenths(p.d, v.Y)
}

func appendTenths(d []byte, v float64) []byte {
	d = strconv.AppendFloat(d, v, 'f', 1, 64)
	if n := len(d); d[n-1] == '0' {
		d = d[:n-2]
	}
	return d
}

// ring adds a closed line.
func (p *svgPath) ring(ring []raster.Vec) {
	if len(ring) < 3 {
		return
	}
	p.point('M', ring[0])
	for _, v := range ring[1:] {
		p.point('L', v)
	}
	p.d = append(p.d, 'Z')
}

// line adds the segments of a line that may be visible within frame.
func (p *svgPath) line(line []raster.Vec, frame raster.Box) {
	open := false
	for i := 1; i < len(line); i++ {
		if raster.Outside(line[i-1], frame)&raster.Outside(line[i], frame) != 0 {
			open = false
			continue
		}
		if !open {
			p.point('M', line[i-1])
			open = true
		}
		p.point('L', line[i])
	}
}

// letter adds the outline of a letter with relative steps in hundredths of a
// pixel, because letters are small and most of a file may be text.
func (p *svgPath) letter(g *text.InkGlyph, size float64) {
	var pen [2]int
	step := func(command byte, points ...raster.Vec) {
		p.d = append(p.d, command)
		from := pen
		for i, v := range points {
			x, y := g.At(v, size)
			to := [2]int{hundredths(float64(x)), hundredths(float64(y))}
			for axis := range 2 {
				n := to[axis]
				if command != 'M' {
					n -= from[axis]
				}
				if (axis > 0 || i > 0) && n >= 0 {
					p.d = append(p.d, ' ')
				}
				p.d = appendHundredths(p.d, n)
			}
			pen = to
		}
	}
	for i := range g.Outline {
		o := &g.Outline[i]
		switch o.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				p.d = append(p.d, 'z')
			}
			step('M', o.Pts[0])
		case sfnt.SegmentOpLineTo:
			step('l', o.Pts[0])
		case sfnt.SegmentOpQuadTo:
			step('q', o.Pts[:2]...)
		case sfnt.SegmentOpCubeTo:
			step('c', o.Pts[:3]...)
		}
	}
	if len(g.Outline) > 0 {
		p.d = append(p.d, 'z')
	}
}

func hundredths(v float64) int { return int(math.Round(v * 100)) }

// appendHundredths appends n hundredths as a number with as few characters as
// possible.
func appendHundredths(d []byte, n int) []byte {
	if n < 0 {
		d, n = append(d, '-'), -n
	}
	if n >= 100 || n == 0 {
		d = strconv.AppendInt(d, int64(n/100), 10)
	}
	if rest := n % 100; rest > 0 {
		d = append(d, '.', byte('0'+rest/10))
		if rest%10 > 0 {
			d = append(d, byte('0'+rest%10))
		}
	}
	return d
}
