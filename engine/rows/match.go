// SPDX-License-Identifier: MIT

package rows

import (
	"context"
	"fmt"
	"slices"

	"roadsnap/engine/match"
)

// The names of the columns that several operations write.
const (
	reasonName = "reason"
	wayIDName  = "way_id"
)

// stateInvalid is the state of a row that cannot be used.
const stateInvalid = "invalid"

func matchTable(prefix string) *table {
	return newTable(prefix,
		"state", textKind, reasonName, textKind, "snapped_lat", degreesKind, "snapped_lon", degreesKind,
		wayIDName, wholeKind, "distance_m", metresKind, "confidence", shareKind, "matched_m", metresKind)
}

// outcome is the result of a row.
type outcome struct {
	state  string
	reason string
	point  match.Point
	along  float64 // matched length since the previous point of the leg (metres)
}

// matching is the operation Match.
type matching struct {
	begins func(match.Profile) (Stream, error)
	queue  queue[outcome]

	current *held[outcome]
	fixes   *fixes

	stream Stream
	refs   []ref   // the rows that were given to the stream and not decided yet, in order
	along  float64 // of the last point on its leg (metres)
	onLeg  bool    // there is one
	key    string
}

// ref is a row of a batch.
type ref struct {
	in  *held[outcome]
	row int
}

func (m *matching) joins() bool { return true }

func (m *matching) begin(w *writer) {
	m.queue = queue[outcome]{writer: w, add: addOutcome}
}

// addOutcome appends the result of a row to the table.
func addOutcome(t *table, r *outcome) {
	c := t.columns
	c[0].text(r.state)
	c[1].textOrNull(r.reason)
	if !r.point.HasWay {
		for i := 2; i < len(c); i++ {
			c[i].null()
		}
		return
	}
	c[2].float(r.point.Location.Lat)
	c[3].float(r.point.Location.Lon)
	c[4].whole(r.point.WayID)
	c[5].float(r.point.Distance)
	c[6].float(r.point.Confidence)
	c[7].float(r.along)
}

func (m *matching) batch(b batch, f *fixes) error {
	m.current, m.fixes = m.queue.push(b), f
	return m.queue.write(false)
}

func (m *matching) bad(row int) error {
	m.current.decide(row, outcome{state: stateInvalid, reason: string(m.fixes.why[row])})
	return nil
}

func (m *matching) start(key string, p match.Profile) (err error) {
	m.key, m.onLeg, m.along = key, false, 0
	m.stream, err = m.begins(p)
	return err
}

func (m *matching) rows(ctx context.Context, from, to int) error {
	for i := from; i < to; i++ {
		m.refs = append(m.refs, ref{m.current, i})
	}
	parts, err := m.stream.Feed(ctx, m.fixes.obs[from:to]...)
	if err != nil {
		return fmt.Errorf("trip %s: %w", m.key, err)
	}
	for i := range parts {
		m.take(&parts[i])
	}
	return m.queue.write(false)
}

func (m *matching) finish(ctx context.Context) error {
	part, err := m.stream.Close(ctx)
	if err != nil {
		return fmt.Errorf("trip %s: %w", m.key, err)
	}
	m.take(&part)
	return m.queue.write(false)
}

// take gives the points of a part to their rows.
func (m *matching) take(part *match.Part) {
	legs := part.Legs // those that begin in this part
	if part.Continues && len(legs) > 0 {
		legs = legs[1:]
	}
	for i, p := range part.Points {
		if len(legs) > 0 && p.Index == legs[0].FirstIndex {
			legs, m.onLeg = legs[1:], false
		}
		o := outcome{state: p.State.String(), reason: string(p.Reason), point: p}
		if p.HasWay {
			if m.onLeg {
				o.along = part.Along[i] - m.along
			}
			m.along, m.onLeg = part.Along[i], true
		}
		m.refs[i].in.decide(m.refs[i].row, o)
	}
	m.refs = slices.Delete(m.refs, 0, len(part.Points))
}

func (m *matching) end() error { return m.queue.write(true) }
