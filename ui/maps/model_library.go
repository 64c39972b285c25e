// SPDX-License-Identifier: MIT

package maps

import (
	"context"
	"maps"
	"slices"
	"time"

	"roadsnap/engine"
	"roadsnap/ui/text"
)

// Library keeps the installed maps. Its methods run on background goroutines.
type Library interface {
	// Maps lists the maps.
	Maps() ([]Record, error)
	// Used returns the path of the map in use, "" without one.
	Used() (string, error)
	// Use records that a map, which is open, is in use.
	Use(name string) error
	// Remove deletes a map.
	Remove(name string) error
}

// Record describes a map of the library.
type Record struct {
	Name    string            // in the library, such as "vietnam-2026-11-24"
	Title   map[string]string // by language; nil for a map that no catalogue names
	Info    engine.Info       // Name is the path
	Problem text.Notice       // why the map cannot be opened, empty if it can
	Earlier bool              // was in use before the one that is now
	Offered bool              // is a version of the map that can be installed
}

// TitleIn returns the name of the map in a language.
func (r Record) TitleIn(language string) string {
	for _, name := range []string{r.Title[language], r.Title["en"], r.Info.Meta.Name} {
		if name != "" {
			return name
		}
	}
	return r.Name
}

// Check is the state of a check of all bytes of a map.
type Check struct {
	Running bool
	Problem text.Notice // what is damaged; empty if the check runs or found nothing
}

// Open returns the record of the open map; ok is false if it is not in the library.
func (s State) Open() (r Record, ok bool) {
	i := slices.IndexFunc(s.Library, func(r Record) bool { return s.Installed && r.Info.Name == s.Info.Name })
	if i < 0 {
		return Record{}, false
	}
	return s.Library[i], true
}

// Earlier returns the map to go back to: the one that was in use before, if it can be opened.
func (s State) Earlier() (r Record, ok bool) {
	i := slices.IndexFunc(s.Library, func(r Record) bool { return r.Earlier && r.Problem.Empty() && !s.isOpen(r) })
	if i < 0 {
		return Record{}, false
	}
	return s.Library[i], true
}

// isOpen reports whether a map of the library is open.
func (s State) isOpen(r Record) bool { return s.opens(r.Info.Name) }

// UseMap opens a map of the library in the background and, if it can be opened, records
// that it is in use.
func (p *Model) UseMap(r Record) {
	p.runPlain(func() result {
		done := p.add(r.Info.Name)
		if done.err == nil {
			done.err = p.o.Library.Use(r.Name)
		}
		return done
	}, nil)
}

// RemoveMap deletes a map of the library, which must not be open, in the background.
func (p *Model) RemoveMap(r Record) {
	p.runPlain(func() result { return result{err: p.o.Library.Remove(r.Name)} }, nil)
}

// checkDelay is the time from the opening of a map to its check, so that the disk first
// serves what the user looks at.
const checkDelay = 10 * time.Second

// CheckMap checks all bytes of the pack at path in the background.
func (p *Model) CheckMap(path string) {
	p.check(path, 0)
	p.changed.Raise()
}

// checkOpen checks the packs that are files and were opened by a change.
func (p *Model) checkOpen(c change) {
	s := &p.state
	if s.Installed && !s.IsSample && c != noChange && c != otherBorders {
		p.check(s.Info.Name, checkDelay)
	}
	if s.HasOverlay && c == otherBorders {
		p.check(s.Overlay.Name, checkDelay)
	}
	for _, f := range s.Further {
		if _, known := s.Checks[f.Name]; !known && c != noChange {
			p.check(f.Name, checkDelay)
		}
	}
}

func (p *Model) check(path string, delay time.Duration) {
	if p.o.Verify == nil || p.state.Checks[path].Running {
		return
	}
	p.checked(path, Check{Running: true})
	p.checks.Start(func(ctx context.Context) func() {
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return nil
		}
		err := p.o.Verify(ctx, path)
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			done := Check{}
			if err != nil {
				done.Problem = text.Explain(err)
				if !p.state.Busy && p.state.Problem.Empty() && p.state.Installed && p.state.Info.Name == path {
					p.state.Problem = done.Problem
				}
			}
			p.checked(path, done)
			p.changed.Raise()
		}
	})
}

// checked sets the state of a check. The map is copied, because listeners keep states.
func (p *Model) checked(path string, c Check) {
	checks := maps.Clone(p.state.Checks)
	if checks == nil {
		checks = map[string]Check{}
	}
	checks[path] = c
	p.state.Checks = checks
	p.state.Listed++
}

// list returns the maps of the library. One that cannot be read is empty.
func (p *Model) list() []Record {
	if p.o.Library == nil {
		return nil
	}
	list, _ := p.o.Library.Maps()
	return list
}
