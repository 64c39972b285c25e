// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const appVersion = "app-version: 1.1"

// allWards asks for the borders of all wards, compressed.
func allWards(headers ...string) []byte {
	return get("/api/admin-unit/wards?size=5000&include_geom=true&geom_level=street", append(headers, appVersion, "Accept-Encoding: gzip")...)
}

// good returns the next path of the good client.
func (b *bench) good(i int) []byte { return b.paths[i%len(b.paths)] }

// with runs measure with a server.
func (b *bench) with(measure func(s *server) error, args ...string) error {
	s, err := b.start(args...)
	if err != nil {
		return err
	}
	if err := measure(s); err != nil {
		_ = s.stop()
		return err
	}
	return s.stop()
}

func (b *bench) provinces() error {
	return b.with(func(s *server) error {
		request := get("/api/admin-unit/provinces", appVersion)
		var c counts
		stop := flood(s.addr, 16, &c, func(int, int) []byte { return request })
		time.Sleep(b.long)
		stop()
		b.row("province list, requests/s", "15,000", "8,000", "%.0f", float64(len(c.took))/b.long.Seconds())
		return nil
	})
}

// snapSpeed returns the points that the server matches per second of processor time.
func (b *bench) snapSpeed() (speed float64, err error) {
	return speed, b.with(func(s *server) error {
		var c counts
		points, before := 0, s.cpu()
		stop := flood(s.addr, 1, &c, func(_, round int) []byte {
			points += len(b.parts[round%len(b.parts)])
			return b.good(round)
		})
		time.Sleep(b.long)
		stop()
		if c.unanswered > 0 {
			return fmt.Errorf("%d unanswered", c.unanswered)
		}
		speed = float64(points) / (s.cpu() - before).Seconds()
		return nil
	})
}

// snap compares the speed over HTTP with that of `bench match --strip` on the same core.
func (b *bench) snap() error {
	http, err := b.snapSpeed()
	if err != nil {
		return err
	}
	cmd := exec.Command("taskset", "-c", b.core, b.program, "bench", "match", "--pack", b.pack, "--traces", b.traces, "--strip", "--json", "-q") //nolint:noctx // ends by itself
	out, err := cmd.Output()
	if err != nil {
		return err
	}
	var report struct{ Points, Passes int }
	if err := json.Unmarshal(out, &report); err != nil {
		return err
	}
	alone := float64(report.Points*(report.Passes+1)) / (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	b.row("matched points per CPU second over HTTP, of bench match --strip", "90 %", "80 %", "%.0f of %.0f: %.0f %%", http, alone, 100*http/alone)
	return nil
}

func (b *bench) wards() error {
	return b.with(func(s *server) error {
		c := &client{addr: s.addr}
		defer c.close()
		var used []time.Duration
		for range 11 {
			before := s.cpu()
			if a, err := c.do(allWards()); err != nil || a.status != 200 {
				return fmt.Errorf("status %d, %w", a.status, err)
			}
			used = append(used, s.cpu()-before)
		}
		var later time.Duration
		for _, u := range used[1:] {
			later += u
		}
		b.row("all wards, street level, gzip: CPU the first time", "", "", "%v", used[0])
		b.row("all wards, street level, gzip: CPU later, mean of 10", "50 ms", "200 ms", "%v", later/10)
		return nil
	})
}

// hostile returns the kinds of hostile clients: their names, and the request of each round.
func (b *bench) hostile() (names []string, next map[string]func(connection, round int) []byte) {
	large := post(snapPath, strings.Repeat("[", 500_000), "X-API-Key: "+hostileKey)
	withKey, without := allWards("X-API-Key: "+hostileKey), allWards()
	names = []string{"noisy paths, one key", "all wards, one key", "500 kB bodies, one key", "all three in turn, one key", "all wards, no key"}
	return names, map[string]func(connection, round int) []byte{
		names[0]: func(i, round int) []byte { return b.noisy[(i+round)%len(b.noisy)] },
		names[1]: func(int, int) []byte { return withKey },
		names[2]: func(int, int) []byte { return large },
		names[3]: func(i, round int) []byte {
			return [][]byte{b.noisy[(i+round)%len(b.noisy)], withKey, large}[(i+round)%3]
		},
		names[4]: func(int, int) []byte { return without },
	}
}

// hostileConnections is the number of connections of hostile clients.
const hostileConnections = 64

// attack sends the requests of a kind of hostile clients until standard input ends, and
// prints what became of them.
func (b *bench) attack(addr, kind string) error {
	_, next := b.hostile()
	var c counts
	stop := flood(addr, hostileConnections, &c, next[kind])
	_, err := io.Copy(io.Discard, os.Stdin)
	stop()
	fmt.Printf("hostile: %d done, %d refused, %d unanswered", len(c.took)+sum(c.other), len(c.refused), c.unanswered)
	return err
}

// startAttack runs attack in a process of its own, so that the load of hostile clients
// delays the good one in the server only. stop ends it and returns what it printed.
func (b *bench) startAttack(addr, kind string) (stop func() (string, error), err error) {
	cmd := exec.Command(os.Args[0], "-traces", b.traces, "-attack", kind, "-addr", addr) //nolint:noctx // ended by stop
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	return func() (string, error) {
		err := errors.Join(in.Close(), cmd.Wait())
		return out.String(), err
	}, cmd.Start()
}

// fair runs one good client next to hostile connections of each kind.
func (b *bench) fair() error {
	names, _ := b.hostile()
	for _, name := range append([]string{"nobody"}, names...) {
		if err := b.with(func(s *server) error {
			stop := func() (string, error) { return "", nil }
			if name != "nobody" {
				var err error
				if stop, err = b.startAttack(s.addr, name); err != nil {
					return err
				}
				time.Sleep(2 * time.Second)
			}
			var good counts
			late, unsent := steady(s.addr, 50, b.long, 64, &good, b.good)
			hostile, err := stop()
			if err != nil {
				return err
			}
			sent := len(good.took) + len(good.refused) + good.unanswered + good.unreached + sum(good.other)
			b.row("good client next to "+name, "≥ 95 %, 100 ms", "80 %, 500 ms", "%.0f %%, p99 %v, refused %d of %d, unsent %d, sent late by p99 %v; %s", 100*float64(len(good.took)+good.other[422])/float64(sent),
				percentile(good.took, 0.99).Round(time.Millisecond), len(good.refused), sent, unsent, percentile(late, 0.99).Round(time.Millisecond), hostile)
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

func sum(numbers map[int]int) (n int) {
	for _, m := range numbers {
		n += m
	}
	return n
}

// overload sends ten times as many requests as the server can answer.
func (b *bench) overload() error {
	return b.with(func(s *server) error {
		var calm, c counts
		stop := flood(s.addr, 4, &calm, func(i, round int) []byte { return b.good(i*31 + round) })
		time.Sleep(b.long / 2)
		stop()
		capacity := float64(len(calm.took)) / (b.long.Seconds() / 2)
		late, unsent := steady(s.addr, 10*capacity, b.long, 1000, &c, b.good)
		b.row("overload: capacity, requests/s", "", "", "%.0f", capacity)
		b.row("overload: sent late by p50 and p99; unsent for lack of a connection", "0", "", "%v, %v; %d", percentile(late, 0.5).Round(100*time.Microsecond), percentile(late, 0.99).Round(100*time.Microsecond), unsent)
		b.row("overload at 10 ×: accepted, p99", "250 ms", "1 s", "%d, p99 %v", len(c.took), percentile(c.took, 0.99).Round(time.Millisecond))
		b.row("overload at 10 ×: refused, p50 and p99", "10 ms", "", "%d, %v and %v; %d unanswered, %d other", len(c.refused), percentile(c.refused, 0.5).Round(100*time.Microsecond),
			percentile(c.refused, 0.99).Round(100*time.Microsecond), c.unanswered, sum(c.other))
		return nil
	}, "--max-wait", "150ms")
}

// reload hangs up 100 times under load.
func (b *bench) reload() error {
	return b.with(func(s *server) error {
		var c counts
		stop := flood(s.addr, 16, &c, func(i, round int) []byte { return b.good(i*31 + round) })
		for range 100 {
			if err := s.cmd.Process.Signal(syscall.SIGHUP); err != nil {
				return err
			}
			time.Sleep(b.long / 100)
		}
		stop()
		b.row("100 reloads under load: unanswered of all", "0", "0", "%d of %d, %d other answers", c.unanswered+c.unreached, len(c.took), len(c.refused)+sum(c.other))
		return nil
	})
}

// stops ends the server 20 times under load, without and with a drain delay.
func (b *bench) stops() error {
	var c counts
	for range 20 {
		s, err := b.start()
		if err != nil {
			return err
		}
		stop := flood(s.addr, 16, &c, func(i, round int) []byte { return b.good(i*31 + round) })
		time.Sleep(300 * time.Millisecond)
		if err := s.stop(); err != nil {
			return err
		}
		stop()
	}
	b.row("20 ends under load: unanswered of all", "0", "0", "%d of %d", c.unanswered, len(c.took)+len(c.refused))
	var follows counts
	for range 5 {
		s, err := b.start("--drain-delay", "1s")
		if err != nil {
			return err
		}
		ready := &client{addr: s.addr}
		ended := make(chan error, 1)
		stop := flood(s.addr, 16, &follows, func(i, round int) []byte { return b.good(i*31 + round) })
		time.Sleep(300 * time.Millisecond)
		go func() { ended <- s.stop() }()
		for a, err := ready.do(get("/readyz")); err == nil && a.status == 200; a, err = ready.do(get("/readyz")) {
			time.Sleep(50 * time.Millisecond)
		}
		stop()
		if err := <-ended; err != nil {
			return err
		}
	}
	b.row("5 ends with a drain delay of 1 s: failed of all", "0", "0", "%d of %d", follows.unanswered+follows.unreached+len(follows.refused)+sum(follows.other), len(follows.took))
	return nil
}

var goroutines = regexp.MustCompile(`(?m)^go_goroutines (\d+)`)

// mix sends many requests of all kinds, and compares memory, goroutines and descriptors
// after a tenth of them with those at the end.
func (b *bench) mix() error {
	return b.with(func(s *server) error {
		kinds := [][]byte{
			get("/api/admin-unit/provinces", appVersion), get("/api/admin-unit/wards?prov_code=79&include_geom=true", appVersion, "Accept-Encoding: gzip"),
			get("/api/admin-unit/locate?lat=10.7769&lon=106.7009", appVersion), get("/api/admin-unit/search?q=ben+thanh", appVersion),
			get(snapPath+"?path=1", "X-API-Key: "+goodKey), get("/no/such/path"), get("/api/roads/v1/search?q=le+loi", "X-API-Key: "+goodKey),
		}
		send := func(n int) (failed int) {
			var c counts
			steps := make(chan struct{}, n)
			stop := flood(s.addr, 8, &c, func(i, round int) []byte {
				select {
				case steps <- struct{}{}:
				default:
				}
				if kind := (i + round) % (len(kinds) + 3); kind < len(kinds) {
					return kinds[kind]
				}
				return b.good(i*31 + round)
			})
			for len(steps) < n {
				time.Sleep(10 * time.Millisecond)
			}
			stop()
			return c.unanswered + c.unreached
		}
		var seen [2][3]int
		failed := 0
		for i, n := range []int{b.mixed / 10, b.mixed} {
			failed += send(n)
			time.Sleep(time.Second)
			seen[i] = [3]int{int(s.memory() >> 20), s.running(), s.descriptors()}
		}
		b.row(fmt.Sprintf("%d mixed requests: failed", b.mixed), "0", "0", "%d", failed)
		for i, what := range []string{"memory (MiB)", "goroutines", "descriptors"} {
			b.row(what+", after a tenth and at the end", []string{"± 5 %", "equal", "equal"}[i], "", "%d, %d", seen[0][i], seen[1][i])
		}
		return nil
	}, "--metrics")
}

// running returns the number of goroutines of a server with metrics.
func (s *server) running() int {
	response, err := http.Get("http://" + s.addr + "/metrics") //nolint:noctx // on loopback
	if err != nil {
		return -1
	}
	defer response.Body.Close() //nolint:errcheck // only read from
	b, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		return -1
	}
	m := goroutines.FindSubmatch(bytes.TrimSpace(b))
	if m == nil {
		return -1
	}
	n, _ := strconv.Atoi(string(m[1]))
	return n
}
