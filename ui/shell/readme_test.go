// SPDX-License-Identifier: MIT

package shell_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestFirstTripOfTheReadme follows the README's steps for a new user of the app and checks
// the results that it describes.
func TestFirstTripOfTheReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "### In the app\n")
	section, _, found := strings.Cut(section, "\n### ")
	if !found {
		t.Fatal("the README has no section for the app")
	}

	d := start(t)
	commands := regexp.MustCompile(`\*\*(\S+ › [^*]+)\*\*`).FindAllStringSubmatch(section, -1)
	if len(commands) < 2 {
		t.Fatalf("the section names %d commands of the menus", len(commands))
	}
	for _, command := range commands {
		d.menuItem(command[1]) // fails where there is none
	}
	d.choose(commands[0][1])
	d.settle()

	trip := regexp.MustCompile(`Click \*([^*]+)\*`).FindStringSubmatch(section)
	if trip == nil {
		t.Fatal("the section names no trip to click")
	}
	d.waitFor(trip[1])
	d.tap(trip[1])
	distances := regexp.MustCompile(`([\d.]+ km) on the roads, ([\d.]+ km) from\s+point to point`).FindStringSubmatch(section)
	if distances == nil {
		t.Fatal("the section says no distances")
	}
	d.waitFor("On roads", distances[1], "Point to point", distances[2])
}
