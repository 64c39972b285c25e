// SPDX-License-Identifier: MIT

package match

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// tableOf returns the cells of the table of MODEL.md that begins with a heading, row by row.
func tableOf(t *testing.T, heading string) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile("MODEL.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "\n"+heading)
	if !ok {
		t.Fatalf("MODEL.md has no table that begins with %q", heading)
	}
	table, _, _ = strings.Cut(table, "\n\n")
	for _, line := range strings.Split(table, "\n")[2:] {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.Trim(cells[i], " `")
		}
		rows = append(rows, cells)
	}
	return rows
}

// TestModelDocProfiles compares the table of profiles in MODEL.md with the model.
func TestModelDocProfiles(t *testing.T) {
	rows := tableOf(t, "| profile | roads |")
	if len(rows) != int(numProfiles) {
		t.Errorf("the table has %d profiles, want %d", len(rows), numProfiles)
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
	for _, row := range rows {
		p, err := ParseProfile(row[0])
		if err != nil {
			t.Error(err)
			continue
		}
		c := newModel(Config{}).forProfile(p)
		want := []string{
			number(traitsOf[p].topSpeed),
			number(c.againstPenalty) + " + " + number(c.againstPerMetre) + "/m",
			number(c.bannedTurnPenalty),
			fmt.Sprintf("%s, %s, %s", number(c.turnPenalty), number(c.uTurnPenalty), number(c.deadEndPenalty)),
		}
		if p == Foot { // one-ways do not count
			want[1], want[2] = "–", "–"
		}
		for i, w := range want {
			if row[2+i] != w {
				t.Errorf("%s, column %d: MODEL.md says %q, the model %q", row[0], 3+i, row[2+i], w)
			}
		}
	}
}

// TestModelDocSensitivity compares the values in the table of parameters with the model and
// its constants.
func TestModelDocSensitivity(t *testing.T) {
	constants := map[string]float64{
		"huberThreshold": huberThreshold, "outlyingTail": outlyingTail, "smoothingReach": smoothingReach,
		"shiftSigma": shiftSigma, "shiftResidual": shiftResidual, "shiftTail": shiftTail, "shiftMost": shiftMost,
		"stopRadius": stopRadius, "usualShare": usualShare,
	}
	c := reflect.ValueOf(newModel(Config{}))
	for _, row := range tableOf(t, "| parameter | value |") {
		name, value := row[0], row[1]
		got := fmt.Sprint(constants[name])
		if _, ok := constants[name]; !ok {
			field := c.FieldByName(name)
			if !field.IsValid() {
				t.Errorf("MODEL.md has a parameter %s, the model has none", name)
				continue
			}
			got = fmt.Sprint(field)
		}
		if got != value {
			t.Errorf("%s: MODEL.md says %s, the model %s", name, value, got)
		}
	}
}
