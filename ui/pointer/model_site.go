// SPDX-License-Identifier: MIT

package pointer

import (
	"strings"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/text"
)

// Site is a point of interest of the map.
type Site struct {
	ID       int64 // of the OpenStreetMap object
	Kind     basemap.Kind
	Name     string // "" if it has none
	NameEn   string // "" if that is Name
	At       geo.Point
	Address  string // of the nearest house with a number; "" if there is none near
	RoadName string // of the nearest street with a name; "" if there is none near
}

// Title returns the name of a point of interest, or that of its kind.
func (s Site) Title(w text.Catalogue) string {
	switch {
	case w.Language == "en" && s.NameEn != "":
		return s.NameEn
	case s.Name != "":
		return s.Name
	default:
		return w.Category(s.Kind)
	}
}

const (
	// siteReach is how far a point of interest may be from its mark on the map (metres).
	// Labels lie on whole pixels.
	siteReach = 15.0
	// addressReach is how far its house number may be (metres).
	addressReach = 25.0
	// siteStreetReach is how far its street may be (metres).
	siteStreetReach = 120.0
	// siteZoom is a zoom at which the map has all points of interest and house numbers.
	siteZoom = 18
)

// sitesOf finds points of interest by their marks.
type sitesOf struct{ lookup Lookup }

// SitesOf returns a tester that finds the point of interest whose mark was clicked, or that
// the user looked for.
func SitesOf(l Lookup) Tester { return sitesOf{l} }

// HitTest implements Tester. As for roads, it ignores read errors.
func (s sitesOf) HitTest(w Where, h *Hit) {
	if !w.HasMark || h.HasFix {
		return
	}
	best := siteReach
	_ = s.lookup.Visit(siteZoom, geo.BoundsOf(w.Mark).Pad(siteReach).Fixed(), func(f basemap.Feature) bool {
		if !f.Kind.IsPOI() || w.Name != "" && f.Name != w.Name {
			return true
		}
		at := f.Part(0)[0].Point()
		if d := geo.Distance(w.Mark, at); d < best {
			best = d
			h.Site = Site{ID: f.ID, Kind: f.Kind, Name: strings.Clone(f.Name), NameEn: strings.Clone(f.NameEn), At: at}
			h.HasSite = true
		}
		return true
	})
	if h.HasSite {
		s.addAddress(&h.Site)
	}
}

// addAddress adds the nearest house number and the nearest street with a name.
func (s sitesOf) addAddress(site *Site) {
	house, plane, nearest := addressReach, geo.NewPlane(site.At), siteStreetReach*siteStreetReach
	_ = s.lookup.Visit(siteZoom, geo.BoundsOf(site.At).Pad(siteStreetReach).Fixed(), func(f basemap.Feature) bool {
		switch {
		case f.Kind == basemap.HouseNumber && f.Ref != "":
			if d := geo.Distance(site.At, f.Part(0)[0].Point()); d < house {
				house, site.Address = d, f.Name+" "+f.Ref
			}
		case f.Kind.IsRoad() && f.Name != "":
			var line []geo.XY
			for _, p := range f.Part(0) {
				line = append(line, plane.XY(p.Point()))
			}
			if d := squaredDistance(line); d < nearest {
				nearest, site.RoadName = d, strings.Clone(f.Name)
			}
		}
		return true
	})
}

// facts returns the kind and the address, or the street and its distance.
func (s Site) facts(w text.Catalogue) (rows [][2]string) {
	if s.Name != "" {
		rows = append(rows, [2]string{w.T("here.kind"), w.Category(s.Kind)})
	}
	switch {
	case s.Address != "":
		rows = append(rows, [2]string{w.T("here.address"), s.Address})
	case s.RoadName != "":
		rows = append(rows, [2]string{w.T("here.near"), s.RoadName})
	}
	return rows
}
