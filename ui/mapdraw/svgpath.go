package mapdraw

import (
	"strconv"

	"roadsnap/ui/mapdraw/raster"
)

// svgPath gathers the outline of a path, in pixels to the tenth.
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

// line adds those segments of a line that may be seen within frame.
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
