// SPDX-License-Identifier: MIT

package maps_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/errclass"
	"roadsnap/engine/osmimport"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/maps"
)

// fakeInstaller downloads 1,000 bytes in ten seconds, and then fails or returns a pack.
type fakeInstaller struct {
	err     error
	newest  bool // there is no newer map
	started bool
	sources maps.Sources
	cutOff  bool
}

func (f *fakeInstaller) Started() bool { return f.started }

func (f *fakeInstaller) SetNetwork(n maps.Network) (wrong string) {
	if n.Proxy == "bad" {
		return "maps.network.bad_proxy"
	}
	return ""
}

func (f *fakeInstaller) Install(ctx context.Context, s maps.Sources, report func(maps.Progress)) (string, bool, error) {
	f.sources, f.started = s, true
	for done := range int64(11) {
		report(maps.Progress{Stage: maps.StageDownload, Done: 100 * done, Total: 1000, Bytes: true})
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return "", false, ctx.Err()
		}
	}
	if f.err != nil {
		return "", f.cutOff, f.err
	}
	if f.started = false; f.newest {
		return "", false, nil
	}
	return "vietnam-2026-11-01.rsp", false, nil
}

// untilIdle waits, in the time of the bubble, until the work of p is done.
func untilIdle(ui *jobtest.UI, p *maps.Model) {
	for ui.Settle(); p.State().Busy; ui.Settle() {
		time.Sleep(100 * time.Millisecond)
	}
}

// TestInstall installs the offered map and opens it, and shows how fast it arrives.
func TestInstall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, ui := &fakeInstaller{}, jobtest.New(t)
		p := maps.NewModel(&fakeStore{}, maps.Options{Jobs: ui.Jobs, Installer: f, Offer: maps.Offer{Name: map[string]string{"en": "Vietnam"}}})
		if offer, ok := p.Offer(); !ok || offer.Title("vi") != "Vietnam" {
			t.Errorf("the offer is %+v, %v", offer, ok)
		}
		var rates []float64
		var left []time.Duration
		p.OnChange(func() {
			if s := p.State(); s.Busy {
				rates, left = append(rates, s.Progress.Rate), append(left, s.Progress.Left())
			}
		})
		p.Install(maps.Sources{Files: []string{"a.osm.pbf"}})
		untilIdle(ui, p)
		if s := p.State(); s.Installs != 1 || s.Busy || s.Started || !s.Problem.Empty() || !slices.Equal(f.sources.Files, []string{"a.osm.pbf"}) {
			t.Errorf("state %+v, files %v", s, f.sources)
		}
		if last := len(rates) - 1; last < 0 || rates[0] != 0 || rates[last] != 100 || left[last] != 0 || !slices.Contains(left, 4*time.Second) {
			t.Errorf("speeds %v, time left %v", rates, left)
		}
	})
}

// TestInstallFails shows the error and that the installation goes on next time. A
// cancelled one is no problem.
func TestInstallFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, ui := &fakeInstaller{err: errclass.New(errclass.NoNetwork, "the cable is cut")}, jobtest.New(t)
		p := maps.NewModel(&fakeStore{}, maps.Options{Jobs: ui.Jobs, Installer: f})
		p.Install(maps.Sources{})
		untilIdle(ui, p)
		if s := p.State(); s.Installs != 0 || !s.Started || s.Problem.Sentence != "error.no_network" {
			t.Errorf("after a failure: %+v", s)
		}
		p.OnChange(func() {
			if s := p.State(); s.Busy && s.Progress.Done == 300 {
				p.Cancel()
			}
		})
		p.Install(maps.Sources{})
		untilIdle(ui, p)
		if s := p.State(); s.Installs != 0 || !s.Started || s.Busy || !s.Problem.Empty() {
			t.Errorf("after a cancellation: %+v", s)
		}
	})
}

// TestNetworkSettings keeps how to download, unless something is wrong.
func TestNetworkSettings(t *testing.T) {
	p := maps.NewModel(&fakeStore{}, maps.Options{Jobs: jobtest.New(t).Jobs, Installer: &fakeInstaller{}})
	good := maps.Network{Proxy: "good"}
	if wrong := p.SetNetwork(good); wrong != "" || p.Network() != good {
		t.Errorf("%q, %+v", wrong, p.Network())
	}
	if wrong := p.SetNetwork(maps.Network{Proxy: "bad"}); wrong != "maps.network.bad_proxy" || p.Network() != good {
		t.Errorf("%q, %+v", wrong, p.Network())
	}
}

// TestInsist installs a map that was refused at first because it is smaller, or its extract
// seems to be cut off.
func TestInsist(t *testing.T) {
	for name, c := range map[string]struct {
		err    error
		cutOff bool
		want   maps.Sources
	}{
		"smaller":    {engine.ErrSmaller, false, maps.Sources{Files: []string{"a.pbf"}, Smaller: true}},
		"cut off":    {osmimport.ErrTruncated, true, maps.Sources{Files: []string{"a.pbf"}, Partial: true}},
		"ends early": {osmimport.ErrTruncated, false, maps.Sources{}},
		"other":      {osmimport.ErrFormat, false, maps.Sources{}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ui, f := jobtest.New(t), &fakeInstaller{err: fmt.Errorf("x: %w", c.err), cutOff: c.cutOff}
				p := maps.NewModel(&packShelf{current: "sample"}, maps.Options{Jobs: ui.Jobs, Installer: f})
				p.Install(maps.Sources{Files: []string{"a.pbf"}})
				untilIdle(ui, p)
				by := p.State().Refused
				if (by != nil) != (len(c.want.Files) > 0) || by != nil && by.CutOff != c.cutOff {
					t.Fatalf("refused %+v", by)
				}
				f.err, f.sources = nil, maps.Sources{}
				p.Insist()
				untilIdle(ui, p)
				if s := p.State(); !reflect.DeepEqual(f.sources, c.want) || s.Refused != nil && by != nil {
					t.Errorf("installed from %+v, want %+v; refused %+v", f.sources, c.want, s.Refused)
				}
			})
		})
	}
}
