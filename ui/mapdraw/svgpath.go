package mapdraw

import "strconv"

// svgPath gathers the outline of a path, in pixels to the tenth.
type svgPath struct{ d []byte }

func (p *svgPath) reset() { p.d = p.d[:0] }

func (p *svgPath) point(command byte, v vec) {
	p.d = append(p.d, command)
	p.d = appendTenths(p.d, v.x)
	p.d = append(p.d, ' ')
	p.d = appendTenths(p.d, v.y)
}

func appendTenths(d []byte, v float64) []byte {
	d = strconv.AppendFloat(d, v, 'f', 1, 64)
	if n := len(d); d[n-1] == '0' {
		d = d[:n-2]
	}
	return d
}

// ring adds a closed line.
func (p *svgPath) ring(ring []vec) {
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
func (p *svgPath) line(line []vec, frame box) {
	open := false
	for i := 1; i < len(line); i++ {
		if outside(line[i-1], frame)&outside(line[i], frame) != 0 {
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

// outside tells beyond which sides of b a point lies, a bit for each.
func outside(v vec, b box) (sides uint8) {
	for i, beyond := range [4]bool{v.x < b.x0, v.x > b.x1, v.y < b.y0, v.y > b.y1} {
		if beyond {
			sides |= 1 << i
		}
	}
	return sides
}

// cutRing returns what of a ring lies within frame, by the method of Sutherland
// and Hodgman (1974): one side after another. Where the ring leaves and comes
// back, it runs along the frame.
func cutRing(ring []vec, frame box) []vec {
	all := uint8(0)
	for _, v := range ring {
		all |= outside(v, frame)
	}
	for side := range 4 {
		if all&(1<<side) != 0 {
			ring = cutSide(ring, frame, side)
		}
	}
	return ring
}

func cutSide(ring []vec, frame box, side int) []vec {
	var out []vec
	for i, b := range ring {
		a := ring[(i+len(ring)-1)%len(ring)]
		aOut, bOut := outside(a, frame)&(1<<side) != 0, outside(b, frame)&(1<<side) != 0
		if aOut != bOut {
			out = append(out, crossing(a, b, frame, side))
		}
		if !bOut {
			out = append(out, b)
		}
	}
	return out
}

// crossing returns where a–b meets a side of frame.
func crossing(a, b vec, frame box, side int) vec {
	if side < 2 {
		x := [2]float64{frame.x0, frame.x1}[side]
		return vec{x, a.y + (b.y-a.y)*(x-a.x)/(b.x-a.x)}
	}
	y := [2]float64{frame.y0, frame.y1}[side-2]
	return vec{a.x + (b.x-a.x)*(y-a.y)/(b.y-a.y), y}
}
