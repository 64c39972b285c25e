// SPDX-License-Identifier: MIT

package maps

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"roadsnap/ui/text"
)

// Choice names the installed packs, for the next run to reopen.
type Choice struct {
	Map     string // path of the map, "" for the sample
	Sample  bool   // the user chose the sample
	Overlay string // path of the overlay pack, "" for none
	Further []string
}

// Empty reports whether no pack is chosen.
func (c Choice) Empty() bool {
	return c.Map == "" && !c.Sample && c.Overlay == "" && len(c.Further) == 0
}

// choice returns the installed packs. The name of a pack from a file is its path.
func (s State) choice() Choice {
	c := Choice{Map: s.away, Sample: s.chosen && s.away == ""}
	if s.Installed && !s.IsSample {
		c.Map = s.Info.Name
	}
	// During VisitSample, the overlay can be the user's map with its borders.
	if s.HasOverlay && s.Overlay.Name != c.Map {
		c.Overlay = s.Overlay.Name
	}
	for _, f := range s.Further {
		c.Further = append(c.Further, f.Name)
	}
	return c
}

// Reopen installs the packs of an earlier run in the background and then calls done, also
// after errors. The sample replaces a map that cannot be opened. Packs that cannot be
// opened are shown as a problem and not remembered for the next run.
func (p *Model) Reopen(c Choice, done func()) {
	p.runPlain(func() result {
		r := reopened(p.reopen(c))
		if c.Sample {
			r.change = chosenSample
		}
		return r
	}, done)
}

// FallBack installs the sample instead of the packs of an earlier run in the background and
// then calls done. It is used if that run crashed while it opened them, because this one
// would crash too.
func (p *Model) FallBack(c Choice, done func()) {
	p.runPlain(func() result {
		var which []string
		for _, path := range slices.Concat([]string{c.Map, c.Overlay}, c.Further) {
			if path != "" {
				which = append(which, path)
			}
		}
		ended := fmt.Errorf("%s: %w", strings.Join(which, ", "), text.ErrEnded)
		return reopened(errors.Join(ended, p.addSample()))
	}, done)
}

// reopened returns the result of reopening, which always changes the map.
func reopened(err error) result { return result{change: otherMap, err: err, lost: err != nil} }

func (p *Model) reopen(c Choice) error {
	err := p.reopenMap(c)
	for _, path := range c.Further {
		err = errors.Join(err, p.store.AddFurther(path))
	}
	return err
}

func (p *Model) reopenMap(c Choice) error {
	err := p.addMap(c.Map)
	found := err == nil
	if !found {
		err = errors.Join(err, p.addSample())
	}
	if c.Overlay == "" {
		return err
	}
	overlay, overlayErr := p.store.AddPack(c.Overlay)
	if overlayErr == nil && !overlay && found {
		// The pack has roads and replaced the map as well. The map has no borders,
		// because it would have replaced the overlay otherwise. So the map is added
		// again, which keeps the borders of the pack.
		overlayErr = p.addMap(c.Map)
	}
	return errors.Join(err, overlayErr)
}

// addMap installs the map at path, the sample for "".
func (p *Model) addMap(path string) error {
	if path == "" {
		return p.addSample()
	}
	_, err := p.store.AddPack(path)
	return err
}
