// SPDX-License-Identifier: MIT

package osmimport

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"roadsnap/engine/pack"
)

// importVariable names the file that TestMain imports instead of running the tests.
const importVariable = "ROADSNAP_TEST_IMPORT"

func TestMain(m *testing.M) {
	in := os.Getenv(importVariable)
	if in == "" {
		os.Exit(m.Run())
	}
	debug.SetMemoryLimit(160 << 20) // as an import of a small file has it
	w, err := pack.Create(in+".rsp", pack.Meta{})
	if err == nil {
		_, err = File(context.Background(), in, w, Options{Partial: true})
		_ = w.Abort()
	}
	// The kernel counts the memory of the parent in the child's resource usage.
	status, statusErr := os.ReadFile("/proc/self/status")
	if statusErr != nil {
		panic(statusErr)
	}
	fmt.Print(peakMemory.FindString(string(status)), " ")
	if err != nil {
		fmt.Println(err)
		os.Exit(3)
	}
}

// peakMemory finds the largest memory that a process had, in /proc/self/status.
var peakMemory = regexp.MustCompile(`VmHWM:\s+\d+ kB`)

// hostileFiles returns small files that unpack to as much as the limits of a block and of
// the format permit.
func hostileFiles() map[string][]byte {
	file := func(blocks int, fill func(i int, b *blockBuilder)) []byte {
		out := frameOf("OSMHeader", blobOf(headerOf(pbfStyle{}), false))
		for i := range blocks {
			b := newBlockBuilder(pbfStyle{})
			fill(i, b)
			out = append(out, frameOf("OSMData", blobOf(b.bytes(), false))...)
		}
		return out
	}
	same := make([]int64, 2000)
	zigzag := make([]int64, 2000)
	for i := range zigzag {
		zigzag[i] = int64(i + 1)
	}
	nodes := func(b *blockBuilder, first, n int) {
		var list []fixtureNode
		for i := range n {
			list = append(list, fixtureNode{id: int64(first + i), lat: 10 + float64(i%2)*0.001, lon: 106 + float64(i)*0.0001})
		}
		b.addNodes(list)
	}
	return map[string][]byte{
		"nodes": file(14, func(i int, b *blockBuilder) { nodes(b, i*100_000, 100_000) }),
		"ways of one node": file(5, func(i int, b *blockBuilder) {
			for k := range 2000 {
				b.addWay(fixtureWay{id: int64(i*2000 + k), refs: same, tags: "highway=primary"})
			}
		}),
		"ways of the same nodes": file(6, func(i int, b *blockBuilder) {
			if i == 0 {
				nodes(b, 1, 2000)
			}
			for k := range 1000 {
				b.addWay(fixtureWay{id: int64(i*2000 + k), refs: zigzag, tags: "highway=primary"})
			}
		}),
		"short ways": file(9, func(i int, b *blockBuilder) {
			if i == 0 {
				nodes(b, 1, 2000)
			}
			for k := range 100_000 {
				b.addWay(fixtureWay{id: int64(i*100_000 + k), refs: zigzag[k%1999:][:2], tags: "highway=primary"})
			}
		}),
		"names": file(4, func(i int, b *blockBuilder) {
			if i == 0 {
				nodes(b, 1, 2000)
			}
			for k := range 20_000 {
				b.addWay(fixtureWay{id: int64(i*20_000 + k), refs: zigzag[:2], tags: "highway=primary name=" + strconv.Itoa(i*20_000+k)})
			}
		}),
		"tags": file(4, func(i int, b *blockBuilder) {
			tags := strings.Repeat("a=b ", 2000)
			for k := range 1000 {
				b.addWay(fixtureWay{id: int64(i*2000 + k), refs: zigzag[:2], tags: strings.TrimSpace(tags)})
			}
		}),
		"areas of one way": file(20, func(i int, b *blockBuilder) {
			if i == 0 {
				nodes(b, 1, 2000)
				b.addWay(fixtureWay{id: 1, refs: append(append([]int64(nil), zigzag...), 1)})
			}
			for k := range 2000 {
				b.addRelation(fixtureRelation{id: int64(i*2000 + k), tags: "type=multipolygon natural=water", members: "outer:w1"})
			}
		}),
		"members": file(20, func(i int, b *blockBuilder) {
			for k := range 20 {
				b.addRelation(fixtureRelation{id: int64(i*2000 + k), tags: "type=multipolygon natural=water", members: strings.TrimSpace(strings.Repeat("outer:w1 ", 10_000))})
			}
		}),
		"restrictions": file(6, func(i int, b *blockBuilder) {
			for k := range 20_000 {
				b.addRelation(fixtureRelation{id: int64(i*20_000 + k), tags: "type=restriction restriction=no_u_turn", members: "from:w1 via:n1 to:w1"})
			}
		}),
		"strings": file(6, func(i int, b *blockBuilder) {
			for range 2_000_000 {
				b.table.text(1, "")
			}
		}),
	}
}

// TestHostileFilesTakeLittleMemory imports files in processes of their own and checks the
// memory that these had at their peak.
func TestHostileFilesTakeLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range hostileFiles() {
		t.Run(name, func(t *testing.T) {
			in := filepath.Join(t.TempDir(), "x.osm.pbf")
			if err := os.WriteFile(in, data, 0o600); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			c := exec.CommandContext(t.Context(), program)
			c.Env, c.Stdout, c.Stderr = append(os.Environ(), importVariable+"="+in), &out, &out
			err := c.Run()
			var exit *exec.ExitError
			if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 3) {
				t.Fatalf("%v: %s", err, out.Bytes())
			}
			var kilobytes int64
			if _, err := fmt.Sscanf(out.String(), "VmHWM: %d kB", &kilobytes); err != nil {
				t.Fatalf("%v: %s", err, out.Bytes())
			}
			peak := kilobytes << 10
			most := int64(256e6) + 20*int64(len(data))
			t.Logf("%d bytes: %d MB, %s: %s", len(data), peak/1e6, c.ProcessState.UserTime(), strings.TrimSpace(out.String()))
			if peak > most {
				t.Errorf("%d bytes take %d MB, more than %d", len(data), peak/1e6, most/1e6)
			}
		})
	}
}
