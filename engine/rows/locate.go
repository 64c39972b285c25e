// SPDX-License-Identifier: MIT

package rows

import (
	"context"

	"roadsnap/engine/match"
	"roadsnap/engine/units"
)

func unitTable(prefix string) *table {
	return newTable(prefix,
		reasonName, textKind, "province_code", textKind, "province_name", textKind,
		"ward_code", textKind, "ward_name", textKind, "on_boundary", flagKind)
}

// NoUnit is the reason of a row at sea or abroad.
const NoUnit Reason = "no_unit"

// located is the result of a row.
type located struct {
	reason Reason
	at     units.Location
}

// locating is the operation Locate.
type locating struct {
	atlas   func(func(*units.Atlas) error) error
	queue   queue[located]
	current *held[located]
	fixes   *fixes
}

func (l *locating) joins() bool { return true }

func (l *locating) begin(w *writer) {
	l.queue = queue[located]{writer: w, add: addLocated}
}

// addLocated appends the result of a row to the table.
func addLocated(t *table, r *located) {
	c := t.columns
	c[0].textOrNull(string(r.reason))
	if r.reason != "" {
		for i := 1; i < len(c); i++ {
			c[i].null()
		}
		return
	}
	c[1].text(r.at.Province.Code)
	c[2].text(r.at.Province.FullName)
	if r.at.WardFound {
		c[3].text(r.at.Ward.Code)
		c[4].text(r.at.Ward.FullName)
	} else {
		c[3].null()
		c[4].null()
	}
	c[5].flag(r.at.OnBorder)
}

func (l *locating) batch(b batch, f *fixes) error {
	l.current, l.fixes = l.queue.push(b), f
	return l.queue.write(false)
}

func (l *locating) bad(row int) error {
	l.current.decide(row, located{reason: l.fixes.why[row]})
	return nil
}

func (l *locating) start(string, match.Profile) error { return nil }

func (l *locating) rows(_ context.Context, from, to int) error {
	err := l.atlas(func(a *units.Atlas) error {
		for i := from; i < to; i++ {
			at, found := a.Locate(l.fixes.obs[i].Point)
			if !found {
				l.current.decide(i, located{reason: NoUnit})
				continue
			}
			l.current.decide(i, located{at: at})
		}
		return nil
	})
	if err != nil {
		return err
	}
	return l.queue.write(false)
}

func (l *locating) finish(context.Context) error { return nil }

func (l *locating) end() error { return l.queue.write(true) }
