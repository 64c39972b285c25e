// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"roadsnap/engine/geo"
)

// TestRealUnits checks the size of the embedded table and the units that the
// contract mentions, through HTTP.
func TestRealUnits(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	provinces := getUnits(t, s, "provinces?fields=prov_code,sort").json["data"].([]any)
	wards := getUnits(t, s, "wards?size=5000&fields=id").json["data"].([]any)
	if len(provinces) != 34 || len(wards) != 3321 {
		t.Errorf("%d provinces, %d wards, want 34 and 3321", len(provinces), len(wards))
	}
	for i, p := range provinces {
		if want := fmt.Sprintf("%02d", i+1); p.(map[string]any)["sort"] != want {
			t.Errorf("province %d has sort %v, want %s", i, p, want)
		}
	}
	for target, want := range map[string]string{
		"wards/06970":     "Xã Ba Chẽ",
		"wards/23737":     "Xã Ia Mơ",
		"wards/23938":     "Xã Ia Mơ",
		"wards/26740":     "Phường Sài Gòn",
		"wards/26368":     "Phường Long Thành",
		"provinces/75":    "Thành phố Đồng Nai",
		"wards/20333":     "Đặc khu Hoàng Sa",
		"wards/22736":     "Đặc khu Trường Sa",
		"provinces/99":    "",
		"wards/99999":     "",
		"provinces/00":    "",
		"wards/00000?x=1": "",
	} {
		got := getUnits(t, s, target)
		record, _ := got.json["data"].(map[string]any)
		name, _ := record["ward_fname"].(string)
		if record["prov_fname"] != nil {
			name = record["prov_fname"].(string)
		}
		if name != want || (want == "") != (got.status == 404) {
			t.Errorf("%s: %d %q, want %q", target, got.status, name, want)
		}
	}
	if got := getUnits(t, s, "wards?codes=23938,23737&fields=ward_code"); len(got.json["data"].([]any)) != 1 {
		t.Errorf("one ward under two codes: %s", got.body)
	}
}

// TestRealMapRefusesNoise checks that random places in the country are not
// accepted as a journey.
func TestRealMapRefusesNoise(t *testing.T) {
	s := startServer(t, func(o *Options) { o.Engine = embedded(t) })
	bounds := geo.BoundsOf(sampleJourney(t)...).Pad(5000)
	const seed = 7
	random := rand.New(rand.NewPCG(seed, seed))
	path := make([]geo.Point, maxPoints)
	for i := range path {
		path[i] = geo.Point{
			Lat: bounds.South + random.Float64()*(bounds.North-bounds.South),
			Lon: bounds.West + random.Float64()*(bounds.East-bounds.West),
		}
	}
	if got := postSnap(t, s, arrayBody(path, false)); got.status != 422 {
		t.Errorf("seed %d: %d", seed, got.status)
	}
}

// TestRealMapIsExchanged snaps from many clients while the map is removed and
// restored. Each answer must be complete, or a 503 with a time to retry.
func TestRealMapIsExchanged(t *testing.T) {
	e := embedded(t)
	s := startServer(t, func(o *Options) { o.Engine = e })
	body := arrayBody(sampleJourney(t), true)
	whole := postSnap(t, s, body)
	if whole.status != 200 {
		t.Fatalf("%d %s", whole.status, whole.body)
	}
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		for ctx.Err() == nil {
			if err := e.Close(); err != nil {
				t.Error(err)
			}
			reopen(t, e)
		}
	})
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() {
			for range 20 {
				got := postSnap(t, s, body)
				switch {
				case got.status == 200 && string(got.body) == string(whole.body):
				case got.status == 503 && got.header.Get("Retry-After") != "":
				default:
					t.Errorf("%d %s", got.status, got.body)
				}
			}
		})
	}
	clients.Wait()
	stop()
	wg.Wait()
}
