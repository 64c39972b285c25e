package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
)

// foretell sets variables of the environment for services that the session lacks, as in
// a container, because the toolkit would report them missing in the terminal. Variables
// that the user has set stay.
func foretell() {
	if runtime.GOOS != "linux" {
		return
	}
	if os.Getenv("WAYLAND_DISPLAY") == "" {
		preset("FYNE_PLATFORM", "x11")
	}
	if !hasSessionBus() {
		// Nobody tells of the system's colours; it would take the dark ones.
		preset("FYNE_THEME", "dark")
	}
}

// hasSessionBus looks where the toolkit does.
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
		_ = os.Setenv(name, value) // at worst it complains
	}
}
