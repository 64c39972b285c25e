// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// runRobot runs this test binary as a robot on a screen and returns its findings by name.
func runRobot(t testing.TB, s *screen, role string, env ...string) map[string]finding {
	t.Helper()
	robot := s.command(os.Args[0])
	robot.Env = append(robot.Env, desktopEnv(t.TempDir())...)
	robot.Env = append(append(robot.Env, robotRole+"="+role), env...)
	var complaints bytes.Buffer
	robot.Stderr = &complaints
	// A robot that stands still says where before the test times out: at this signal Go
	// prints the stacks.
	if test, ok := t.(*testing.T); ok {
		if deadline, ok := test.Deadline(); ok {
			late := time.AfterFunc(time.Until(deadline)-patience/2, func() { robot.Process.Signal(syscall.SIGQUIT) })
			defer late.Stop()
		}
	}
	out, err := robot.Output()
	if err != nil {
		t.Fatalf("the robot that is to %s: %v\n%s", role, err, complaints.String())
	}
	found := map[string]finding{}
	for line := range bytes.Lines(out) {
		var f finding
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatalf("the robot says %q: %v", line, err)
		}
		found[f.Name] = f
	}
	return found
}

// desktopEnv returns the environment of a new user whose home is a folder.
func desktopEnv(home string) []string {
	return []string{"HOME=" + home, "XDG_CONFIG_HOME=" + filepath.Join(home, "config"), "LANG=en_US.UTF-8", "LC_ALL=", "FYNE_THEME=light",
		"XDG_DATA_HOME=" + filepath.Join(home, "data"), "XDG_CACHE_HOME=" + filepath.Join(home, "cache")}
}

// BenchmarkWindow prints the figures of the real window, as rows of the table of `make
// bench-ui`. ROADSNAP_CITY and ROADSNAP_BIG are the packs of a city and of a country,
// ROADSNAP_DATA is the folder with traces, and ROADSNAP_WANDER is the duration of the
// random run.
func BenchmarkWindow(b *testing.B) {
	city, big := os.Getenv("ROADSNAP_CITY"), os.Getenv("ROADSNAP_BIG")
	if city == "" || big == "" {
		b.Skip("ROADSNAP_CITY and ROADSNAP_BIG name no packs; see make bench-ui")
	}
	s := newScreen(b, 1700, 1100)
	empty := runRobot(b, s, "empty")
	base := empty["empty window, stall"].Value
	row := func(name string, goal, floor, value, base float64) {
		fmt.Printf("| %s | %g | %g | %.1f | %.1f |\n", name, goal, floor, value, base)
	}
	first, emptyFirst := firstPicture(b, s, city)
	row("first complete picture after the empty window's, HCMC, ms", 500, 1000, first-emptyFirst, emptyFirst)

	pan := runRobot(b, s, "pan", robotRole+"_PACK="+city)
	for _, f := range []struct {
		name        string
		goal, floor float64
	}{{"pan, warm", 16, 33}, {"zoom, warm", 16, 33}, {"pan, cold", 25, 50}, {"zoom, cold", 25, 50}} {
		row(f.name+", p95 stall, ms", f.goal, f.floor, pan[f.name].Value, base)
		row(f.name+", p95 work of the UI thread, ms", f.goal, f.floor, pan[f.name+", work"].Value, empty["empty window, stall, work"].Value)
	}
	trip := runRobot(b, s, "trip", robotRole+"_PACK="+city, robotRole+"_TRIP="+longTrip(b))
	for _, name := range []string{"trip, pan, whole", "trip, pan, near", "trip, hover, whole", "trip, hover, near", "trip, select"} {
		row(fmt.Sprintf("%s, %.0f points, p95 stall, ms", name, trip["points of the trip"].Value), 16, 33, trip[name].Value, base)
		row(name+", p95 work of the UI thread, ms", 16, 33, trip[name+", work"].Value, empty["empty window, stall, work"].Value)
	}
	length := os.Getenv("ROADSNAP_WANDER")
	if length == "" {
		length = "10m"
	}
	for _, f := range []struct {
		name        string
		goal, floor float64
	}{{"trip, play", 25, 50}, {"trip, scrub", 50, 100}, {"trip, drag on the graph", 50, 100}} {
		row(f.name+", p95 stall, ms", f.goal, f.floor, trip[f.name].Value, base)
		row(f.name+", p95 work of the UI thread, ms", f.goal, f.floor, trip[f.name+", work"].Value, empty["empty window, stall, work"].Value)
	}
	for _, name := range []string{"trip, scrub until the picture", "trip, select until the picture"} {
		row(name+", p95, ms", 50, 100, trip[name].Value, 0)
		row(name+", median, ms", 50, 100, trip[name+", median"].Value, 0)
	}
	wander := runRobot(b, s, "wander", robotRole+"_PACK="+big, robotRole+"_FOR="+length)
	row("wandering "+length+" on the 60-fold map, p95 stall, ms", 25, 50, wander["wander, stall"].Value, base)
	row("the same, p95 work of the UI thread, ms", 25, 50, wander["wander, stall, work"].Value, empty["empty window, stall, work"].Value)
	row("the same, memory beyond the pack at most, MB", 300, 450, wander["wander, memory at most"].Value, empty["empty window, memory"].Value)
}

// firstPicture returns the times to the first complete picture of a map in the app and to
// that of an empty window (milliseconds). They are medians of five pairs of runs, after
// the files were read once.
func firstPicture(t testing.TB, s *screen, pack string) (first, empty float64) {
	binary := build(t)
	pattern := regexp.MustCompile(`first map picture (\d+) ms`)
	var firsts, empties []float64
	for i := range 6 {
		app := s.command(binary, "-timing", "-pack", pack)
		app.Env = append(app.Env, desktopEnv(t.TempDir())...)
		ms := whenPrinted(t, app, pattern)
		base := runRobot(t, s, "empty", robotRole+"_BRIEF=1")["empty window"].Value
		if i > 0 {
			firsts, empties = append(firsts, ms), append(empties, base)
		}
	}
	slices.Sort(firsts)
	slices.Sort(empties)
	return firsts[len(firsts)/2], empties[len(empties)/2]
}

// whenPrinted runs an app until it prints a line that matches pattern, and returns the
// number in it.
func whenPrinted(t testing.TB, app *exec.Cmd, pattern *regexp.Regexp) float64 {
	t.Helper()
	pipe, err := app.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Start(); err != nil {
		t.Fatal(err)
	}
	defer app.Wait()
	defer app.Process.Kill()
	late := time.AfterFunc(patience, func() { app.Process.Kill() })
	defer late.Stop()
	for lines := bufio.NewScanner(pipe); lines.Scan(); {
		if found := pattern.FindStringSubmatch(lines.Text()); found != nil {
			ms, _ := strconv.ParseFloat(found[1], 64)
			return ms
		}
	}
	t.Fatal("the app prints no time")
	return 0
}

// longTrip writes the long trips of the city as one trip of fifty thousand points.
func longTrip(t testing.TB) string {
	t.Helper()
	f, err := os.Open(filepath.Join(os.Getenv("ROADSNAP_DATA"), "synthetic", "hcmc.long.jsonl.gz"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var sheet strings.Builder
	sheet.WriteString("time,lat,lon\n")
	at := time.Date(2025, 3, 4, 5, 0, 0, 0, time.UTC)
	n := 0
	for lines := json.NewDecoder(unzipped); lines.More(); {
		var trip struct {
			Points [][3]float64 `json:"points"`
		}
		if err := lines.Decode(&trip); err != nil {
			t.Fatal(err)
		}
		for i, p := range trip.Points {
			if i > 0 {
				at = at.Add(time.Duration((p[2] - trip.Points[i-1][2]) * float64(time.Second)))
			}
			if n++; n <= 50_000 {
				fmt.Fprintf(&sheet, "%s,%.6f,%.6f\n", at.Format(time.RFC3339), p[0], p[1])
			}
		}
		at = at.Add(20 * time.Second)
	}
	path := filepath.Join(t.TempDir(), "long.csv")
	if err := os.WriteFile(path, []byte(sheet.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestRobot drags and zooms the map of the real window at random. It checks that the last
// picture is the same as that of a map that was never moved, and that memory stays
// bounded. ROADSNAP_WANDER sets the duration and ROADSNAP_BIG another map than the
// embedded one.
func TestRobot(t *testing.T) {
	if testing.Short() {
		t.Skip("drives the whole app")
	}
	length, pack := os.Getenv("ROADSNAP_WANDER"), os.Getenv("ROADSNAP_BIG")
	if length == "" {
		length = "10s"
	}
	seed := strconv.FormatInt(time.Now().UnixNano()%1e6, 10)
	t.Logf("seed %s", seed)
	found := runRobot(t, newScreen(t, 1700, 1100), "wander", robotRole+"_FOR="+length, robotRole+"_PACK="+pack, robotRole+"_SEED="+seed)
	// Twice the goal, because memory use varies without a leak.
	const bound = 600
	if mb := found["wander, memory at most"].Value; mb > bound {
		t.Errorf("seed %s: %.0f MB, want at most %d", seed, mb, bound)
	}
	t.Logf("seed %s: %v", seed, found)
}
