// SPDX-License-Identifier: MIT

package roadtest

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"roadsnap/engine/road"
)

// turn is a line such as "no A-B-C".
type turn struct {
	points []rune // from, via, to, with several vias for a restriction over ways
	only   bool
	hours  string // condition; always if empty
}

func parseTurn(line string) (t turn, isTurn bool, err error) {
	word, rest, _ := strings.Cut(line, " ")
	if word != "no" && word != "only" {
		return turn{}, false, nil
	}
	t.only = word == "only"
	if points, when, timed := strings.Cut(rest, "@"); timed {
		rest, t.hours = points, "no_turn @"+when
	}
	if t.points, _, err = parsePoints(strings.TrimSpace(rest)); err == nil && len(t.points) < 3 {
		err = fmt.Errorf("a turn has at least three points")
	}
	return t, true, err
}

// parseBarrier parses a line such as "barrier B car+truck".
func parseBarrier(line string) (at rune, closed road.Access, isBarrier bool, err error) {
	words := strings.Fields(line)
	if len(words) != 3 || words[0] != "barrier" {
		return 0, 0, false, nil
	}
	points, _, err := parsePoints(words[1])
	if err != nil {
		return 0, 0, true, err
	}
	closed, found := road.ParseAccess(words[2])
	if !found {
		err = fmt.Errorf("unknown travellers %q", words[2])
	}
	return points[0], closed, true, err
}

// wayLine is a line such as "A-B-C primary".
type wayLine struct {
	points []rune
	spec   road.WaySpec // all but Nodes and Points
}

func parseWay(line string) (wayLine, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return wayLine{}, fmt.Errorf("empty line")
	}
	points, oneway, err := parsePoints(words[0])
	if err != nil {
		return wayLine{}, err
	}
	w := wayLine{points: points, spec: road.WaySpec{Way: road.Way{Class: road.Residential, Oneway: oneway}}}
	access, reverse := road.Anyone, false
	for _, word := range words[1:] {
		switch word {
		case "oneway=reverse":
			reverse = true
		default:
			if err := w.attribute(word, &access); err != nil {
				return wayLine{}, err
			}
		}
	}
	w.spec.Forward, w.spec.Backward = access, access
	if reverse {
		w.spec.Oneway = true
		w.spec.Forward &= road.Foot
	} else if oneway {
		w.spec.Backward &= road.Foot
	}
	return w, nil
}

// parsePoints parses "A-B-C" or "A>B>C".
func parsePoints(s string) (points []rune, oneway bool, err error) {
	oneway = strings.Contains(s, ">")
	for part := range strings.SplitSeq(strings.ReplaceAll(s, ">", "-"), "-") {
		runes := []rune(part)
		if len(runes) != 1 {
			return nil, false, fmt.Errorf("%q is not one letter or digit", part)
		}
		points = append(points, runes[0])
	}
	if oneway && strings.Contains(s, "-") {
		return nil, false, fmt.Errorf("%q mixes - and >", s)
	}
	return points, oneway, nil
}

// attribute applies one word after the points.
func (w *wayLine) attribute(word string, access *road.Access) error {
	way := &w.spec.Way
	flags := map[string]*bool{
		"notrucks": &w.spec.NoTrucksForward,
		"bridge":   &way.Bridge, "tunnel": &way.Tunnel, "roundabout": &way.Roundabout, "ferry": &way.Ferry,
	}
	if flag := flags[word]; flag != nil {
		*flag = true
		switch word {
		case "ferry":
			way.Class = road.Ferry
		case "notrucks":
			w.spec.NoTrucksBackward = true
		}
		return nil
	}
	if class, found := road.ParseClass(word); found {
		way.Class = class
		return nil
	}
	key, value, _ := strings.Cut(word, "=")
	var err error
	found := true
	switch key {
	case "id":
		way.ID, err = strconv.ParseInt(value, 10, 64)
	case "name":
		way.Name = value
	case "ref":
		way.Ref = value
	case "layer":
		var n int64
		n, err = strconv.ParseInt(value, 10, 8)
		way.Layer = int8(n)
	case "maxheight":
		w.spec.MaxHeight, err = strconv.ParseFloat(value, 64)
	case "maxweight":
		w.spec.MaxWeight, err = strconv.ParseFloat(value, 64)
	case "hours":
		w.spec.TruckHours = strings.ReplaceAll(value, "+", " ")
	case "duration":
		w.spec.Duration, err = time.ParseDuration(value)
	case "maxspeed":
		var n uint64
		n, err = strconv.ParseUint(value, 10, 8)
		way.MaxSpeedKMH, way.HasMaxSpeed = uint8(n), true
	case "access":
		*access, found = road.ParseAccess(value)
	default:
		found = false
	}
	if err != nil || !found {
		return fmt.Errorf("unknown attribute %q", word)
	}
	return nil
}
