// SPDX-License-Identifier: MIT

package server_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/server"
	"roadsnap/ui/text"
)

// fakeServer is a server that does not listen.
type fakeServer struct {
	err      error
	mu       sync.Mutex // guards traffic, which tests change while the model looks at it
	traffic  server.Traffic
	addr     string
	keys     []server.Key
	settings server.Settings
	started  []server.Settings
}

func (f *fakeServer) Start(addr string, s server.Settings) error {
	if f.err != nil {
		return f.err
	}
	f.addr, f.started = strings.Replace(addr, ":0", ":40123", 1), append(f.started, s)
	if rest, all := strings.CutPrefix(f.addr, "0.0.0.0"); all {
		f.addr = "[::]" + rest // as the system writes it
	}
	return nil
}
func (f *fakeServer) Addr() string                   { return f.addr }
func (f *fakeServer) Shutdown(context.Context) error { f.addr = ""; return nil }
func (f *fakeServer) Keys() []server.Key             { return slices.Clone(f.keys) }
func (f *fakeServer) NewKey(name string) (string, error) {
	f.keys = append(f.keys, server.Key{ID: fmt.Sprint(len(f.keys)), Name: name})
	return fmt.Sprintf("key-%d", len(f.keys)), nil
}
func (f *fakeServer) RevokeKey(id string) error {
	f.keys = slices.DeleteFunc(f.keys, func(k server.Key) bool { return k.ID == id })
	return nil
}
func (f *fakeServer) Traffic() server.Traffic   { f.mu.Lock(); defer f.mu.Unlock(); return f.traffic }
func (f *fakeServer) Settings() server.Settings { return f.settings }
func (f *fakeServer) Keep(s server.Settings)    { f.settings = s }
func (f *fakeServer) Compatible() []string      { return []string{"osrm"} }
func (f *fakeServer) Reachable() []string       { return []string{"192.0.2.7"} }
func (f *fakeServer) Example(operation string) (server.Example, bool) {
	return server.Example{Method: "GET", Target: "/" + operation}, operation != "docs"
}

// answer counts an answered request.
func (f *fakeServer) answer(r server.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.traffic.Total++
	f.traffic.Recent = append([]server.Request{r}, f.traffic.Recent...)
	f.traffic.Seconds = []server.Second{{Requests: f.traffic.Total}}
}

func TestFirstStartMakesAKeyAndLaterOnesDoNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeServer{}
		ui := jobtest.New(t)
		p := server.NewModel(ui.Jobs, f, "127.0.0.1:0")
		p.Switch(true)
		ui.Settle()
		s := p.State()
		if !s.Running || s.Key != "key-1" || s.URL() != "http://127.0.0.1:40123/api" {
			t.Fatalf("after the first start: %+v", s)
		}
		p.HideKey()
		p.Switch(false)
		p.Switch(true)
		ui.Settle()
		if s := p.State(); s.Key != "" || len(s.Keys) != 1 || !s.Running {
			t.Errorf("after the second start: %+v", s)
		}
		p.NewKey("second")
		ui.Settle()
		if s := p.State(); s.Key != "key-2" || len(s.Keys) != 2 || s.Keys[1].Name != "second" {
			t.Errorf("after another key: %+v", s)
		}
		p.RevokeKey(p.State().Keys[0].ID)
		ui.Settle()
		if s := p.State(); s.Key != "" || len(s.Keys) != 1 || s.Keys[0].Name != "second" {
			t.Errorf("after a revocation: %+v", s)
		}
		ui.Jobs.Close(time.Minute)
		if err := p.Close(); err != nil || f.addr != "" {
			t.Errorf("still at %q after Close: %v", f.addr, err)
		}
	})
}

func TestPortInUseIsExplainedAndCanBeRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeServer{err: fmt.Errorf("listen: %w", syscall.EADDRINUSE)}
		ui := jobtest.New(t)
		p := server.NewModel(ui.Jobs, f, "127.0.0.1:8080")
		defer p.Close()
		p.Switch(true)
		ui.Settle()
		if s := p.State(); s.Running || s.Busy || s.Problem.Sentence != "error.port_in_use" {
			t.Fatalf("state %+v", s)
		}
		f.err = nil
		p.SetAddress("127.0.0.1:8081")
		p.Switch(true)
		ui.Settle()
		if s := p.State(); !s.Running || !s.Problem.Empty() || s.Address != "127.0.0.1:8081" {
			t.Errorf("after the remedy: %+v", s)
		}
		p.SetAddress("127.0.0.1:9999")
		if s := p.State(); s.Address != "127.0.0.1:8081" {
			t.Errorf("a running server moved to %s", s.Address)
		}
	})
}

// TestTrafficIsFollowed holds that requests are shown while the server runs, and that nothing
// changes without any.
func TestTrafficIsFollowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeServer{}
		ui := jobtest.New(t)
		p := server.NewModel(ui.Jobs, f, "127.0.0.1:8080")
		defer p.Close()
		changes := 0
		p.OnChange(func() { changes++ })
		p.Switch(true)
		ui.Settle()
		before := changes
		time.Sleep(10 * time.Second)
		ui.Settle()
		if changes != before {
			t.Errorf("%d changes without a request", changes-before)
		}
		f.answer(server.Request{Method: "GET", Path: "/healthz", Status: 200})
		f.answer(server.Request{Method: "POST", Path: "/api/roads/v1/snap-to-roads", Status: 422})
		time.Sleep(time.Second)
		ui.Settle()
		if s := p.State().Traffic; s.Total != 2 || s.Recent[0].Summary() != "POST /api/roads/v1/snap-to-roads 422" {
			t.Errorf("traffic %+v", s)
		}
		f.answer(server.Request{Method: "GET", Path: "/last", Status: 200})
		p.Switch(false)
		ui.Settle()
		if s := p.State(); s.Running || s.Traffic.Total != 3 {
			t.Errorf("the last request before the end is lost: %+v", s)
		}
	})
}

// TestSettingsOfARunningServer holds that a change of settings takes effect at once, and that
// the last of several wins.
func TestSettingsOfARunningServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeServer{}
		ui := jobtest.New(t)
		p := server.NewModel(ui.Jobs, f, "127.0.0.1:8080")
		defer p.Close()
		p.Switch(true)
		p.Configure(server.Settings{Rate: 1}) // while it starts
		ui.Settle()
		p.Configure(server.Settings{Rate: 2, LAN: true})
		p.Configure(server.Settings{Rate: 3, LAN: true})
		ui.Settle()
		s := p.State()
		if last := f.started[len(f.started)-1]; !s.Running || last.Rate != 3 || f.addr != "[::]:8080" || s.Address != "0.0.0.0:8080" || s.Base() != "http://127.0.0.1:8080" || f.settings.Rate != 3 {
			t.Fatalf("%+v, started with %+v at %s", s, f.started, f.addr)
		}
		if got := p.Reachable(); !slices.Equal(got, []string{"http://192.0.2.7:8080"}) {
			t.Errorf("reachable at %q", got)
		}
		n := len(f.started)
		p.Configure(f.settings)
		ui.Settle()
		if len(f.started) != n {
			t.Error("it starts again without a change")
		}
		p.Configure(server.Settings{})
		ui.Settle()
		if f.addr != "127.0.0.1:8080" || len(p.Reachable()) != 0 {
			t.Errorf("after leaving the network it is at %s", f.addr)
		}
	})
}

func TestSettingsAreChecked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeServer{}
		p := server.NewModel(jobtest.New(t).Jobs, f, "")
		defer p.Close()
		for _, origin := range []string{"fleet.example.org", "ftp://a.example", "https://", "https://*.example", "https://a.example/x", "https://u@a.example", "null"} {
			if p.Configure(server.Settings{Origins: []string{origin}}) != "server.settings.wrong_origin" {
				t.Errorf("%q is accepted", origin)
			}
		}
		if p.Configure(server.Settings{Rate: -1}) != "server.settings.wrong_rate" {
			t.Error("a negative rate is accepted")
		}
		if fault := p.Configure(server.Settings{Origins: []string{"https://a.example:8443", "http://b.example/"}, Rate: 0.5}); fault != "" || f.settings.Rate != 0.5 {
			t.Errorf("%q, kept %+v", fault, f.settings)
		}
	})
}

// TestNextRun holds that address and settings are those of the last run, and that a server
// which starts with the app does so.
func TestNextRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeServer{}
		ui := jobtest.New(t)
		first := server.NewModel(ui.Jobs, f, "")
		first.Begin()
		ui.Settle()
		if s := first.State(); s.Running || s.Address != server.DefaultAddress {
			t.Fatalf("the first run: %+v", s)
		}
		first.SetAddress("127.0.0.1:9090")
		first.Configure(server.Settings{AutoStart: true})
		if err := first.Close(); err != nil {
			t.Fatal(err)
		}
		next := server.NewModel(ui.Jobs, f, "")
		defer next.Close()
		next.Begin()
		ui.Settle()
		if s := next.State(); !s.Running || s.Address != "127.0.0.1:9090" {
			t.Errorf("the next run: %+v", s)
		}
	})
}

// TestTypedNetworkAddress holds that the warning comes also if a user types an address of the
// network.
func TestTypedNetworkAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := server.NewModel(jobtest.New(t).Jobs, &fakeServer{}, "")
		defer p.Close()
		for address, lan := range map[string]bool{"0.0.0.0:1": true, ":2": true, "192.168.1.5:3": true, "localhost:4": false, "[::1]:5": false, "nonsense": false} {
			if p.SetAddress(address); p.State().Settings.LAN != lan {
				t.Errorf("%s: %t", address, !lan)
			}
		}
	})
}

func TestSnippetIsOfTheLastOperation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeServer{}
		ui := jobtest.New(t)
		p := server.NewModel(ui.Jobs, f, "127.0.0.1:8080")
		defer p.Close()
		if got := p.Snippet(server.Curl); !strings.Contains(got, "http://127.0.0.1:8080/snapToRoadsGet'") || !strings.Contains(got, "YOUR_KEY") {
			t.Errorf("at first: %s", got)
		}
		p.Switch(true)
		ui.Settle()
		f.answer(server.Request{Operation: "locateUnit"})
		f.answer(server.Request{Operation: "docs"}) // has no example
		time.Sleep(time.Second)
		ui.Settle()
		if got := p.Snippet(server.Python); !strings.Contains(got, "/locateUnit\"") || !strings.Contains(got, "key-1") {
			t.Errorf("then: %s", got)
		}
	})
}

func TestPercentile(t *testing.T) {
	var traffic server.Traffic
	if traffic.Percentile(0.5) != 0 {
		t.Error("without requests")
	}
	for i := range 100 {
		traffic.Recent = append(traffic.Recent, server.Request{Duration: time.Duration(100-i) * time.Millisecond})
	}
	for share, want := range map[float64]time.Duration{0: 1, 0.5: 51, 0.95: 96, 1: 100} {
		if got := traffic.Percentile(share); got != want*time.Millisecond {
			t.Errorf("%v: %v, want %d ms", share, got, want)
		}
	}
}

func TestExplain(t *testing.T) {
	n := text.Explain(errors.New("something nobody thought of"))
	if n.Sentence != "error.internal" || n.Detail != "something nobody thought of" {
		t.Errorf("notice %+v", n)
	}
}
