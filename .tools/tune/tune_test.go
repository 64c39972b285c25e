// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"maps"
	"math"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const (
	drawnModel = `package match

type model struct {
	Config
	noise, beam float64 // metres
	turns       int
}

func newModel(c Config) model {
	return model{Config: c, noise: 2.5, turns: 1_000, beam: 16, time: 30 * time.Second}
}

func other() model { return model{noise: 3} }
`
	drawnShift = `package match

const (
	shiftSigma, shiftTail = 10, 2.5
	shiftOther            = 7
)
`
)

func TestModel(t *testing.T) {
	files := map[string][]byte{modelFile: []byte(drawnModel), "shift.go": []byte(drawnShift)}
	m, err := readModel(files)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, p := range m.parameters {
		found = append(found, fmt.Sprintf("%s %g %v", p.name, p.value, p.whole))
	}
	if got, want := strings.Join(found, ", "), "noise 2.5 false, turns 1000 true, shiftSigma 10 false, shiftTail 2.5 false"; got != want {
		t.Errorf("parameters %s, want %s", got, want)
	}
	files = m.adjustable()
	want := strings.NewReplacer("2.5", `tuned[float64]("noise", 2.5)`, "1_000", `tuned[int]("turns", 1000)`).Replace(drawnModel)
	if got := string(files[modelFile]); got != want {
		t.Errorf("the model is\n%s", got)
	}
	want = strings.Replace(drawnShift, "shiftSigma, shiftTail", "_, _", 1)
	if got := string(files["shift.go"]); got != want {
		t.Errorf("the constants are\n%s", got)
	}
	if got := string(files[modelFolder+"/tuned.go"]); !strings.Contains(got, `var shiftSigma = tuned[float64]("shiftSigma", 10)`) {
		t.Errorf("the variables are\n%s", got)
	}
	if got, want := (changes{"turns": 7, "noise": 3.125}).setting(), "noise=3.125,turns=7"; got != want {
		t.Errorf("the setting is %s, want %s", got, want)
	}
	if err := m.keep([]string{"beam"}); err == nil {
		t.Error("beam is kept")
	}
	if _, err := readModel(map[string][]byte{modelFile: []byte("package match")}); err == nil {
		t.Error("a file without a model has parameters")
	}
}

// TestProjectModel reads the model of the project and checks that the names in the lists
// exist, and that a program may be built that reads them.
func TestProjectModel(t *testing.T) {
	files, err := readFiles("../..")
	if err != nil {
		t.Fatal(err)
	}
	m, err := readModel(files)
	if err != nil || len(m.parameters) < 10 {
		t.Fatalf("%v, %d parameters", err, len(m.parameters))
	}
	for name := range untuned {
		if !strings.Contains(string(files[modelFile]), name+": ") {
			t.Errorf("newModel has no parameter %s", name)
		}
	}
	for _, name := range constants {
		if !slices.ContainsFunc(m.parameters, func(p parameter) bool { return p.name == name && p.constant }) {
			t.Errorf("there is no constant %s with a number", name)
		}
	}
	overlay, err := m.overlay(t.TempDir(), "../..")
	if err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-buildvcs=false", "-overlay", overlay, "./engine/match")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

func TestTimes(t *testing.T) {
	for _, c := range []struct {
		p            parameter
		factor, want float64
	}{
		{parameter{value: 3}, 0.7, 2.1},
		{parameter{value: 0.03}, 1.4, 0.042},
		{parameter{value: 0.02}, 0.49, 0.0098},
		{parameter{value: 8, whole: true}, 0.7, 6},
		{parameter{value: 1, whole: true}, 1.4, 2},
		{parameter{value: 1, whole: true}, 0.7, 0},
	} {
		if got := c.p.times(c.factor); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%g times %g is %g, want %g", c.p.value, c.factor, got, c.want)
		}
	}
}

// drawn is a project with two parameters, a and b, both best at 10 on odd maps. a is
// best at 10 on even maps too, b at 20. Larger numbers are tried first at 14.
func drawn(t *testing.T, poisoned map[string]bool) *study {
	t.Helper()
	m := &model{parameters: []parameter{{name: "a", value: 7.2}, {name: "b", value: 10}}}
	s, err := newStudy(m, func(c changes) (map[string][]row, error) {
		value := func(name string, usual float64) float64 {
			if v, ok := c[name]; ok {
				return v
			}
			return usual
		}
		rows := map[string][]row{}
		for i := range 10 {
			unit := fmt.Sprintf("%03d", i)
			best := 10.0
			if i%2 == 0 {
				best = 20
			}
			wrong := 10 + math.Abs(value("a", 7.2)-10) + math.Abs(value("b", 10)-best)
			if poisoned[unit] && len(c) > 0 {
				wrong = 1e6 * float64(len(c))
			}
			rows["tracks"] = append(rows["tracks"], row{unit, wrong, 1})
			rows["traces, white"] = append(rows["traces, white"], row{unit + "-1-7", wrong, 1})
		}
		return rows, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestChoose(t *testing.T) {
	s := drawn(t, nil)
	for _, c := range []struct {
		in   map[string]bool
		want string
	}{
		{s.part(1, 2, false), "a 10.1"},         // odd maps
		{s.part(0, 2, false), "a 10.1, b 19.6"}, // even maps; b at two steps
	} {
		got, err := s.choose(c.in)
		if err != nil || got.String() != c.want {
			t.Errorf("chosen %s, want %s, %v", got, c.want, err)
		}
	}
	if g, _ := s.gain(changes{"b": 14}, s.part(1, 2, false)); g >= 0 {
		t.Errorf("b, which helps on even maps only, gains %.1f on odd ones", g)
	}
	var out strings.Builder
	chosen, err := s.crossValidate(2)
	if err != nil {
		t.Fatal(err)
	}
	s.printFolds(&out, 2, chosen)
	s.printSensitivity(&out)
	for _, line := range []string{"| 1 | a 10.1 |", "| 2 | a 10.1, b 19.6 |", "helps only where it was chosen", "| `b` | 10 |"} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("the report lacks %q:\n%s", line, &out)
		}
	}
}

// TestSplit checks that parts share no unit and cover all, and that the rows of a track
// and of the traces on its map are in the same one.
func TestSplit(t *testing.T) {
	s := drawn(t, nil)
	for _, k := range []int{2, 3, 5} {
		times := map[string]int{}
		for i := range k {
			held, rest := s.part(i, k, false), s.part(i, k, true)
			for _, u := range s.units {
				if held[u] == rest[u] {
					t.Errorf("unit %s is in both parts or in none", u)
				}
				if held[u] {
					times[u]++
				}
			}
		}
		for _, u := range s.units {
			if times[u] != 1 {
				t.Errorf("%d parts: unit %s is held back %d times", k, u, times[u])
			}
		}
	}
	for id, want := range map[string]string{"00000012": "00000012", "00000012-1-7": "00000012", "hcmc-30s-5m-2": "hcmc"} {
		if got := (row{ID: id}).unit(); got != want {
			t.Errorf("unit of %s is %s", id, got)
		}
	}
}

// TestNoLeak makes the held back maps as bad as can be in each trial: the choice must be
// the same as without.
func TestNoLeak(t *testing.T) {
	clean := drawn(t, nil)
	for _, k := range []int{2, 5} {
		for i := range k {
			want, err := clean.choose(clean.part(i, k, true))
			if err != nil {
				t.Fatal(err)
			}
			spoilt := drawn(t, clean.part(i, k, false))
			got, err := spoilt.choose(spoilt.part(i, k, true))
			if err != nil || !maps.Equal(got, want) {
				t.Errorf("part %d of %d: chosen %s, without the held back maps %s", i, k, got, want)
			}
		}
	}
}

func TestFamilies(t *testing.T) {
	var got []int
	for _, f := range []string{"tracks", "tracks, shifted north", "tracks, 120 s", "traces, 05 s, 10 m", "traces, multipath", "traces, clock"} {
		got = append(got, family(f))
	}
	if want := []int{recordedFamily, shiftedFamily, sparseFamily, ladderFamily, simulatedFamily, simulatedFamily}; !slices.Equal(got, want) {
		t.Errorf("families %v, want %v", got, want)
	}
}
