package maps

import (
	"errors"
	"fmt"
	"strings"

	"roadsnap/ui/text"
)

// Choice says which packs are installed, for the next run to open them again.
type Choice struct {
	Map     string // path of the map, "" for the sample
	Overlay string // path of the overlay pack, "" for none
}

// choice returns what is installed. Packs of files are known by their paths.
func (s State) choice() Choice {
	c := Choice{Map: s.away}
	if s.Installed && !s.IsSample {
		c.Map = s.Info.Name
	}
	// While the sample is visited, the borders of the user's own map lie over it.
	if s.HasOverlay && s.Overlay.Name != c.Map {
		c.Overlay = s.Overlay.Name
	}
	return c
}

// Reopen installs in the background what an earlier run had open, and then calls
// done, whatever came of it. The sample takes the place of a map that cannot be
// opened any more; what is missing is shown, and forgotten for the next run.
func (p *Model) Reopen(c Choice, done func()) {
	p.runPlain(func() result { return reopened(p.reopen(c)) }, done)
}

// FallBack installs the sample in place of what an earlier run had open, and then
// calls done: that run ended while it opened it, and this one would, too.
func (p *Model) FallBack(c Choice, done func()) {
	p.runPlain(func() result {
		var which []string
		for _, path := range []string{c.Map, c.Overlay} {
			if path != "" {
				which = append(which, path)
			}
		}
		ended := fmt.Errorf("%s: %w", strings.Join(which, ", "), text.ErrEnded)
		return reopened(errors.Join(ended, p.addSample()))
	}, done)
}

// reopened returns the result of reopening: there is another map in any case.
func reopened(err error) result { return result{change: otherMap, err: err, lost: err != nil} }

func (p *Model) reopen(c Choice) error {
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
		// It has roads of its own, and took the place of the map. That one has no
		// borders, or it would not have left those: it comes back and leaves them.
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
