// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/geofile"
	"roadsnap/engine/units"
	"roadsnap/engine/workspace"
	"roadsnap/engine/zone"
	"roadsnap/engine/zonefile"
	"roadsnap/internal/atomicfile"
)

// zonesCmd is `roadsnap zones`.
type zonesCmd struct {
	List   zonesListCmd   `cmd:"" help:"List the zones."`
	Add    zonesAddCmd    `cmd:"" help:"Add a circle, corridor, polygon, ward or province."`
	Import zonesImportCmd `cmd:"" help:"Add the zones of a GIS file or table."`
	Export zonesExportCmd `cmd:"" help:"Write zones to a file."`
	Remove zonesRemoveCmd `cmd:"" help:"Remove zones."`
	Visits zonesVisitsCmd `cmd:"" help:"When the kept trips entered and left zones, or the totals by day."`
	Times  zonesTimesCmd  `cmd:"" help:"How long the kept trips took between two zones or places, or over roads."`
}

// zonesListCmd is `roadsnap zones list`.
type zonesListCmd struct {
	kept
	JSON bool `name:"json" help:"Print JSON."`
}

// Run prints the list.
func (c *zonesListCmd) Run(ctx context.Context, s streams) error {
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		zones, err := w.Zones(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			records := make([]object, len(zones))
			for i := range zones {
				records[i] = zoneRecord(&zones[i])
			}
			return printJSON(s.out, records)
		}
		out := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(out, "ID\tKIND\tSIZE\tCOLOR\tGROUP\tNAME")
		for i := range zones {
			z := &zones[i]
			fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%s\t%s\n", z.ID, z.Kind, zoneSize(z), orDash(z.Color.String()), orDash(harmless(z.Group)), harmless(z.Name))
		}
		return out.Flush()
	})
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// zoneSize describes the extent of a zone.
func zoneSize(z *zone.Zone) string {
	switch z.Kind {
	case zone.Circle:
		return fmt.Sprintf("%.0f m", z.Radius)
	case zone.Corridor:
		return fmt.Sprintf("%.1f km × %.0f m", geo.Length(z.Line)/1000, z.Width)
	case zone.Polygon:
		return fmt.Sprintf("%.3f km²", zone.Area(z.Rings)/1e6)
	}
	return z.Code
}

// zoneRecord returns a zone as JSON.
func zoneRecord(z *zone.Zone) object {
	o := object{{"id", z.ID}, {"name", z.Name}, {"kind", string(z.Kind)}, {"group", z.Group}, {"color", z.Color.String()}, {"hidden", z.Hidden}}
	switch z.Kind {
	case zone.Circle:
		o = append(o, member{"lat", z.Center.Lat}, member{"lon", z.Center.Lon}, member{"radius_m", z.Radius})
	case zone.Corridor:
		o = append(o, member{"length_m", tenths(geo.Length(z.Line))}, member{"width_m", z.Width})
	case zone.Polygon:
		o = append(o, member{"area_m2", math.Round(zone.Area(z.Rings))})
	default:
		o = append(o, member{"code", z.Code})
	}
	return o
}

// zonesAddCmd is `roadsnap zones add`.
type zonesAddCmd struct {
	kept
	Pack     string   `help:"The map pack with the units; by default the installed map in use." type:"existingfile" placeholder:"FILE"`
	Name     string   `arg:"" optional:"" help:"The name of the zone; by default that of the ward or province."`
	Circle   string   `help:"The centre of a circle." placeholder:"LAT,LON" xor:"shape"`
	Radius   float64  `help:"The radius of the circle (metres)." default:"100"`
	Corridor []string `help:"A point of the line of a corridor; repeat it for each point." placeholder:"LAT,LON" sep:"none" xor:"shape"`
	Width    float64  `help:"The width of the corridor (metres)." default:"50"`
	Polygon  []string `help:"A corner of a polygon; repeat it for each corner." placeholder:"LAT,LON" sep:"none" xor:"shape"`
	Ward     string   `help:"A ward, by code or name." xor:"shape"`
	Province string   `help:"A province, by code or name." xor:"shape"`
	Group    string   `help:"The group of the zone."`
	Color    string   `help:"The colour on the map, as #rrggbb."`
}

// Help returns examples.
func (zonesAddCmd) Help() string {
	return `A zone has one shape: a circle, corridor or polygon, or the border of a ward or province.

  roadsnap zones add "Kho Bình Tân" --circle 10.7512,106.6034 --radius 150
  roadsnap zones add Gate --corridor 10.75,106.60 --corridor 10.76,106.60 --width 40`
}

// Run adds the zone.
func (c *zonesAddCmd) Run(ctx context.Context, s streams) error {
	z := zone.Zone{Name: c.Name, Group: c.Group}
	var err error
	if z.Color, err = zone.ParseColor(c.Color); err != nil {
		return &exitError{exitUsage, err}
	}
	if z.Shape, err = c.shape(s, &z.Name); err != nil {
		return err
	}
	if strings.TrimSpace(z.Name) == "" {
		return &exitError{exitUsage, errors.New("give the zone a name")}
	}
	if err := z.Check(); err != nil {
		return &exitError{exitUsage, err}
	}
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		added, err := w.SetZones(ctx, z)
		if err == nil {
			fmt.Fprintf(s.notes, "zone %d added: %s, %s\n", added.After[0].ID, z.Name, z.Kind)
		}
		return err
	})
}

// shape returns the shape, and sets the name of a unit if there is none.
func (c *zonesAddCmd) shape(s streams, name *string) (shape zone.Shape, err error) {
	switch {
	case c.Circle != "":
		shape.Kind, shape.Radius = zone.Circle, c.Radius
		shape.Center, err = parsePlace(c.Circle)
		return shape, err
	case len(c.Corridor) > 0:
		shape.Kind, shape.Width = zone.Corridor, c.Width
		shape.Line, err = parsePlaces(c.Corridor)
		return shape, err
	case len(c.Polygon) > 0:
		ring, err := parsePlaces(c.Polygon)
		return zone.Shape{Kind: zone.Polygon, Rings: zone.Tidy([][]geo.Point{ring})}, err
	case c.Ward == "" && c.Province == "":
		return shape, &exitError{exitUsage, errors.New("give a shape: --circle, --corridor, --polygon, --ward or --province")}
	}
	err = withAtlas(c.Pack, func(a *units.Atlas) error {
		u, err := choose(s.out, a, c.Ward+c.Province)
		if err != nil {
			return err
		}
		full := u.Province.FullName
		shape = zone.Shape{Kind: zone.Province, Code: u.Province.Code}
		if c.Ward != "" {
			full = u.Ward.FullName
			shape = zone.Shape{Kind: zone.Ward, Code: u.Ward.Code}
		}
		if u.Kind != kindOf(shape.Kind) {
			return fmt.Errorf("%q is no %s", c.Ward+c.Province, shape.Kind)
		}
		if *name == "" {
			*name = full
		}
		return nil
	})
	return shape, err
}

func kindOf(k zone.Kind) units.Kind {
	if k == zone.Ward {
		return units.KindWard
	}
	return units.KindProvince
}

// parsePlace reads "10.75,106.6".
func parsePlace(text string) (p geo.Point, err error) {
	lat, lon, ok := strings.Cut(text, ",")
	if ok {
		p.Lat, err = strconv.ParseFloat(strings.TrimSpace(lat), 64)
	}
	if ok && err == nil {
		p.Lon, err = strconv.ParseFloat(strings.TrimSpace(lon), 64)
	}
	if !ok || err != nil || !p.Valid() {
		return p, &exitError{exitUsage, fmt.Errorf("%q is no place; write latitude and longitude as 10.75,106.6", text)}
	}
	return p, nil
}

func parsePlaces(texts []string) (list []geo.Point, err error) {
	for _, text := range texts {
		p, err := parsePlace(text)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// withAtlas calls use with the units of a map, or of the installed one in use.
func withAtlas(pack string, use func(*units.Atlas) error) error {
	path, err := packInUse(pack)
	if err != nil {
		return err
	}
	return withMap(path, func(e *engine.Engine, _ engine.Info) error { return e.Atlas(use) })
}

// withAtlasFor is withAtlas if any of the zones is a unit; else it calls use with nil.
func withAtlasFor(zones []zone.Zone, pack string, use func(*units.Atlas) error) error {
	isUnit := func(z zone.Zone) bool { return z.Kind == zone.Ward || z.Kind == zone.Province }
	if !slices.ContainsFunc(zones, isUnit) {
		return use(nil)
	}
	return withAtlas(pack, use)
}

// zonesImportCmd is `roadsnap zones import`.
type zonesImportCmd struct {
	kept
	File     string  `arg:"" help:"GeoJSON, KML, KMZ, Shapefile, GeoPackage, FlatGeobuf or CSV, or a zip archive of them." type:"existingfile"`
	System   string  `help:"The coordinate system, such as EPSG:9210; by default that of the file." placeholder:"NAME"`
	Encoding string  `help:"The encoding of the table of a Shapefile, such as windows-1258." placeholder:"NAME"`
	Radius   float64 `help:"The radius of points without one (metres)." placeholder:"METRES"`
	Width    float64 `help:"The width of lines without one (metres)." placeholder:"METRES"`
	Group    string  `help:"The group of zones without one."`
}

// Help names the columns.
func (zonesImportCmd) Help() string {
	return "Areas become polygons, lines corridors and points circles. Columns or properties that are read: name, group, color, kind, radius_m, width_m, lat, lon, code; also by their Vietnamese names."
}

// Run adds the zones. Features that are no zones are reported.
func (c *zonesImportCmd) Run(ctx context.Context, s streams) error {
	zones, faults, err := zonefile.Read(ctx, c.File, zonefile.Options{System: c.System, Encoding: c.Encoding, Radius: c.Radius, Width: c.Width, Group: c.Group})
	if err != nil {
		return err
	}
	for _, f := range faults {
		complain(s.err, f)
	}
	err = c.open(ctx, s, func(w *workspace.Workspace) error {
		_, err := w.SetZones(ctx, zones...)
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(s.notes, "%d zones added\n", len(zones))
	if len(faults) > 0 {
		return &exitError{exitPartly, fmt.Errorf("%d features are no zones", len(faults))}
	}
	return nil
}

// zonesExportCmd is `roadsnap zones export`.
type zonesExportCmd struct {
	kept
	output
	Pack   string  `help:"The map pack with the borders of units; by default the installed map in use." type:"existingfile" placeholder:"FILE"`
	IDs    []int64 `arg:"" optional:"" name:"id" help:"The numbers of the zones; by default all."`
	Format string  `help:"The output format: ${enum}; by default that of the ending of --out, or else geojson." enum:",geojson,kml,csv" default:""`
	Out    string  `help:"Write to this file instead of standard output." type:"path" placeholder:"FILE"`
}

// Run writes the zones.
func (c *zonesExportCmd) Run(ctx context.Context, s streams) error {
	format := geofile.Format(c.Format)
	if c.Out != "" {
		if err := c.check(c.Out); err != nil {
			return &exitError{exitUsage, err}
		}
		if format == "" {
			var err error
			if format, err = zonefile.FormatOf(c.Out); err != nil {
				return &exitError{exitUsage, err}
			}
		}
	}
	if format == "" {
		format = geofile.GeoJSON
	}
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		zones, err := w.Zones(ctx)
		if err != nil {
			return err
		}
		if len(c.IDs) > 0 {
			if zones, err = zonesOf(zones, c.IDs); err != nil {
				return err
			}
		}
		return withAtlasFor(zones, c.Pack, func(a *units.Atlas) error {
			write := func(out io.Writer) error { return zonefile.Write(out, format, zones, a) }
			if c.Out == "" {
				return write(s.out)
			}
			return atomicfile.Write(c.Out, 0o644, write)
		})
	})
}

// zonesOf returns the zones with IDs.
func zonesOf(zones []zone.Zone, ids []int64) (list []zone.Zone, err error) {
	for _, id := range ids {
		i := slices.IndexFunc(zones, func(z zone.Zone) bool { return z.ID == id })
		if i < 0 {
			return nil, noZone(fmt.Errorf("%d: %w", id, workspace.ErrNoSite))
		}
		list = append(list, zones[i])
	}
	return list, nil
}

// noZone adds the remedy to the error for an unknown zone.
func noZone(err error) error {
	if errors.Is(err, workspace.ErrNoSite) {
		return fmt.Errorf("%w; roadsnap zones list shows all", err)
	}
	return err
}

// zonesRemoveCmd is `roadsnap zones remove`.
type zonesRemoveCmd struct {
	kept
	IDs []int64 `arg:"" name:"id" help:"The numbers of the zones in zones list."`
}

// Run removes the zones.
func (c *zonesRemoveCmd) Run(ctx context.Context, s streams) error {
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		_, err := w.RemoveZones(ctx, c.IDs...)
		return noZone(err)
	})
}
