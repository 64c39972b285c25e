// SPDX-License-Identifier: MIT

package road

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestClassNames(t *testing.T) {
	seen := map[string]bool{}
	for c := range numClasses {
		name := c.String()
		if back, found := ParseClass(name); !found || back != c || name == "" || seen[name] || !c.Valid() {
			t.Errorf("class %d is %q, which is %d", c, name, back)
		}
		seen[name] = true
	}
	if c, found := ParseClass("bridge"); found {
		t.Errorf("bridge is %v", c)
	}
	if c := Class(200); c.Valid() || c.String() != "invalid" {
		t.Errorf("class 200 is %v", c)
	}
}

func TestAccessNames(t *testing.T) {
	for a := range Anyone + 1 {
		if back, found := ParseAccess(a.String()); !found || back != a {
			t.Errorf("%q is %v, want %v", a.String(), back, a)
		}
	}
	for _, s := range []string{"", "train", "car+", "car foot"} {
		if a, found := ParseAccess(s); found {
			t.Errorf("%q is %v", s, a)
		}
	}
	if got := (Car | Foot | 0x80).String(); got != "car+foot+invalid" {
		t.Errorf("%q", got)
	}
}

func TestHeapSorts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for n := range 200 {
		var h heap
		var want []entry
		for range n {
			e := makeEntry(random.Uint32N(50), state(random.Uint32N(50)))
			h.push(e)
			want = append(want, e)
			if random.IntN(3) == 0 {
				slices.Sort(want)
				if got := h.pop(); got != want[0] {
					t.Fatalf("popped %v, want %v", got, want[0])
				}
				want = want[1:]
			}
		}
		slices.Sort(want)
		for _, e := range want {
			if got := h.pop(); got != e || got.rank() != e.rank() || got.state() != e.state() {
				t.Fatalf("popped %v, want %v", got, e)
			}
		}
	}
}

// TestStampsBeginAnew checks that labels of 2³¹ runs ago are not taken for new ones.
func TestStampsBeginAnew(t *testing.T) {
	s := &Search{labels: newPages[label](3)}
	s.stamp = 1<<32 - 4
	s.labels.set(1).stamp = 3
	s.begin(Position{})
	if s.stamp != 1<<32-2 {
		t.Fatalf("stamp %d", s.stamp)
	}
	s.begin(Position{})
	if s.stamp != 2 || s.label(1).stamp != 0 {
		t.Errorf("stamp %d, label %+v", s.stamp, *s.label(1))
	}
}
