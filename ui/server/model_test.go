// SPDX-License-Identifier: MIT

package server_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
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
	addr     string
	keys     int
	requests func(string)
}

func (f *fakeServer) Start(addr string, requests func(string)) error {
	if f.err != nil {
		return f.err
	}
	f.addr, f.requests = strings.Replace(addr, ":0", ":40123", 1), requests
	return nil
}
func (f *fakeServer) Addr() string                   { return f.addr }
func (f *fakeServer) Shutdown(context.Context) error { f.addr = ""; return nil }
func (f *fakeServer) HasKey() bool                   { return f.keys > 0 }
func (f *fakeServer) NewKey() (string, error)        { f.keys++; return fmt.Sprintf("key-%d", f.keys), nil }

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
		if s := p.State(); s.Key != "" || !s.HasKey || !s.Running {
			t.Errorf("after the second start: %+v", s)
		}
		p.RenewKey()
		ui.Settle()
		if s := p.State(); s.Key != "key-2" {
			t.Errorf("after renewing: key %q", s.Key)
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

func TestRequestsAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeServer{}
		ui := jobtest.New(t)
		p := server.NewModel(ui.Jobs, f, "127.0.0.1:8080")
		p.Switch(true)
		ui.Settle()
		f.requests("GET /healthz → 200")
		f.requests("POST /api/roads/v1/snap-to-roads → 422")
		time.Sleep(time.Second)
		ui.Settle()
		if s := p.State(); s.Requests != 2 || !strings.HasSuffix(s.Last, "422") {
			t.Errorf("state %+v", s)
		}
	})
}

// TestRequestsOfTheLastFrameCount switches the server off and on before the last request
// is shown.
func TestRequestsOfTheLastFrameCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fakeServer{}
		ui := jobtest.New(t)
		p := server.NewModel(ui.Jobs, f, "127.0.0.1:8080")
		p.Switch(true)
		ui.Settle()
		f.requests("one")
		ui.Settle()
		f.requests("two")
		p.Switch(false)
		p.Switch(true)
		ui.Settle()
		time.Sleep(time.Second)
		f.requests("three")
		time.Sleep(time.Second)
		ui.Settle()
		if s := p.State(); s.Requests != 3 || s.Last != "three" {
			t.Errorf("state %+v", s)
		}
	})
}

func TestExplain(t *testing.T) {
	n := text.Explain(errors.New("something nobody thought of"))
	if n.Sentence != "error.internal" || n.Detail != "something nobody thought of" {
		t.Errorf("notice %+v", n)
	}
}
