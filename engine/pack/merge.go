package pack

import (
	"maps"
	"slices"
	"time"

	"roadsnap/engine/geo"
)

// With returns m with what n says added to it, for a pack that is made from
// several sources: sources and their hashes are listed one after another in the
// same order, licences once each, bounds united, counts of one name added. The
// time is that of the one source that has one, the older of two. Name and
// importer are m's, or n's where m has none.
func (m Meta) With(n Meta) Meta {
	m = m.clone()
	m.Name, m.Importer = either(m.Name, n.Name), either(m.Importer, n.Importer)
	m.Source, m.SourceSHA256 = listed(m.Source, n.Source), listed(m.SourceSHA256, n.SourceSHA256)
	m.SourceTime = older(m.SourceTime, n.SourceTime)
	for _, notice := range n.Licences {
		if !slices.Contains(m.Licences, notice) {
			m.Licences = append(m.Licences, notice)
		}
	}
	m.Bounds = united(m.Bounds, n.Bounds)
	if m.Counts == nil {
		m.Counts = maps.Clone(n.Counts)
		return m
	}
	for name, count := range n.Counts {
		m.Counts[name] += count
	}
	return m
}

func either(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func listed(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}

func older(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// united takes the zero Bounds, which are those of metadata not yet filled in,
// for none.
func united(a, b geo.Bounds) geo.Bounds {
	switch (geo.Bounds{}) {
	case a:
		return b
	case b:
		return a
	}
	return a.Union(b)
}
