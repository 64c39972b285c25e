// SPDX-License-Identifier: MIT

package batch_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// program runs a shard in a process of its own, which is killed after some time, if it is not
// zero. It reports whether the shard was completed.
func program(t *testing.T, after time.Duration, cores int, args ...string) bool {
	t.Helper()
	return start(t, after, cores, args...)()
}

// start starts what program runs, and returns the function that waits for it.
func start(t *testing.T, after time.Duration, cores int, args ...string) (wait func() bool) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), asProgram+"=1", fmt.Sprintf("GOMAXPROCS=%d", cores))
	text, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = text
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stop := func() bool { return false }
	if after > 0 {
		stop = time.AfterFunc(after, func() { _ = cmd.Process.Kill() }).Stop
	}
	return func() bool {
		err := cmd.Wait()
		stop()
		if err != nil && cmd.ProcessState.Exited() {
			said, _ := os.ReadFile(text.Name())
			t.Fatalf("%v: %v: %s", args, err, said)
		}
		return err == nil
	}
}

// TestUnion divides the same points into random numbers of shards, runs them in random order
// with random numbers of cores, kills some at random moments and goes on, and compares the
// rows with those of a single shard.
func TestUnion(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv("SEED"); text != "" {
		seed, _ = strconv.ParseUint(text, 10, 64)
	}
	t.Logf("SEED=%d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	list := points(t, 8)
	list = append(list, point{lat: 42.5, lon: 1.5}, point{trip: list[0].trip, lat: 91, lon: 1.5, time: list[0].time})

	whole := t.TempDir()   // a trip may be in several files
	divided := t.TempDir() // a trip is in one file
	const files = 5
	scattered, grouped := make([][]point, files), make([][]point, files)
	names := map[string]int{}
	for i, p := range list {
		n := min(i*files/len(list), files-1)
		scattered[n] = append(scattered[n], p)
		if _, known := names[p.trip]; !known {
			names[p.trip] = len(names)
		}
		g := names[p.trip] % files
		grouped[g] = append(grouped[g], p)
	}
	for i := range files {
		// Vehicles report in turns: the rows of a trip keep their order.
		mix(random, scattered[i])
		mix(random, grouped[i])
		writeParquet(t, filepath.Join(whole, fmt.Sprintf("day=%d", i), "points.parquet"), scattered[i], 1000)
		writeParquet(t, filepath.Join(divided, fmt.Sprintf("%d.parquet", i)), grouped[i], 700)
	}

	for _, c := range []struct {
		name, in string
		args     []string
	}{
		{"points by key", whole, []string{"--by", "key", "match"}},
		{"points by file", divided, []string{"match"}},
		{"ways by key", whole, []string{"--by", "key", "--per", "way", "match"}},
		{"trips by file", divided, []string{"--per", "trip", "match"}},
		{"units by key", whole, []string{"--by", "key", "--format", "ndjson", "locate"}},
		{"stops by key", whole, []string{"--by", "key", "stops"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			single := filepath.Join(t.TempDir(), "single")
			began := time.Now()
			program(t, 0, 1, append([]string{"--out", single}, append(c.args, c.in)...)...)
			takes := time.Since(began)
			want := byTrip(outputs(t, single))

			out := filepath.Join(t.TempDir(), "out")
			n := 1 + random.IntN(6)
			kills := 0
			for _, i := range random.Perm(n) {
				args := append([]string{"--out", out, "--resume", "--memory", "16MB", "--shard", fmt.Sprintf("%d/%d", i, n)}, append(c.args, c.in)...)
				for range random.IntN(4) {
					if !program(t, time.Duration(random.Int64N(int64(takes)))+1, 1+random.IntN(2), args...) {
						kills++
					}
				}
				if random.IntN(3) == 0 { // two processes at once
					first, second := start(t, 0, 1, args...), start(t, 0, 1, args...)
					first()
					second()
				}
				program(t, 0, 2, args...)
			}
			t.Logf("%d shards, %d kills", n, kills)
			if r := check(t, out, true); len(r.Problems) > 0 || r.Shards != n {
				t.Errorf("the check finds %q in %d shards", r.Problems, r.Shards)
			}
			if got := byTrip(outputs(t, out)); got != want {
				t.Errorf("the union of %d shards differs: %s", n, firstDifference(got, want))
			}
		})
	}
}

// mix mixes points of different trips; those of a trip keep their order.
func mix(random *rand.Rand, list []point) {
	byTrip := map[string][]point{}
	order := make([]string, len(list))
	for i, p := range list {
		byTrip[p.trip] = append(byTrip[p.trip], p)
		order[i] = p.trip
	}
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	for i, trip := range order {
		list[i], byTrip[trip] = byTrip[trip][0], byTrip[trip][1:]
	}
}
