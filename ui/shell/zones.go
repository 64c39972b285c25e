// SPDX-License-Identifier: MIT

package shell

import (
	"image/color"
	"slices"
	"time"

	"fyne.io/fyne/v2/theme"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/engine/zone"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/sites"
	"roadsnap/ui/mapview"
	"roadsnap/ui/text"
	"roadsnap/ui/zones"
)

// furnishZones creates the zones with their dialog.
func (w *Window) furnishZones() {
	o := w.o
	w.zones = zones.NewModel(zones.Options{
		Jobs: o.Jobs, Keeper: o.Zones, Atlas: o.Atlas,
		Profile: func() match.Profile { return o.Trips.State().Profile },
		Failed:  w.files.Complain, Change: w.places.ChangeZones,
	})
	w.zoneDesk = zones.NewDesk(zones.DeskOptions{
		Model: w.zones, Words: func() text.Catalogue { return w.words }, Dialogs: w.files, Post: o.Do, Keys: w.commands.typedKey,
		ShowBounds: func(b geo.Bounds) { w.mapView.ShowBounds(b) }, ShowTrip: w.showTripAt, Sketched: w.sketched,
	})
}

// addZone returns what makes a unit a zone, nil if zones cannot be kept.
func (w *Window) addZone() func(code, name string) {
	if !w.zones.Kept() {
		return nil
	}
	return w.zoneDesk.AddUnit
}

// showTripAt selects a kept trip, and moves the timeline to a moment of it.
func (w *Window) showTripAt(id workspace.ID, at time.Time) {
	w.show(panelTrips)
	if w.o.Trips.SelectKept(id) {
		w.clock.Seek(at)
	}
}

// zonesChanged shows the zones on the map and in the dialog.
func (w *Window) zonesChanged() {
	w.zoneDesk.Show(w.zones.State())
	if list := w.zones.State().Zones; !slices.EqualFunc(list, w.zonesOfTariffs, sameZone) {
		w.zonesOfTariffs = list
		w.fares.SetAreas(zone.NamesOf(list))
	}
	w.showPlaces(w.o.Trips.State().Places.Sites)
	w.commands.refreshMenu()
}

// sameZone reports whether two zones are one in the same state. A list of zones is read again
// after each change, and its shapes with it.
func sameZone(a, b zone.Zone) bool {
	return a.ID == b.ID && a.Name == b.Name && a.Kind == b.Kind && a.Width == b.Width &&
		slices.Equal(a.Line, b.Line) && slices.EqualFunc(a.Rings, b.Rings, slices.Equal[[]geo.Point])
}

// sketched draws the zone that is being drawn.
func (w *Window) sketched() {
	s := w.zoneDesk.Sketch()
	if s.Active() && w.tools.Measuring() {
		w.tools.PutAway()
	}
	w.mapView.Aim(s.Aiming())
	w.status.showHere(w.zoneDesk.Hint())
	if !s.Active() {
		w.mapView.Layer(mapview.LayerMarks).Set()
		return
	}
	ink := color.RGBAModel.Convert(theme.Color(theme.ColorNameForeground)).(color.RGBA)
	casing := color.RGBAModel.Convert(theme.Color(theme.ColorNameOverlayBackground)).(color.RGBA)
	line, closed, handles := s.Outline()
	w.mapView.Layer(mapview.LayerMarks).Set(overlay.Outline{Line: line, Closed: closed, Handles: handles, Ink: ink, Casing: casing})
}

// drawnZone is a zone on the map: a circle or an area.
type drawnZone struct {
	circle bool
	site   sites.Site
	area   sites.Area
	of     zone.Zone
	rings  int // of a unit, once they are known
}

// equals reports whether two zones look the same.
func (d drawnZone) equals(other drawnZone) bool {
	a, b := &d.of, &other.of
	same := d.circle == other.circle && d.site == other.site && a.ID == b.ID && a.Name == b.Name && a.Color == b.Color && a.Width == b.Width && a.Code == b.Code &&
		d.rings == other.rings && len(a.Line) == len(b.Line) && len(a.Rings) == len(b.Rings)
	if !same {
		return false
	}
	for i := range a.Line {
		if a.Line[i] != b.Line[i] {
			return false
		}
	}
	for i := range a.Rings {
		if len(a.Rings[i]) != len(b.Rings[i]) {
			return false
		}
		for k := range a.Rings[i] {
			if a.Rings[i][k] != b.Rings[i][k] {
				return false
			}
		}
	}
	return true
}

// zonesToDraw returns the named places and the zones that are not hidden.
func (w *Window) zonesToDraw(places []trip.Site) (list []drawnZone) {
	s := w.zones.State()
	ink := func(c zone.Color) (ink color.RGBA) {
		if c != 0 {
			ink = zones.Ink(c)
		}
		return ink
	}
	for _, p := range places {
		z, known := s.Find(p.ID)
		if known && z.Hidden {
			continue
		}
		d := drawnZone{circle: true, site: sites.Site{Name: p.Name, At: p.Center, Radius: p.Radius}}
		if known {
			d.site.Ink = ink(z.Color)
		}
		list = append(list, d)
	}
	for _, z := range s.Zones {
		if z.Hidden || z.Kind == zone.Circle {
			continue
		}
		a := sites.Area{Name: z.Name, Rings: z.Rings, Line: z.Line, Width: z.Width, Ink: ink(z.Color)}
		if rings := s.Rings[z.ID]; rings != nil {
			a.Rings = rings
		}
		list = append(list, drawnZone{area: a, of: z, rings: len(s.Rings[z.ID])})
	}
	return list
}
