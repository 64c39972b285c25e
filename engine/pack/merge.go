// SPDX-License-Identifier: MIT

package pack

import (
	"maps"
	"slices"
	"time"

	"roadsnap/engine/geo"
)

// With returns m combined with n, for a pack made from several sources. Sources and
// hashes are joined in the same order, licences without duplicates. Bounds are
// united and counts with the same name added. The time is the older of two, or the
// only one. Name and importer are those of m, or else of n.
func (m Meta) With(n Meta) Meta {
	m = m.clone()
	m.Name, m.Importer = either(m.Name, n.Name), either(m.Importer, n.Importer)
	m.Source, m.SourceSHA256 = listed(m.Source, n.Source), listed(m.SourceSHA256, n.SourceSHA256)
	m.SourceTime = older(m.SourceTime, n.SourceTime)
	m.Licences = allOf(m.Licences, n.Licences)
	m.BorderLicences = allOf(m.BorderLicences, n.BorderLicences)
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

// allOf returns all notices without duplicates. It is nil only if both lists are.
func allOf(a, b []string) []string {
	if a == nil {
		return slices.Clone(b)
	}
	for _, notice := range b {
		if !slices.Contains(a, notice) {
			a = append(a, notice)
		}
	}
	return a
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

// united returns the union of a and b. Zero Bounds, as in incomplete metadata, count
// as empty.
func united(a, b geo.Bounds) geo.Bounds {
	switch (geo.Bounds{}) {
	case a:
		return b
	case b:
		return a
	}
	return a.Union(b)
}
