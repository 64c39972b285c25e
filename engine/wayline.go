// SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"slices"
	"strings"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// WayLine is a way and its course.
type WayLine struct {
	Way   road.Way
	Lines [][]geo.Fixed // in the direction in which the way is drawn; several if the map lacks a part
}

// FindWay returns the way with an OpenStreetMap id on the open map, or else on a further one.
// found is false if none has it. The error is that of ctx, wraps ErrNoMap or ErrNoRoads, or
// reports a damaged map.
func (e *Engine) FindWay(ctx context.Context, id int64) (w WayLine, found bool, err error) {
	find := func(m *installed) (err error) {
		w, found, err = m.findWay(ctx, id)
		return err
	}
	err = e.withRoads(find)
	for _, m := range e.useFurther() {
		if !found && err == nil {
			err = m.guard(find)
		}
		_ = e.release(m) // the result is right even if unmapping the file fails
	}
	return w, found, err
}

func (m *installed) findWay(ctx context.Context, id int64) (w WayLine, found bool, err error) {
	links, err := m.graph.LinksOfWay(ctx, id)
	if err != nil || len(links) == 0 {
		return w, false, err
	}
	w.Way = m.graph.Way(links[0])
	w.Way.Name, w.Way.Ref = strings.Clone(w.Way.Name), strings.Clone(w.Way.Ref)
	for _, l := range links {
		w.Lines = append(w.Lines, m.graph.Shape(l))
	}
	w.Lines = joinLines(w.Lines)
	return w, true, nil
}

// joinLines joins each line to the one that begins where it ends.
func joinLines(lines [][]geo.Fixed) [][]geo.Fixed {
	for i := 0; i < len(lines); {
		end := lines[i][len(lines[i])-1]
		next := slices.IndexFunc(lines, func(other []geo.Fixed) bool { return other[0] == end })
		if next < 0 || next == i { // none, or a circle
			i++
			continue
		}
		lines[i] = append(lines[i], lines[next][1:]...)
		lines = slices.Delete(lines, next, next+1)
		if next < i {
			i--
		}
	}
	return lines
}
