// SPDX-License-Identifier: MIT

package maps

import (
	"context"
	"time"
)

// Installer gets the map of a country. Its methods run on background goroutines.
type Installer interface {
	// Install downloads and installs the map, from files instead if there are some, and
	// returns the path of its pack.
	Install(ctx context.Context, files []string, report func(Progress)) (pack string, err error)
	// Started reports whether an installation was cut off, so that Install goes on with it.
	Started() bool
}

// The stages of an installation before and after the import.
const (
	StageDownload = "maps.stage.download"
	StageVerify   = "maps.stage.verify"
)

// Offer describes the map that Installer gets.
type Offer struct {
	Name     map[string]string // by language
	Download int64             // about (bytes)
	Space    int64             // about, with the download (bytes)
}

// Title returns the name of the map in a language.
func (o Offer) Title(language string) string {
	if name := o.Name[language]; name != "" {
		return name
	}
	return o.Name["en"]
}

// Offer returns the map that can be installed; ok is false if there is none.
func (p *Model) Offer() (offer Offer, ok bool) { return p.o.Offer, p.o.Installer != nil }

// Install installs the offered map in the background, from files instead of a download if
// there are some, and opens it.
func (p *Model) Install(files ...string) {
	p.run(func(ctx context.Context, report func(Progress)) result {
		pack, err := p.o.Installer.Install(ctx, files, report)
		if err != nil {
			return result{err: err}
		}
		r := p.add(pack)
		if r.err == nil {
			r.made = pack
		}
		return r
	}, nil)
}

// pace measures the speed of a download.
type pace struct {
	since time.Time
	from  int64   // bytes at since
	rate  float64 // bytes per second before since, 0 if unknown
}

// paceStep is the time over which the speed is measured.
const paceStep = 3 * time.Second

// at returns the speed (bytes per second) when done bytes have arrived, 0 if it is not
// known yet.
func (p *pace) at(now time.Time, done int64) float64 {
	if p.since.IsZero() || done < p.from {
		*p = pace{since: now, from: done}
	}
	if past := now.Sub(p.since); past >= paceStep {
		*p = pace{since: now, from: done, rate: float64(done-p.from) / past.Seconds()}
	}
	return p.rate
}

// Left returns the time until the stage is done, 0 if it is not known.
func (p Progress) Left() time.Duration {
	if p.Rate <= 0 || p.Total <= p.Done {
		return 0
	}
	return time.Duration(float64(p.Total-p.Done) / p.Rate * float64(time.Second))
}
