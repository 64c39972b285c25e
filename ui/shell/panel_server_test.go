// SPDX-License-Identifier: MIT

package shell_test

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// startServerPanel opens a window with the server panel in front.
func startServerPanel(t *testing.T) *driver {
	t.Helper()
	d := start(t)
	d.tap("Server")
	d.waitFor("Start API server")
	return d
}

// setAddress types the listen address of the server.
func (d *driver) setAddress(old, address string) {
	d.t.Helper()
	d.tap(old)
	d.key("Ctrl+A")
	d.typeText(address)
}

// listensAt waits until the server is on and returns its URL.
func (d *driver) listensAt() (address string) {
	d.t.Helper()
	d.waitFor("Stop API server")
	d.until("the URL", func() bool { address = d.valueOf("URL"); return strings.HasPrefix(address, "http://127.0.0.1:") })
	return address
}

func get(t *testing.T, address string) error {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, r.Body)
	if closed := r.Body.Close(); err == nil {
		err = closed
	}
	return err
}

func TestServerStartsAndStops(t *testing.T) {
	d := startServerPanel(t)
	d.mustSee("API off")
	d.tap("Start API server")
	address := d.listensAt()
	d.mustSee("API " + strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/api"))
	if err := get(t, address); err != nil {
		t.Error(err)
	}
	d.tap("Stop API server")
	d.waitFor("Start API server", "API off")
	d.mustNotSee("Last request")
	if err := get(t, address); err == nil {
		t.Error("the server answers though it is off")
	}
}

func TestServerIsSwitchedByTheKeyFromAnyPanel(t *testing.T) {
	d := start(t)
	d.key("Ctrl+R")
	d.listensAt() // in its panel
	d.key("Ctrl+Shift+U")
	if !strings.HasPrefix(d.clipboard(), "http://127.0.0.1:") {
		t.Errorf("the key for the address copied %q", d.clipboard())
	}
	d.key("1")
	d.choose("Server › Start or stop API server")
	d.waitFor("Start API server", "API off")
}

func TestServerTellsOfRequests(t *testing.T) {
	d := startServerPanel(t)
	d.tap("Start API server")
	address := d.listensAt()
	if n, last := d.valueOf("Requests"), d.valueOf("Last request"); n != "0" || last != "–" {
		t.Errorf("before the first request: %q, %q", n, last)
	}
	for range 2 {
		if err := get(t, address+"/here"); err != nil {
			t.Fatal(err)
		}
	}
	d.until("two requests", func() bool { return d.valueOf("Requests") == "2" })
	if got := d.valueOf("Last request"); got != "GET /api/here 200" {
		t.Errorf("the last request is said to be %q", got)
	}
	d.tap("Copy address")
	if d.clipboard() != address {
		t.Errorf("copied %q", d.clipboard())
	}
}

func TestServerAddressInUse(t *testing.T) {
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	d := startServerPanel(t)
	d.setAddress("127.0.0.1:0", other.Addr().String())
	d.tap("Start API server")
	d.waitFor("Another program is using this port.", "Choose another port, such as 127.0.0.1:8081.")
	d.mustSee("Start API server", "API off")
	d.setAddress(other.Addr().String(), "127.0.0.1:0")
	d.tap("Start API server")
	d.listensAt()
	d.mustNotSee("Another program is using this port.")
}

func TestServerMalformedAddress(t *testing.T) {
	d := startServerPanel(t)
	d.setAddress("127.0.0.1:0", "nonsense")
	d.tap("Start API server")
	d.waitFor("The server cannot use this address.", "Enter an address of this computer and a port, such as 127.0.0.1:8080.")
	d.mustSee("Start API server", "nonsense")
	if d.mustFind("The server cannot use").at.Y > d.mustFind("While the server is on").at.Y {
		t.Error("what is wrong with the address is not said at its field")
	}
	d.setAddress("nonsense", "127.0.0.1:0")
	d.mustNotSee("The server cannot use this address.")
}

// TestServerAddressIsTypedFast types letters without a pause in which the window could
// update.
func TestServerAddressIsTypedFast(t *testing.T) {
	d := startServerPanel(t)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	typed := free.Addr().String()
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	d.tap("127.0.0.1:0")
	d.key("Ctrl+A")
	for _, r := range typed {
		d.window.Canvas().Focused().TypedRune(r)
	}
	d.settle()
	if d.ui.Drain() {
		t.Error("something is still posted")
	}
	if got := d.valueOf("Address"); got != typed {
		t.Errorf("the field has %q", got)
	}
	d.tap("Start API server")
	if got := d.listensAt(); !strings.Contains(got, typed) {
		t.Errorf("the server is at %s, want %s", got, typed)
	}
}

func TestServerAddressIsFixedWhileItRuns(t *testing.T) {
	d := startServerPanel(t)
	d.tap("Start API server")
	address := strings.TrimSuffix(strings.TrimPrefix(d.listensAt(), "http://"), "/api")
	d.tap(address)
	if d.window.Canvas().Focused() != nil {
		d.typeText("9")
	}
	if got := d.valueOf("Address"); got != address {
		t.Errorf("the address is now %q, want %q", got, address)
	}
}

func TestServerKeyIsShownOnce(t *testing.T) {
	d := startServerPanel(t)
	d.tap("Start API server")
	d.waitFor("key-number-1", "Copy the key now. It is only shown while this panel is open.")
	d.tap("Copy key")
	if d.clipboard() != "key-number-1" {
		t.Errorf("copied %q", d.clipboard())
	}
	d.tap("Maps")
	d.tap("Server")
	d.waitFor("A key already exists.")
	d.mustNotSee("key-number-1", "Copy key")
	d.tap("Create new key")
	d.tap("Replace key")
	d.waitFor("key-number-2")
	d.key("Ctrl+Shift+K")
	if d.clipboard() != "key-number-2" {
		t.Errorf("the key for the key copied %q", d.clipboard())
	}
	d.tap("Stop API server")
	d.waitFor("Start API server")
	d.tap("Start API server")
	d.listensAt()
	d.mustNotSee("key-number-3") // the one that is there serves on
}

func TestServerKeyIsReplacedOnlyIfTheUserAgrees(t *testing.T) {
	d := startServerPanel(t)
	d.tap("Start API server")
	d.waitFor("key-number-1")
	d.tap("Maps")
	d.tap("Server")
	const warning = "Programs that use the current key stop working immediately."
	for _, refuse := range []func(){func() { d.tap("Cancel") }, func() { d.key("Escape") }} {
		d.tap("Create new key")
		d.waitFor(warning)
		refuse()
		d.waitGone(warning)
		d.mustNotSee("key-number-2")
	}
	d.tap("Create new key")
	d.waitFor(warning)
	d.key("Return")
	d.waitFor("key-number-2")
	d.mustNotSee(warning)
}

func TestServerStopsWithTheProgram(t *testing.T) {
	d := startServerPanel(t)
	d.tap("Start API server")
	address := d.listensAt()
	d.quit()
	if err := get(t, address); err == nil {
		t.Error("the server answers though the program has ended")
	}
}
