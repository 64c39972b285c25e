// SPDX-License-Identifier: MIT

package maps

import (
	"context"
	"time"
)

// Installer gets the map of a country. Its methods run on background goroutines, unless they
// say otherwise.
type Installer interface {
	// Install downloads and installs the map, from files instead if there are some, and
	// returns the path of its pack, "" if the map in use is the newest. cutOff is set if err
	// says that the extract seems to be cut off, which Sources.Partial overrules.
	Install(ctx context.Context, s Sources, report func(Progress)) (pack string, cutOff bool, err error)
	// SetNetwork changes how later calls of Install download. It returns the text key of what
	// is wrong, "" for nothing. It runs on the UI goroutine.
	SetNetwork(Network) (wrong string)
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
	Free     int64             // on the disk of the maps (bytes), 0 if unknown
	Memory   int64             // that the import takes, about (bytes)
	// FreeMemory is how much memory is free (bytes), 0 if unknown.
	FreeMemory int64
}

const (
	// usualLine is the speed that Time counts with (bytes per second): 10 Mbit/s.
	usualLine = 10e6 / 8
	// usualImport is how much of an extract is imported in a second (bytes). Two idle cores
	// import 254 MB in 32 s; slow laptops need twice as long.
	usualImport = 4e6
)

// Time returns about how long the installation takes on a line of 10 Mbit/s.
func (o Offer) Time() time.Duration {
	return time.Duration(float64(o.Download) * (1/usualLine + 1/usualImport) * float64(time.Second))
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
func (p *Model) Install(s Sources) {
	p.answer()
	p.run(func(ctx context.Context, report func(Progress)) result {
		pack, cutOff, err := p.o.Installer.Install(ctx, s, report)
		if err != nil || pack == "" {
			r := result{err: err, newest: err == nil}
			r.refuse(Refusal{CutOff: cutOff, sources: s})
			return r
		}
		r := p.add(pack)
		if r.err == nil {
			r.made = pack
		}
		return r
	}, nil)
}

// Decline stops State.Welcome. The offer stays in the panel.
func (p *Model) Decline() {
	p.answer()
	p.changed.Raise()
}

// answer records that the user has answered the first offer of a map.
func (p *Model) answer() {
	if p.state.Answered {
		return
	}
	p.state.Answered = true
	if p.o.Answer != nil {
		p.o.Answer()
	}
}

// Welcome reports whether the map of a country is to be offered on the first run: there is
// only the sample, and the user has neither accepted nor declined yet.
func (s State) Welcome() bool {
	return s.Offered && !s.Answered && !s.Started && !s.Busy && (s.IsSample || !s.Installed)
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
