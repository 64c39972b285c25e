// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"roadsnap/app/api"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/search"
)

// searchCmd is `roadsnap search`.
type searchCmd struct {
	Pack  string   `help:"The map pack; by default the installed map in use, and without one the embedded sample map (Andorra)." type:"existingfile" placeholder:"FILE"`
	Near  string   `help:"Prefer results near this point." placeholder:"LAT,LON"`
	Limit int      `help:"The maximum number of results." default:"10"`
	JSON  bool     `name:"json" help:"Print JSON, as GET /api/roads/v1/search gives it."`
	Text  []string `arg:"" help:"A name, an address, a road number, coordinates, or the link of a map service."`
}

// Help returns the rest of the help.
func (searchCmd) Help() string {
	return `Finds streets, road numbers, places, points of interest, house numbers and units. Marks may be omitted, and one typing error is allowed. A ward, district or province may follow, also one from before July 2025. Links are read and never fetched.

  roadsnap search --pack vietnam.rsp "le loi, q1"
  roadsnap search --pack vietnam.rsp --near 10.77,106.70 12 nguyen hue
  roadsnap search "https://www.openstreetmap.org/#map=17/10.7721/106.6983"`
}

// Run prints what the text may mean, best first.
func (c *searchCmd) Run(s streams) (err error) {
	text := strings.TrimSpace(strings.Join(c.Text, " "))
	o := engine.SearchOptions{Limit: c.Limit}
	switch {
	case text == "":
		return &exitError{exitUsage, errors.New("give a name, coordinates or a link")}
	case c.Limit < 1:
		return &exitError{exitUsage, fmt.Errorf("--limit %d: must be 1 or more", c.Limit)}
	case c.Near != "":
		if o.Near, o.HasNear = search.ParsePoint(c.Near); !o.HasNear {
			return &exitError{exitUsage, fmt.Errorf("--near %q: want LAT,LON such as 10.77,106.70", c.Near)}
		}
	}
	if c.Pack, err = packInUse(c.Pack); err != nil {
		return err
	}
	e, err := openEngine(c.Pack)
	if err != nil {
		return err
	}
	found, err := e.Search(text, o)
	err = errors.Join(err, e.Close())
	if err != nil {
		return err
	}
	if c.JSON {
		list := make([]api.FoundJSON, len(found))
		for i := range found {
			list[i] = api.NewFoundJSON(&found[i], o.HasNear)
		}
		return printJSON(s.out, list)
	}
	if len(found) == 0 {
		if search.IsLink(text) {
			return errors.New("the link holds no point; open it and copy the coordinates")
		}
		return fmt.Errorf("nothing is called %q", text)
	}
	return printFound(s.out, found, o.HasNear)
}

// printFound prints a line for each result: kind, name, where it lies, position,
// distance.
func printFound(out io.Writer, found []engine.Found, near bool) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i := range found {
		f := &found[i]
		kind := string(f.Kind)
		if f.Kind == engine.FoundPOI || f.Kind == engine.FoundPlace {
			kind = strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(f.Category.String(), "poi_"), "place_"), "_", " ")
		}
		line := kind + "\t" + harmless(f.Name) + "\t" + where(f) + "\t"
		if f.HasPlace {
			line += degrees(f.At)
			if near {
				line += fmt.Sprintf("\t%.1f km", f.Metres/1000)
			}
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return w.Flush()
}

// where returns the wards of a result, its former districts in brackets, and its
// province; of a unit, the former name that led to it.
func where(f *engine.Found) string {
	if f.Kind == engine.FoundUnit {
		if f.Unit.Former {
			return "from " + f.Unit.Matched
		}
		return f.Province
	}
	var names []string
	for i, w := range f.Wards {
		if i == 3 {
			names = append(names, "…")
			break
		}
		names = append(names, w.FullName)
	}
	text := strings.Join(names, ", ")
	if f.MissingNumber != "" {
		text = "number " + harmless(f.MissingNumber) + " is not on the map; " + text
	}
	if n := len(f.Districts); n > 0 && n <= 3 && f.Kind != engine.FoundDistrict {
		text += " (" + strings.Join(f.Districts, ", ") + ")"
	}
	if f.Province != "" && text != "" {
		text += ", "
	}
	return text + f.Province
}

// degrees returns a point as latitude and longitude.
func degrees(p geo.Point) string {
	at := p.Fixed()
	b := geo.AppendDegrees(nil, at.Lat)
	return string(geo.AppendDegrees(append(b, ", "...), at.Lon))
}
