// SPDX-License-Identifier: MIT

package timeline

import (
	"slices"
	"strings"
)

// Graphs is a set of quantities.
type Graphs uint8

// Has reports whether a quantity is in the set.
func (g Graphs) Has(q Quantity) bool { return g&(1<<q) != 0 }

// Toggled returns the set with a quantity added or taken away. The last one stays.
func (g Graphs) Toggled(q Quantity) Graphs {
	if other := g ^ 1<<q; other != 0 {
		return other
	}
	return g
}

// Quantities lists all quantities, in the order of their graphs.
func Quantities() []Quantity { return []Quantity{Speed, ToRoad, Elevation, Confidence} }

// Choice is what the user chose to see in the graphs.
type Choice struct {
	Graphs Graphs
	Axis   Axis
}

// quantityNames and axisNames are stable, for settings.
var (
	quantityNames = [numQuantities]string{Speed: "speed", ToRoad: "to_road", Elevation: "elevation", Confidence: "confidence"}
	axisNames     = [numAxes]string{OverTime: "time", OverDistance: "distance"}
)

// String returns the choice as text for ReadChoice: "distance speed elevation".
func (c Choice) String() string {
	words := []string{axisNames[c.Axis]}
	for q, name := range quantityNames {
		if c.Graphs.Has(Quantity(q)) {
			words = append(words, name)
		}
	}
	return strings.Join(words, " ")
}

// ReadChoice reads a choice that String wrote. It ignores other words. Without a quantity it
// shows the speed.
func ReadChoice(text string) (c Choice) {
	for word := range strings.FieldsSeq(text) {
		if q := slices.Index(quantityNames[:], word); q >= 0 {
			c.Graphs |= 1 << q
		}
		if a := slices.Index(axisNames[:], word); a >= 0 {
			c.Axis = Axis(a)
		}
	}
	if c.Graphs == 0 {
		c.Graphs = 1 << Speed
	}
	return c
}

// Known reports whether a trip on the timeline has values of a quantity.
func (s State) Known(q Quantity) bool {
	return slices.ContainsFunc(s.Lines, func(l *Line) bool { return l.extents[q].known })
}

// Drawn returns the quantities to show: the chosen ones of which values are known, or else
// the speed.
func (s State) Drawn() (list []Quantity) {
	for _, q := range Quantities() {
		if s.Graphs.Has(q) && s.Known(q) {
			list = append(list, q)
		}
	}
	if len(list) == 0 {
		list = append(list, Speed)
	}
	return list
}

// ToggleGraph shows the graph of a quantity, or hides it unless it is the only one.
func (m *Model) ToggleGraph(q Quantity) { m.choose(Choice{m.state.Graphs.Toggled(q), m.state.Axis}) }

// SetAxis sets what the graphs show their quantities over. The visible part stays about the
// same.
func (m *Model) SetAxis(a Axis) { m.choose(Choice{m.state.Graphs, a}) }

func (m *Model) choose(c Choice) {
	s := &m.state
	if c == (Choice{s.Graphs, s.Axis}) {
		return
	}
	if c.Axis != s.Axis {
		part := Span{s.Moment(s.Shown.From), s.Moment(s.Shown.To)}
		all := s.Shown == s.Extent()
		s.Axis = c.Axis
		if s.Shown = s.Extent(); !all && len(s.Lines) > 0 {
			m.Show(Range{s.X(part.From), s.X(part.To)})
		}
	}
	s.Graphs = c.Graphs
	m.o.Remember(c)
	m.changed.Raise()
}

// startRule says when trips begin on the clock.
type startRule uint8

const (
	startAuto     startRule = iota // together if there is much empty time between them
	startAsDriven                  // at their own times
	startTogether                  // with the main trip
)

// SetTogether sets whether all trips start with the main one, until other trips are
// selected.
func (m *Model) SetTogether(on bool) {
	if on == m.state.Together || len(m.state.Lines) == 0 {
		return
	}
	m.start = startAsDriven
	if on {
		m.start = startTogether
	}
	m.arrange(m.state.Lines)
	m.changed.Raise()
	m.cursorMoved()
}
