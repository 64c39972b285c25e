// SPDX-License-Identifier: MIT

package reportfile

import (
	"roadsnap/engine/report"
)

// The look of charts (millimetres and points).
const (
	chartHeight = 34
	chartSize   = 6.5
)

// charts adds the charts below the head.
func (l *layout) charts() {
	for i := range l.doc.Charts {
		l.chart(&l.doc.Charts[i])
	}
}

// chart draws upright bars with their values above and names below, which are left out where
// they would touch.
func (l *layout) chart(c *report.Chart) {
	l.section(c.Title, chartHeight+3)
	most := 0.0
	for _, b := range c.Bars {
		most = max(most, b.Value)
	}
	if most <= 0 {
		most = 1
	}
	text := chartSize * pointMM * lineFactor
	top, bottom := l.y+text, l.y+chartHeight-text
	slot := min(l.inner()/float64(len(c.Bars)), 22)
	widest := 0.0
	for _, b := range c.Bars {
		widest = max(widest, faceOf(false).width(b.Name, chartSize))
	}
	each := 1
	for slot*float64(each) < widest+1 {
		each++
	}
	for i, b := range c.Bars {
		x := marginX + slot*float64(i)
		height := (bottom - top) * b.Value / most
		l.add(Item{Kind: BoxItem, X: x + slot*0.15, Y: bottom - height, W: slot * 0.7, H: height, Color: accent})
		if len(b.Trips) > 0 {
			l.add(Item{Kind: BoxItem, X: x, Y: top - text, W: slot, H: bottom - top + text, Trips: b.Trips})
		}
		if b.Value > 0 && faceOf(false).width(b.Label, chartSize) <= slot {
			l.text(x, bottom-height-text, b.Label, style{size: chartSize, color: faint, width: slot, align: report.Center})
		}
		if i%each == 0 {
			l.text(x-slot*float64(each-1)/2, bottom+0.6, b.Name, style{size: chartSize, color: faint, width: slot * float64(each), align: report.Center})
		}
	}
	l.add(Item{Kind: LineItem, X: marginX, Y: bottom, W: slot * float64(len(c.Bars)), Stroke: 0.2, Color: faint})
	l.y += chartHeight + 3
}
