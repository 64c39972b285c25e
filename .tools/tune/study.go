// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// row is a track or a trace in the figures of a measurement.
type row struct {
	ID     string  `json:"id"`
	Wrong  float64 `json:"wrong"`
	Weight float64 `json:"wrong_weight"`
}

// unit returns what a row belongs to as a whole: the map, which is that of one track or of
// many traces. Rows of one unit are never divided between choosing and reporting.
func (r row) unit() string {
	name, _, _ := strings.Cut(r.ID, "-")
	return name
}

// The families of figures. Each counts the same.
const (
	shiftedFamily = iota
	sparseFamily
	recordedFamily
	ladderFamily
	simulatedFamily
	families
)

var familyNames = [families]string{"shifted by 12 m", "15 to 120 s", "recorded", "ladder", "simulated"}

// family returns the family of a figure of `bench figures`.
func family(figure string) int {
	switch {
	case strings.HasPrefix(figure, "tracks, shifted"):
		return shiftedFamily
	case strings.HasPrefix(figure, "tracks, "):
		return sparseFamily
	case figure == "tracks":
		return recordedFamily
	case strings.HasSuffix(figure, " m"): // interval and noise
		return ladderFamily
	}
	return simulatedFamily // a kind of noise
}

// study tries parameters. All trials are measured on all maps once; which rows of a trial
// are looked at is decided by the part of the maps.
type study struct {
	model *model
	try   func(changes) (map[string][]row, error)
	known map[string]map[string][]row // by the text of the changes
	base  map[string][]row
	units []string
}

// The factors by which each parameter is changed.
var factors = []float64{0.7, 1.4}

// newStudy measures the model as it is, and with each parameter changed.
func newStudy(m *model, try func(changes) (map[string][]row, error)) (*study, error) {
	s := &study{model: m, try: try, known: map[string]map[string][]row{}}
	var err error
	if s.base, err = s.measure(changes{}); err != nil {
		return nil, err
	}
	units := map[string]bool{}
	for _, rows := range s.base {
		for _, r := range rows {
			units[r.unit()] = true
		}
	}
	s.units = slices.Sorted(maps.Keys(units))
	for _, p := range m.parameters {
		for _, f := range factors {
			if _, err := s.measure(changes{p.name: p.times(f)}); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

func (s *study) measure(c changes) (map[string][]row, error) {
	if rows, ok := s.known[c.String()]; ok {
		return rows, nil
	}
	rows, err := s.try(c)
	if err == nil {
		s.known[c.String()] = rows
	}
	return rows, err
}

// part returns a set of units: those of fold number i of k, or if but is true all others.
func (s *study) part(i, k int, but bool) map[string]bool {
	in := map[string]bool{}
	for n, u := range s.units {
		in[u] = (n%k == i) != but
	}
	return in
}

// errorsOf returns the wrong share of each family in a part of the units (per cent), and
// whether it has any rows there. nil stands for all units.
func errorsOf(rows map[string][]row, in map[string]bool) (wrong []float64, has []bool) {
	sums, weights := make([]float64, families), make([]float64, families)
	for figure, list := range rows {
		f := family(figure)
		for _, r := range list {
			if in == nil || in[r.unit()] {
				sums[f] += r.Wrong * r.Weight
				weights[f] += r.Weight
			}
		}
	}
	for f := range sums {
		wrong = append(wrong, sums[f]/max(weights[f], 1e-9))
		has = append(has, weights[f] > 0)
	}
	return wrong, has
}

// gain returns by how much the error of a trial is below that of the model as it is, in a
// part of the units: the mean over the families, each relative to itself (per cent).
func (s *study) gain(c changes, in map[string]bool) (float64, error) {
	rows, err := s.measure(c)
	if err != nil {
		return 0, err
	}
	now, has := errorsOf(rows, in)
	before, _ := errorsOf(s.base, in)
	sum, n := 0.0, 0.0
	for f := range now {
		if has[f] && before[f] > 0 {
			sum += 100 * (1 - now[f]/before[f])
			n++
		}
	}
	return sum / max(n, 1), nil
}

// leastGain is the gain below which a change is not worth making (per cent).
const leastGain = 0.2

// choose searches the values that are best in a part of the units, one parameter after
// another: first each alone, then those that help, the best first, as long as they help
// on top of the ones before. A parameter that helps is also tried a step farther.
func (s *study) choose(in map[string]bool) (changes, error) {
	type candidate struct {
		parameter parameter
		factor    float64
		gain      float64
	}
	var candidates []candidate
	for _, p := range s.model.parameters {
		best := candidate{gain: leastGain}
		for _, f := range factors {
			g, err := s.gain(changes{p.name: p.times(f)}, in)
			if err != nil {
				return nil, err
			}
			if g > best.gain {
				best = candidate{p, f, g}
			}
		}
		if best.gain > leastGain {
			candidates = append(candidates, best)
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.gain, a.gain) })
	chosen, have := changes{}, 0.0
	for _, c := range candidates {
		for _, factor := range []float64{c.factor, c.factor * c.factor} {
			next := chosen.and(c.parameter.name, c.parameter.times(factor))
			g, err := s.gain(next, in)
			if err != nil {
				return nil, err
			}
			if g < have+leastGain {
				break
			}
			chosen, have = next, g
		}
	}
	return chosen, nil
}

// crossValidate chooses values without each of k parts of the units.
func (s *study) crossValidate(k int) (chosen []changes, err error) {
	for i := range k {
		c, err := s.choose(s.part(i, k, true))
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, c)
	}
	return chosen, nil
}

// printSensitivity prints what each parameter does, on all maps and on each half.
func (s *study) printSensitivity(w io.Writer) {
	wrong, _ := errorsOf(s.base, nil)
	fmt.Fprintf(w, "The model as it is, on %d maps (wrong %%):", len(s.units))
	for f, name := range familyNames {
		fmt.Fprintf(w, " %s %.3f;", name, wrong[f])
	}
	fmt.Fprint(w, "\n\nGain by a change of one parameter: the error below that of the model as it is, the mean of the families (per cent; above 0 is better).\n\n")
	fmt.Fprintf(w, "| parameter | value | ×%g | on the halves | ×%g | on the halves |\n|---|---|---|---|---|---|\n", factors[0], factors[1])
	for _, p := range s.model.parameters {
		fmt.Fprintf(w, "| `%s` | %g |", p.name, p.value)
		for _, f := range factors {
			c := changes{p.name: p.times(f)}
			// All of these are measured already.
			all, _ := s.gain(c, nil)
			a, _ := s.gain(c, s.part(0, 2, false))
			b, _ := s.gain(c, s.part(1, 2, false))
			fmt.Fprintf(w, " %+.1f | %+.1f, %+.1f |", all, a, b)
		}
		fmt.Fprintln(w)
	}
}

// printFolds prints what was chosen without each part, and what it does there.
func (s *study) printFolds(w io.Writer, k int, chosen []changes) {
	fmt.Fprintf(w, "\nValues chosen without a part of the maps, and their gain where they were chosen and on that part (%d parts):\n\n", k)
	fmt.Fprint(w, "| part | chosen on the others | gain there | gain on the part | verdict |\n|---|---|---|---|---|\n")
	// The errors on all maps, each map with the values that were chosen without it.
	unseen := map[string][]row{}
	for i, c := range chosen {
		own, _ := s.gain(c, s.part(i, k, true))
		other, _ := s.gain(c, s.part(i, k, false))
		verdict := "helps on both"
		switch {
		case len(c) == 0:
			verdict = "nothing helps"
		case other <= 0:
			verdict = "helps only where it was chosen"
		}
		fmt.Fprintf(w, "| %d | %s | %+.1f | %+.1f | %s |\n", i+1, c, own, other, verdict)
		in := s.part(i, k, false)
		for figure, rows := range s.known[c.String()] {
			for _, r := range rows {
				if in[r.unit()] {
					unseen[figure] = append(unseen[figure], r)
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(c)) {
			alone := changes{name: c[name]}
			if _, ok := s.known[alone.String()]; !ok {
				continue // a second step, which was not measured alone
			}
			own, _ := s.gain(alone, s.part(i, k, true))
			if other, _ := s.gain(alone, in); other <= 0 {
				fmt.Fprintf(w, "| | %s alone | %+.1f | %+.1f | helps only where it was chosen |\n", alone, own, other)
			}
		}
	}
	now, _ := errorsOf(unseen, nil)
	before, _ := errorsOf(s.base, nil)
	fmt.Fprint(w, "\nEach map with the values chosen without it, and the model as it is (wrong %):\n\n| | chosen | as it is |\n|---|---|---|\n")
	for f, name := range familyNames {
		fmt.Fprintf(w, "| %s | %.3f | %.3f |\n", name, now[f], before[f])
	}
}
