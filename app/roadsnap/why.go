// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// whyCmd is `roadsnap why`.
type whyCmd struct {
	matching
	Trip  string `help:"The id of the trip, if the file has more than one." placeholder:"ID"`
	JSON  bool   `help:"Write JSON instead of a table." name:"json"`
	File  string `arg:"" help:"A trace file; - is standard input."`
	Point int    `arg:"" help:"The point, counted from 0 as snap counts them."`
}

// Help explains the columns of the table.
func (whyCmd) Help() string {
	return `emission: the logarithm of how likely the position is from this road, at most 0. It falls with the metres off, counted from the position weighed: in a dense trip that is the average of neighbouring points.

posterior: the probability that the trip went here, from 0 to 1.

behind: the logarithm of how much less likely the best trip through here is than the chosen one; 1 means 2.7 times, ∞ that there is none.

  roadsnap why --pack vietnam.rsp monday.gpx 40`
}

// Run explains one point.
func (c *whyCmd) Run(ctx context.Context, s streams) error {
	return c.open(func(e *engine.Engine, info engine.Info, p match.Profile) error {
		reader := snapper{ctx: ctx, streams: s, info: info, strict: c.Strict}
		trips, err := reader.read(c.File)
		if err != nil {
			return err
		}
		trip, err := c.choose(trips)
		if err != nil {
			return err
		}
		why, err := e.Explain(ctx, trip.Observations, p, c.Point)
		if errors.Is(err, match.ErrIndex) {
			return &exitError{exitUsage, fmt.Errorf("trip %q has the points 0 to %d, not %d", trip.ID, len(trip.Observations)-1, c.Point)}
		}
		if err != nil {
			return fmt.Errorf("%s: trip %q: %w", c.File, trip.ID, err)
		}
		if c.JSON {
			return json.NewEncoder(s.out).Encode(encodeWhy(why))
		}
		return tabulate(s.out, why, trip.Observations)
	})
}

// choose returns the selected trip.
func (c *whyCmd) choose(trips []trace.Trip) (trace.Trip, error) {
	if c.Trip == "" && len(trips) == 1 {
		return trips[0], nil
	}
	for _, t := range trips {
		if t.ID == c.Trip {
			return t, nil
		}
	}
	if c.Trip == "" {
		return trace.Trip{}, &exitError{exitUsage, fmt.Errorf("%s has %d trips: choose one with --trip, such as %q", c.File, len(trips), trips[0].ID)}
	}
	return trace.Trip{}, fmt.Errorf("%s has no trip %q", c.File, c.Trip)
}

// whyJSON is an explanation in the output of --json.
type whyJSON struct {
	Index      int             `json:"index"`
	State      string          `json:"state"`
	Reason     string          `json:"reason,omitempty"`
	WayID      *int64          `json:"way_id"`
	Confidence float64         `json:"confidence"`
	Weighed    *int            `json:"weighed_index"`
	Sigma      float64         `json:"sigma_m"`
	Candidates []candidateJSON `json:"candidates"`
}

type candidateJSON struct {
	WayID      int64    `json:"way_id"`
	Forward    bool     `json:"forward"`
	Lat        float64  `json:"lat"`
	Lon        float64  `json:"lon"`
	Distance   float64  `json:"distance_m"`
	Chosen     bool     `json:"chosen"`
	Emission   float64  `json:"emission"`
	Transition *float64 `json:"transition"`
	FromWay    *int64   `json:"from_way_id"`
	Route      *float64 `json:"route_m"`
	Straight   *float64 `json:"straight_m"`
	Posterior  float64  `json:"posterior"`
	Behind     *float64 `json:"behind"`
	Lost       string   `json:"lost,omitempty"`
}

func encodeWhy(e match.Explanation) whyJSON {
	j := whyJSON{
		Index: e.Point.Index, State: e.Point.State.String(), Reason: string(e.Point.Reason),
		Confidence: e.Point.Confidence, Candidates: make([]candidateJSON, len(e.Candidates)),
	}
	if e.Point.HasWay {
		j.WayID = &e.Point.WayID
	}
	if len(e.Candidates) > 0 {
		j.Weighed, j.Sigma = &e.Weighed, e.Sigma
	}
	for i, c := range e.Candidates {
		o := candidateJSON{
			WayID: c.WayID, Forward: c.Forward, Lat: c.Location.Lat, Lon: c.Location.Lon,
			Distance: c.Distance, Chosen: c.Chosen, Emission: c.Emission,
			Posterior: c.Posterior, Lost: string(c.Lost),
		}
		if c.Reached {
			o.Transition, o.FromWay, o.Route, o.Straight = &c.Transition, &c.FromWay, &c.Route, &c.Straight
		}
		if !math.IsInf(c.Behind, 1) {
			o.Behind = &c.Behind
		}
		j.Candidates[i] = o
	}
	return j
}

// losses describes each loss. There is none if no candidate was chosen.
var losses = map[match.Loss]string{
	match.LostDistance:    "farther from the point, or against its heading",
	match.LostUnreachable: "no way there from the point before",
	match.LostDetour:      "the way there is a detour",
	match.LostBefore:      "the points before it fit another road better",
	match.LostAfter:       "the points after it fit another road better",
}

func tabulate(out io.Writer, e match.Explanation, recorded []match.Observation) error {
	p := e.Point
	fmt.Fprintf(out, "point %d: %s", p.Index, p.State)
	if p.Reason != match.ReasonNone {
		fmt.Fprintf(out, " (%s)", p.Reason)
	}
	if p.HasWay {
		fmt.Fprintf(out, ", way %d, %.1f m from the recorded position, confidence %.2f", p.WayID, p.Distance, p.Confidence)
	}
	fmt.Fprintln(out)
	if len(e.Candidates) == 0 {
		_, err := fmt.Fprintln(out, "no roads were weighed for it")
		return err
	}
	averaged := ""
	if geo.Distance(e.At, recorded[e.Weighed].Point) > 0.05 {
		averaged = ", averaged with its neighbours"
	}
	fmt.Fprintf(out, "weighed at point %d%s, with a standard deviation of %.1f m\n\n", e.Weighed, averaged, e.Sigma)
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "way\tdirection\tmetres off\temission\ttransition\troute/straight m\tposterior\tbehind\t  why")
	for _, c := range e.Candidates {
		direction, transition, lengths := "forward", "–", "–"
		if !c.Forward {
			direction = "backward"
		}
		if c.Reached {
			transition, lengths = fmt.Sprintf("%.2f", c.Transition), fmt.Sprintf("%.0f/%.0f", c.Route, c.Straight)
		}
		behind := "∞"
		if !math.IsInf(c.Behind, 1) {
			behind = fmt.Sprintf("%.2f", c.Behind)
		}
		why := losses[c.Lost]
		if c.Chosen {
			why = "chosen"
		} else if c.Lost == match.LostNone {
			why = "the point was left out"
		}
		fmt.Fprintf(t, "%d\t%s\t%.1f\t%.2f\t%s\t%s\t%.3f\t%s\t  %s\n",
			c.WayID, direction, c.Distance, c.Emission, transition, lengths, c.Posterior, behind, why)
	}
	return t.Flush()
}
