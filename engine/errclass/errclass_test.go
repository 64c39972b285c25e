// SPDX-License-Identifier: MIT

package errclass

import (
	"os"
	"regexp"
	"testing"
)

// TestAll holds the list of classes to the constants of the source, and each class to
// one constant.
func TestAll(t *testing.T) {
	source, err := os.ReadFile("errclass.go")
	if err != nil {
		t.Fatal(err)
	}
	constants := regexp.MustCompile(`(?m)^\t\w+ +Class = "(\w+)"`).FindAllStringSubmatch(string(source), -1)
	listed := map[Class]bool{}
	for _, c := range All() {
		if listed[c] {
			t.Errorf("%s is listed twice", c)
		}
		listed[c] = true
	}
	for _, c := range constants {
		if !listed[Class(c[1])] {
			t.Errorf("All lacks %s", c[1])
		}
	}
	if len(constants) != len(listed) {
		t.Errorf("%d classes are listed, there are %d", len(listed), len(constants))
	}
}
