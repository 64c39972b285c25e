// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// unitsCmd is `roadsnap units`.
type unitsCmd struct {
	List    unitsListCmd    `cmd:"" help:"List provinces or wards."`
	Show    unitsShowCmd    `cmd:"" help:"Show the record of one province or ward."`
	Locate  unitsLocateCmd  `cmd:"" help:"Find the province and ward of a point, or of each point of a CSV file."`
	Search  unitsSearchCmd  `cmd:"" help:"Find units by name."`
	Legacy  unitsLegacyCmd  `cmd:"" help:"Find the current units of a former one, or the former units of a ward."`
	Convert unitsConvertCmd `cmd:"" help:"Convert addresses from former units to those in force, or back."`
	Trips   unitsTripsCmd   `cmd:"" help:"Report the distance and time of trips in each ward."`
	Export  unitsExportCmd  `cmd:"" help:"Write units with their borders to a file for GIS programs."`
}

// bordered holds the options that all commands that need borders share.
type bordered struct {
	Pack string `help:"A map pack with borders; by default the installed map in use, and without one the embedded overview of the provinces." type:"existingfile" placeholder:"FILE"`
}

// open opens the pack, if there is one, calls use, and closes it.
func (b *bordered) open(use func(*engine.Engine) error) (err error) {
	if b.Pack, err = packInUse(b.Pack); err != nil {
		return err
	}
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		return err
	}
	if b.Pack != "" {
		if err := e.OpenPack(b.Pack); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, e.Close()) }()
	}
	return use(e)
}

// licenceOf returns the notices that must be shown with the borders in use.
func licenceOf(e *engine.Engine) (string, error) {
	meta, _, err := e.Borders()
	return strings.Join(meta.BorderNotices(), "; "), err
}

// importHint tells users how to get borders of wards.
const importHint = "import borders with roadsnap import --units FOLDER --out units.rsp, and add --pack units.rsp"

// errNoWards is the error of commands that need wards while only the overview is there.
var errNoWards = errors.New("only an overview of the provinces is installed, no borders of wards; " + importHint)

// noteMeasures prints noteOverview if any of the units has an area.
func noteMeasures(out io.Writer, a *units.Atlas, pack string, list ...unitfile.Unit) {
	if slices.ContainsFunc(list, func(u unitfile.Unit) bool { return u.HasLand }) {
		noteOverview(out, a, pack)
	}
}

// noteOverview prints a note to out if the borders are those of the overview. Compared with
// the official figures, its areas are off by a few hundredths in most provinces, and by 15 %
// at most (Quảng Ninh). Compared with the borders of the wards, it names another province,
// or none, for 5 % of the land: half of that within 1.2 km of the border, a tenth beyond
// 6 km.
func noteOverview(out io.Writer, a *units.Atlas, pack string) {
	if a.HasWards() {
		return
	}
	lack, remedy := "no borders of wards are installed", importHint
	if pack != "" {
		lack, remedy = pack+" has no borders of wards", "import it again with --units FOLDER"
	}
	fmt.Fprintf(out, "%s: provinces come from a coarse overview; %s\n", lack, remedy)
}

// selection holds the options that select units.
type selection struct {
	Kind     string      `help:"The kind of units: province or ward." enum:"province,ward," default:"" placeholder:"KIND"`
	Province provinceArg `help:"Only units of the province with this two-digit code or name." placeholder:"CODE"`
}

// provinceArg is the code or the name of a province.
type provinceArg string

// UnmarshalText refuses an empty text, which an unset variable of a shell gives.
func (p *provinceArg) UnmarshalText(text []byte) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return errors.New("give the code or the name of a province")
	}
	*p = provinceArg(text)
	return nil
}

// units returns the units of a kind, in the order of their codes.
func (c *selection) units(a *units.Atlas, kind units.Kind) ([]unitfile.Unit, error) {
	province, err := c.province(a.Table)
	if err != nil {
		return nil, err
	}
	var list []unitfile.Unit
	switch {
	case kind == units.KindProvince && c.Province != "":
		list = append(list, unitfile.OfProvince(a, province))
	case kind == units.KindProvince:
		for _, p := range a.Provinces() {
			list = append(list, unitfile.OfProvince(a, p))
		}
	default:
		wards := a.Wards()
		if c.Province != "" {
			wards = a.WardsOf(province.Code)
		}
		for _, w := range wards {
			list = append(list, unitfile.OfWard(a, w))
		}
	}
	return list, nil
}

// province returns the selected province, if one is.
func (c *selection) province(t *units.Table) (p units.Province, err error) {
	if c.Province == "" {
		return p, nil
	}
	text := string(c.Province)
	if p, found := t.Province(text); found {
		return p, nil
	}
	found := t.Search(text, units.Filter{Kind: units.KindProvince, Limit: 1})
	if len(found) == 0 || found[0].Score < nearWhole || found[0].Former || strings.Contains(text, ",") {
		return p, fmt.Errorf("no province has the code or name %q; give one that roadsnap units list shows", text)
	}
	return found[0].Province, nil
}

// kind returns the selected kind, AnyKind if none is.
func (c *selection) kind() units.Kind {
	switch c.Kind {
	case units.KindProvince.String():
		return units.KindProvince
	case units.KindWard.String():
		return units.KindWard
	}
	return units.AnyKind
}

// isCode reports whether text is a code of that many digits.
func isCode(text string, digits int) bool {
	return len(text) == digits && strings.Trim(text, "0123456789") == ""
}
