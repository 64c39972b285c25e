// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
)

// foretell sets environment variables if the session lacks services, as in a container,
// because the toolkit would report them as missing in the terminal. It keeps variables
// that the user has set.
func foretell() {
	if runtime.GOOS != "linux" {
		return
	}
	if os.Getenv("WAYLAND_DISPLAY") == "" {
		preset("FYNE_PLATFORM", "x11")
	}
	if !hasSessionBus() {
		// The toolkit cannot read the theme of the system and would use the dark one.
		preset("FYNE_THEME", "dark")
	}
}

// hasSessionBus reports whether there is a D-Bus session bus. It checks the same places as
// the toolkit.
func hasSessionBus() bool {
	if a := os.Getenv("DBUS_SESSION_BUS_ADDRESS"); a != "" && a != "autolaunch:" {
		return true
	}
	for _, socket := range []string{"bus", "dbus-session"} {
		if _, err := os.Stat(fmt.Sprintf("/run/user/%d/%s", os.Getuid(), socket)); err == nil {
			return true
		}
	}
	_, err := exec.LookPath("dbus-launch")
	return err == nil
}

func preset(name, value string) {
	if os.Getenv(name) == "" {
		_ = os.Setenv(name, value) // after an error the toolkit only reports a missing service
	}
}
