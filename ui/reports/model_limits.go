// SPDX-License-Identifier: MIT

package reports

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"roadsnap/engine/regulation"
	"roadsnap/ui/text"
)

// ReadLimit reads a corrected limit from fields. problem says what is wrong with them, "" if
// nothing is, and field is the index of that field.
func ReadLimit(words text.Catalogue, way, kmh, reason string) (c regulation.Correction, problem string, field int) {
	var err error
	way = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(way), "way/"))
	if c.Way, err = strconv.ParseInt(way, 10, 64); err != nil || c.Way <= 0 {
		return c, words.T("reports.limits.bad_way"), 0
	}
	x, ok := words.ReadNumber(kmh)
	if !ok || x <= 0 || x > regulation.MaxLimit || x != math.Trunc(x) {
		return c, words.T("reports.limits.bad_kmh", "most", words.Number(regulation.MaxLimit, 0)), 1
	}
	c.KMH = x
	if c.Reason = strings.Join(strings.Fields(reason), " "); c.Reason == "" {
		return c, words.T("reports.limits.no_reason"), 2
	}
	return c, "", 0
}

// CorrectLimit keeps a limit of a road, in place of an earlier one.
func (m *Model) CorrectLimit(c regulation.Correction) {
	c.At = m.o.Now()
	m.changeLimits(func(ctx context.Context) error { return m.o.Keeper.CorrectLimit(ctx, c) })
}

// RemoveLimit removes the corrected limit of a way.
func (m *Model) RemoveLimit(way int64) {
	m.changeLimits(func(ctx context.Context) error { return m.o.Keeper.RemoveLimit(ctx, way) })
}

// changeLimits changes the kept limits and reads them again.
func (m *Model) changeLimits(change func(context.Context) error) {
	if m.o.Keeper == nil {
		return
	}
	m.keeping.Start(func(ctx context.Context) func() {
		err := change(ctx)
		limits, unread := m.o.Keeper.Limits(ctx)
		return func() {
			if err == nil {
				err = unread
			}
			if err != nil {
				m.o.Failed(err)
				return
			}
			m.state.Limits = limits
			m.DataChanged()
			m.changed.Raise()
		}
	})
}

// Limit returns the corrected limit of a way; ok is false if there is none.
func (s State) Limit(way int64) (c regulation.Correction, ok bool) {
	i := slices.IndexFunc(s.Limits, func(c regulation.Correction) bool { return c.Way == way })
	if i < 0 {
		return c, false
	}
	return s.Limits[i], true
}
