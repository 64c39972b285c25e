// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	fitencoder "github.com/muktihari/fit/encoder"
	"github.com/muktihari/fit/kit/semicircles"
	"github.com/muktihari/fit/profile/filedef"
	"github.com/muktihari/fit/profile/mesgdef"
	"github.com/muktihari/fit/profile/typedef"
)

var fitStart = time.Date(2024, 12, 31, 0, 15, 0, 0, time.UTC)

// fitFile returns a FIT file with n records, one a second, the third without a
// position.
func fitFile(tb testing.TB, n int) []byte {
	tb.Helper()
	activity := filedef.NewActivity()
	activity.FileId.SetType(typedef.FileActivity).SetTimeCreated(fitStart).SetSerialNumber(77)
	for i := range n {
		r := mesgdef.NewRecord(nil).SetTimestamp(fitStart.Add(time.Duration(i) * time.Second)).
			SetEnhancedSpeedScaled(3.5).SetDistanceScaled(float64(i) * 3.5).SetEnhancedAltitudeScaled(5).SetGpsAccuracy(7)
		if i != 2 {
			r.SetPositionLat(semicircles.ToSemicircles(10 + float64(i)/8)).SetPositionLong(semicircles.ToSemicircles(106.5))
		}
		activity.Records = append(activity.Records, r)
	}
	file := activity.ToFIT(nil)
	var b bytes.Buffer
	if err := fitencoder.New(&b).Encode(&file); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func TestReadFIT(t *testing.T) {
	file := string(fitFile(t, 4))
	record := func(clock, lat string) string { return lat + ",106.5 2024-12-31T00:15:" + clock + "Z v3.5 a7" }
	one := record("00", "10") + " | " + record("01", "10.125") + " | " + record("03", "10.375")
	bad := file[:len(file)-1] + string(file[len(file)-1]^1)
	unfinished := file[:4] + "\x00\x00\x00\x00" + file[8:len(file)-2]
	runReadCases(t, []readCase{
		{name: "records; one without a position", text: file, want: []string{"trip | " + one}, notes: []string{"no_fix"}},
		{name: "two files in one", text: file + file, want: []string{"trip-1 | " + one, "trip-2 | " + one}, notes: []string{"no_fix"}},
		{name: "a wrong checksum", text: bad, want: []string{"trip | " + one}, notes: []string{"no_fix", "file_checksum"}},
		{name: "a recorder without power", text: unfinished, want: []string{"trip | " + one}, notes: []string{"no_fix", "truncated"}},
		{name: "bytes after the end", text: file + "more", want: []string{"trip | " + one}, notes: []string{"no_fix"}},
	})
	trips, err := Read(context.Background(), strings.NewReader(file), "x.fit", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if c := trips[0].Channels; !slices.Equal(c.Elevation, []float64{5, 5, 5}) || !slices.Equal(c.Odometer, []float64{0, 3.5, 10.5}) || trips[0].Device != "77" {
		t.Errorf("%v, device %q", c, trips[0].Device)
	}
}

func TestReadFITFaults(t *testing.T) {
	file := string(fitFile(t, 4))
	bad := file[:len(file)-1] + string(file[len(file)-1]^1)
	invalid := []byte(file)
	invalid[14+6+2] = 0x7f // the type of the first field
	runFaultCases(t, []faultCase{
		{name: "only a header", text: file[:14], is: ErrFormat, prefix: "trip.txt", has: "the FIT file is truncated"},
		{name: "half a header", text: file[:12], is: ErrFormat, prefix: "trip.txt", has: "the FIT file is truncated"},
		{name: "an unknown type of field", text: string(invalid), is: ErrFormat, prefix: "trip.txt", has: "the FIT file is damaged"},
		{name: "no position", text: string(fitFile(t, 0)), is: ErrEmpty, prefix: "trip.txt", has: "no positions"},
		{name: "strict: a wrong checksum", text: bad, opt: Options{Strict: true}, is: ErrFormat, prefix: "trip.txt", has: "checksum"},
		{name: "strict: broken off", text: file[:len(file)-9], opt: Options{Strict: true}, is: ErrFormat, prefix: "trip.txt", has: "truncated"},
		{name: "not FIT", text: "lat,lon\n1,2\n", opt: Options{Format: FIT}, is: ErrFormat, prefix: "trip.txt", has: "not a FIT file"},
		{name: "too many points", text: file, opt: Options{MaxPoints: 2}, is: ErrTooLarge, prefix: "trip.txt", has: "more than 2 points"},
	})
}

// TestFITCutAnywhere cuts a file off after every byte: it never has other points
// than the whole file.
func TestFITCutAnywhere(t *testing.T) {
	file := fitFile(t, 40)
	whole, err := Read(context.Background(), bytes.NewReader(file), "x.fit", Options{})
	if err != nil {
		t.Fatal(err)
	}
	longest := 0
	for end := 12; end < len(file); end++ {
		trips, err := Read(context.Background(), bytes.NewReader(file[:end]), "x.fit", Options{})
		if err != nil {
			if !errors.Is(err, ErrFormat) {
				t.Fatalf("%d bytes: %v", end, err)
			}
			continue
		}
		got := trips[0].Observations
		if !slices.Equal(got, whole[0].Observations[:len(got)]) {
			t.Fatalf("%d bytes: other points", end)
		}
		longest = max(longest, len(got))
	}
	if longest != len(whole[0].Observations) {
		t.Errorf("at most %d points of a file that breaks off", longest)
	}
}

func TestFITBigEndian(t *testing.T) {
	activity := filedef.NewActivity()
	activity.FileId.SetType(typedef.FileActivity).SetTimeCreated(fitStart)
	activity.Records = append(activity.Records, mesgdef.NewRecord(nil).SetTimestamp(fitStart).
		SetPositionLat(semicircles.ToSemicircles(10)).SetPositionLong(semicircles.ToSemicircles(106.5)))
	file := activity.ToFIT(nil)
	var b bytes.Buffer
	if err := fitencoder.New(&b, fitencoder.WithBigEndian()).Encode(&file); err != nil {
		t.Fatal(err)
	}
	trips, err := Read(context.Background(), &b, "x.fit", Options{})
	if err != nil || len(trips) != 1 || short(trips[0].Observations[0].Lat) != "10" {
		t.Errorf("%v, %v", trips, err)
	}
}

func FuzzFIT(f *testing.F) {
	file := fitFile(f, 4)
	unfinished := slices.Clone(file)
	binary.LittleEndian.PutUint32(unfinished[4:], 0)
	fuzzReader(f, FIT, string(file), string(unfinished), string(file)+string(file), string(file[:40]))
}
