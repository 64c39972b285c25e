// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
)

const snapPath = "/api/roads/v1/snap-to-roads"

// prepare reads the traces, cuts them into paths of up to 100 points, and makes noisy paths.
func (b *bench) prepare() error {
	f, err := os.Open(b.traces)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read from
	zipped, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(zipped)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var trace struct{ Points [][]float64 }
		if err := json.Unmarshal(lines.Bytes(), &trace); err != nil {
			return err
		}
		for at := 0; len(trace.Points)-at >= 2; at += 100 {
			part := trace.Points[at:min(at+100, len(trace.Points))]
			if len(part) < 2 {
				break
			}
			b.paths = append(b.paths, snapRequest(goodKey, part))
			b.parts = append(b.parts, part)
		}
	}
	random := rand.New(rand.NewPCG(1, 1)) // the same paths each time
	for range 50 {
		lat, lon := 10.77, 106.66
		var part [][]float64
		for range 100 {
			lat, lon = lat+0.0003*random.Float64(), lon+0.0005*random.Float64()
			part = append(part, []float64{lat + 0.0005*random.NormFloat64(), lon + 0.0005*random.NormFloat64()})
		}
		b.noisy = append(b.noisy, snapRequest(hostileKey, part))
	}
	return lines.Err()
}

func snapRequest(key string, points [][]float64) []byte {
	var body strings.Builder
	for i, p := range points {
		if i > 0 {
			body.WriteByte(',')
		}
		fmt.Fprintf(&body, `{"lat":%.6f,"lon":%.6f}`, p[0], p[1])
	}
	return post(snapPath, `{"interpolate":true,"path":[`+body.String()+`]}`, "X-API-Key: "+key)
}
