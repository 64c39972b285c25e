// SPDX-License-Identifier: MIT

//go:build unix

package engine_test

import (
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
)

// typed are texts as people type them: addresses, names with one typing error, single common
// words, kinds, units and road numbers.
var typed = []string{
	"12 nguyen hue", "123/45 le van sy, quan 3", "số 8 đường trần hưng đạo", "45 ly tu trong q1", "250 cach mang thang 8, phuong 10", "1 vo van ngan, thu duc",
	"nguyn hue", "nguyen heu", "le loii", "tran hung dsao", "bnh thanh", "cho ben thahn",
	"duong", "nguyen", "le", "cho", "cong ty", "truong", "n", "hem",
	"cây xăng", "atm", "benh vien", "nhà thuốc", "hospital", "cafe", "truong tieu hoc", "khach san",
	"quan 1", "phuong ben thanh", "binh thanh", "thu duc", "tp hcm", "ha noi",
	"QL1A", "quoc lo 13", "dt743", "ql 22", "xa lo ha noi",
	"le loi, q1", "đường lê lợi", "cmt8", "3/2", "nguyen thi minh khai", "cho ray", "san bay tan son nhat", "duong so 7", "duong nguyen", "hem 12",
	"khu cong nghiep tan binh", "nguyenvantroi", "nguyen van troi", "le loi thu duc",
}

// BenchmarkSearch searches the map that ROADSNAP_PACK names, such as that of a country, for texts as
// people type them. The goal is at most 10 ms of processor time for each.
func BenchmarkSearch(b *testing.B) {
	path := os.Getenv("ROADSNAP_PACK")
	if path == "" {
		b.Skip("ROADSNAP_PACK is not set: it names a pack of a country")
	}
	e := emptyEngine(b)
	b.Cleanup(func() { _ = e.Close() })
	if err := e.OpenPack(path); err != nil {
		b.Fatal(err)
	}
	near := geo.Point{Lat: 10.7769, Lon: 106.7009}
	search := func(text string) {
		if _, err := e.Search(text, engine.SearchOptions{Near: near, HasNear: true}); err != nil {
			b.Fatal(err)
		}
	}
	for _, text := range typed {
		search(text) // reads the index from the disk
	}
	spent := make([]time.Duration, len(typed))
	for i, text := range typed {
		b.Run(strings.ReplaceAll(text, " ", "_"), func(b *testing.B) {
			b.ReportAllocs()
			start := processorTime(b)
			for b.Loop() {
				search(text)
			}
			spent[i] = (processorTime(b) - start) / time.Duration(b.N)
			b.ReportMetric(spent[i].Seconds()*1e3, "cpu-ms/op")
		})
	}
	slices.Sort(spent)
	b.Logf("processor time of %d texts: p50 %v, the longest %v", len(typed), spent[len(spent)/2], spent[len(spent)-1])
}

// emptyEngine returns an engine without a map.
func emptyEngine(b *testing.B) *engine.Engine {
	b.Helper()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		b.Fatal(err)
	}
	return e
}

// processorTime returns the time that this process has used the processors.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
