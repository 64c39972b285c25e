// SPDX-License-Identifier: MIT

package pointer_test

import (
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/pointer"
)

func TestRuler(t *testing.T) {
	a, b, c := geo.Point{Lat: 1}, geo.Point{Lon: 1}, geo.Point{Lat: 1, Lon: 1}
	for name, test := range map[string]struct {
		do             func(r *pointer.Ruler)
		active, aiming bool
		points         int
		closed         bool
	}{
		"at first":              {func(*pointer.Ruler) {}, false, false, 0, false},
		"taken":                 {func(r *pointer.Ruler) { r.Take(pointer.Measure{}) }, true, true, 0, false},
		"two clicks":            {func(r *pointer.Ruler) { r.Take(pointer.Measure{}); r.Click(a, 9); r.Click(b, 9) }, true, true, 2, false},
		"a shaking hand":        {func(r *pointer.Ruler) { r.Take(pointer.Measure{}); r.Click(a, 9); r.Click(a, 9) }, true, true, 1, false},
		"closed at the start":   {func(r *pointer.Ruler) { r.Take(triangle(a, b, c)); r.Click(a, 9) }, true, false, 3, true},
		"finished":              {func(r *pointer.Ruler) { r.Take(triangle(a, b, c)); r.Finish() }, true, false, 3, false},
		"a click after the end": {func(r *pointer.Ruler) { r.Take(triangle(a, b, c)); r.Finish(); r.Click(b, 9) }, true, true, 1, false},
		"undone after the end":  {func(r *pointer.Ruler) { r.Take(triangle(a, b, c)); r.Finish(); r.Undo() }, true, true, 2, false},
		"put away":              {func(r *pointer.Ruler) { r.Take(triangle(a, b, c)); r.PutAway() }, false, false, 0, false},
		"undone after put away": {func(r *pointer.Ruler) { r.Take(triangle(a, b, c)); r.PutAway(); r.Undo() }, false, false, 0, false},
	} {
		r := pointer.NewRuler(func() {})
		test.do(r)
		m := r.Measure()
		if r.Active() != test.active || r.Aiming() != test.aiming || len(m.Points) != test.points || m.Closed != test.closed {
			t.Errorf("%s: active %t, aiming %t, %+v", name, r.Active(), r.Aiming(), m)
		}
	}
}

func triangle(points ...geo.Point) (m pointer.Measure) {
	for _, p := range points {
		m = m.Add(p)
	}
	return m
}

func TestRulerDrawsALegToThePointerWhileItIsInUse(t *testing.T) {
	changes := 0
	r := pointer.NewRuler(func() { changes++ })
	r.Hover(geo.Point{Lat: 1}, true)
	if _, ok := r.Next(); ok || changes != 0 {
		t.Error("a ruler that is put away follows the pointer")
	}
	r.Take(pointer.Measure{})
	r.Hover(geo.Point{Lat: 1}, true)
	if p, ok := r.Next(); !ok || p.Lat != 1 || changes != 2 {
		t.Errorf("the leg leads to %v, %t after %d changes", p, ok, changes)
	}
	r.Hover(geo.Point{}, false)
	if _, ok := r.Next(); ok {
		t.Error("the leg stays when the pointer has gone")
	}
	r.Hover(geo.Point{Lat: 2}, true)
	r.Finish()
	if _, ok := r.Next(); ok {
		t.Error("the leg stays after the end")
	}
}
