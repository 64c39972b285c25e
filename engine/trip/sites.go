// SPDX-License-Identifier: MIT

package trip

import (
	"cmp"
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// Site is a place that the user has named, as "Kho Bình Tân".
type Site struct {
	ID     int64
	Name   string
	Center geo.Point
	Radius float64 // metres
}

// Visit is a stop at a site.
type Visit struct{ Site, Stop int } // indexes

// Visits returns the stops at sites, in the order of the stops. A stop belongs to the
// nearest site whose radius contains its centre, the first of those at equal distance.
func Visits(sites []Site, stops []Stop) (list []Visit) {
	index := newSiteIndex(sites)
	for i, s := range stops {
		if k, ok := index.at(s.Center); ok {
			list = append(list, Visit{Site: k, Stop: i})
		}
	}
	return list
}

// SiteAt returns the site of a place, as Visits does.
func SiteAt(sites []Site, at geo.Point) (s Site, ok bool) {
	for _, v := range Visits(sites, []Stop{{Center: at}}) {
		return sites[v.Site], true
	}
	return s, false
}

// siteIndex finds the site of a point.
type siteIndex struct {
	sites  []Site
	north  []int   // indexes of sites, from south to north
	reach  float64 // largest radius, in degrees of latitude
	bottom []float64
}

func newSiteIndex(sites []Site) siteIndex {
	x := siteIndex{sites: sites}
	for k, s := range sites {
		if s.Center.Valid() && s.Radius > 0 {
			x.north = append(x.north, k)
			x.reach = max(x.reach, (s.Radius+1)/geo.MetresPerDegree)
		}
	}
	slices.SortStableFunc(x.north, func(a, b int) int { return cmp.Compare(sites[a].Center.Lat, sites[b].Center.Lat) })
	for _, k := range x.north {
		x.bottom = append(x.bottom, sites[k].Center.Lat)
	}
	return x
}

// at returns the nearest site whose radius contains a point.
func (x siteIndex) at(p geo.Point) (site int, ok bool) {
	nearest := math.Inf(1)
	first, _ := slices.BinarySearch(x.bottom, p.Lat-x.reach)
	for n := first; n < len(x.north) && x.bottom[n] <= p.Lat+x.reach; n++ {
		k := x.north[n]
		d := geo.Distance(x.sites[k].Center, p)
		if d <= x.sites[k].Radius && (d < nearest || d == nearest && k < site) {
			nearest, site, ok = d, k, true
		}
	}
	return site, ok
}
