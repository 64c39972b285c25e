// SPDX-License-Identifier: MIT

package style

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"roadsnap/engine/basemap"
)

// sight is how an eye sees: a matrix from linear sRGB to linear sRGB.
//
// The matrices are those of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes,
// "A Physiologically-based Model for Simulation of Color Vision Deficiency",
// IEEE TVCG 15 (6), 2009, at
// severity 1.0.
var sights = []struct {
	name   string
	matrix [3][3]float64
}{
	{"full colour", [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
	{"protanopia", [3][3]float64{
		{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
	{"deuteranopia", [3][3]float64{
		{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
	{"tritanopia", [3][3]float64{
		{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}

// lab returns the CIE L*a*b* coordinates (D65) of a colour as seen by an eye.
func lab(c color.RGBA, m [3][3]float64) [3]float64 {
	lin := linear(c)
	var seen [3]float64
	for i := range seen {
		seen[i] = min(max(m[i][0]*lin[0]+m[i][1]*lin[1]+m[i][2]*lin[2], 0), 1)
	}
	f := func(v float64) float64 {
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x := f((0.4124564*seen[0] + 0.3575761*seen[1] + 0.1804375*seen[2]) / 0.95047)
	y := f(0.2126729*seen[0] + 0.7151522*seen[1] + 0.0721750*seen[2])
	z := f((0.0193339*seen[0] + 0.1191920*seen[1] + 0.9503041*seen[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// linear returns the linear light of a colour on black.
func linear(c color.RGBA) (out [3]float64) {
	for i, v := range [3]uint8{c.R, c.G, c.B} {
		s := float64(v) / 255
		if s <= 0.04045 {
			out[i] = s / 12.92
		} else {
			out[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return out
}

// deltaE is the CIE 1976 difference of two colours; about 2.3 can just be
// distinguished side by side.
func deltaE(a, b color.RGBA, m [3][3]float64) float64 {
	p, q := lab(a, m), lab(b, m)
	return math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2]))
}

// opaque blends c with the colour of the ground.
func opaque(c, ground color.RGBA) color.RGBA {
	mix := func(v, g uint8) uint8 { return v + uint8(uint32(g)*uint32(255-c.A)/255) }
	return color.RGBA{mix(c.R, ground.R), mix(c.G, ground.G), mix(c.B, ground.B), 255}
}

// The least differences of colours that must be distinguished at a glance when
// far apart, and of colours that must be distinguished side by side with the
// width as a second sign.
const (
	farApart = 18.0
	nearby   = 5.0
)

func TestColoursAreToldApartByEveryEye(t *testing.T) {
	themes := testThemes(t)
	for themeName, theme := range map[string]Theme{"light": themes.Light, "dark": themes.Dark} {
		o, land := theme.Overlay, theme.Background
		road := func(k basemap.Kind) color.RGBA {
			s, _ := theme.Road(k)
			return s.Fill
		}
		type named struct {
			name string
			col  color.RGBA
		}
		marks := []named{
			{"raw", o.RawDot}, {"route", o.Route}, {"warning", o.Warning}, {"fault", o.Fault},
			{"selection", opaque(o.Halo, land)}, {"land", land},
		}
		for _, eye := range sights {
			check := func(a, b named, least float64) {
				if d := deltaE(a.col, b.col, eye.matrix); d < least {
					t.Errorf("%s, %s: %s and %s differ by %.1f, want at least %v", themeName, eye.name, a.name, b.name, d, least)
				}
			}
			for i, a := range marks {
				for _, b := range marks[:i] {
					check(a, b, farApart)
				}
				for k := basemap.RoadPrimary; k <= basemap.RoadMotorway; k++ {
					if a.name == "route" || a.name == "selection" {
						check(a, named{k.String(), road(k)}, farApart)
					}
				}
			}
			for k := basemap.RoadSecondary; k <= basemap.RoadMotorway; k++ {
				check(named{k.String(), road(k)}, named{(k - 1).String(), road(k - 1)}, nearby)
			}
			areas := map[basemap.Kind]color.RGBA{}
			for _, a := range theme.Areas {
				areas[a.Kind] = a.Fill
			}
			water := named{"water", areas[basemap.Water]}
			check(water, named{"land", land}, nearby*2)
			check(water, named{"green", areas[basemap.Green]}, nearby*2)
			check(named{"green", areas[basemap.Green]}, named{"land", land}, nearby)
			sea, abroad := named{"sea", theme.Ground.Sea}, named{"land abroad", theme.Ground.Abroad}
			check(sea, named{"land", land}, nearby*2)
			check(sea, abroad, nearby*2)
			check(abroad, named{"land", land}, nearby)
		}
	}
}

// TestRoadsKeepTheirColours checks that the halo of a road's name does not cut a
// notch into its road. It also checks that a bridge has the colour of its road
// and a line at its sides, and does not look like a railway.
func TestRoadsKeepTheirColours(t *testing.T) {
	const (
		alike = 30.0 // a smaller difference is a shade of the same colour
		line  = 12.0 // a greater difference makes the line visible
	)
	themes := testThemes(t)
	for themeName, theme := range map[string]Theme{"light": themes.Light, "dark": themes.Dark} {
		rail := color.RGBA{}
		for _, s := range theme.Lines {
			if s.Kind == basemap.Railway {
				rail = s.Fill
			}
		}
		for i := range theme.Roads {
			s := &theme.Roads[i]
			for _, eye := range sights {
				if s.NameZoom > 0 {
					if d := deltaE(opaque(s.Name.Halo, s.Fill), s.Fill, eye.matrix); d > alike {
						t.Errorf("%s, %s: names on %v have a halo that differs from it by %.1f, want at most %v", themeName, eye.name, s.Kind, d, alike)
					}
				}
				if s.Bridge == s.Casing {
					continue
				}
				if d := deltaE(s.Bridge, s.Fill, eye.matrix); d < line {
					t.Errorf("%s, %s: the casing of its bridges differs from %v by %.1f, want at least %v", themeName, eye.name, s.Kind, d, line)
				}
				if d := deltaE(s.Bridge, s.Casing, eye.matrix); d > alike {
					t.Errorf("%s, %s: the casing of bridges of %v differs from that on the ground by %.1f, want at most %v", themeName, eye.name, s.Kind, d, alike)
				}
				if d := deltaE(s.Bridge, rail, eye.matrix); d < nearby {
					t.Errorf("%s, %s: the casing of bridges of %v differs from railways by %.1f, want at least %v", themeName, eye.name, s.Kind, d, nearby)
				}
			}
		}
	}
}

// TestLabelsAreReadable requires the contrast of WCAG 2 level AA, 4.5 : 1, for
// each text on the grounds that it is written on.
func TestLabelsAreReadable(t *testing.T) {
	const least = 4.5
	themes := testThemes(t)
	for themeName, theme := range map[string]Theme{"light": themes.Light, "dark": themes.Dark} {
		grounds := map[string]color.RGBA{"land": theme.Background, "sea": theme.Ground.Sea, "land abroad": theme.Ground.Abroad}
		for _, a := range theme.Areas {
			grounds[a.Kind.String()] = a.Fill
		}
		check := func(what string, text, ground color.RGBA) {
			if ratio := contrast(text, ground); ratio < least {
				t.Errorf("%s: %s has a contrast of %.2f, want at least %v", themeName, what, ratio, least)
			}
		}
		onGround := func(what string, s *Text) {
			for name, ground := range grounds {
				check(what+" on "+name, s.Fill, ground)
			}
			check(what+" on its halo", s.Fill, opaque(s.Halo, theme.Background))
		}
		for i := range theme.Places {
			onGround(theme.Places[i].Kind.String(), &theme.Places[i].Text)
		}
		for i := range theme.Roads {
			if s := &theme.Roads[i]; s.NameZoom > 0 {
				onGround(s.Kind.String(), &s.Name)
			}
		}
		for i := range theme.Areas {
			if s := &theme.Areas[i]; s.Name.MinZoom > 0 {
				check(s.Kind.String()+" on itself", s.Name.Fill, s.Fill)
			}
		}
		for kind := range numNames {
			onGround("name of "+kind.String(), &theme.Borders.Names[kind].Text)
		}
		for i := range theme.Shields {
			s := &theme.Shields[i]
			check(fmt.Sprintf("plate %v", s.Prefixes), s.Text.Fill, s.Plate)
		}
	}
}

// TestBordersOfWardsAreSeenOnAnyGround draws the band of a border on the grounds
// that it crosses.
func TestBordersOfWardsAreSeenOnAnyGround(t *testing.T) {
	const least = 8 // a difference that is visible at a glance
	themes := testThemes(t)
	for name, theme := range map[string]*Theme{"light": &themes.Light, "dark": &themes.Dark} {
		grounds := map[string]color.RGBA{"land": theme.Background}
		for _, a := range theme.Areas {
			grounds[a.Kind.String()] = a.Fill
		}
		for _, r := range theme.Roads {
			grounds[r.Kind.String()] = r.Fill
		}
		for ground, fill := range grounds {
			if d := deltaE(opaque(theme.Borders.Ward.CasingColour, fill), fill, sights[0].matrix); fill.A == 0xff && d < least {
				t.Errorf("%s: the band on %s differs by %.1f, want %v", name, ground, d, least)
			}
		}
	}
}
