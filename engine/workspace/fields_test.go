// SPDX-License-Identifier: MIT

package workspace

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// fillRandom sets a value and all of its exported fields at random. Lists have 0 to 40 values.
func fillRandom(r *rand.Rand, v reflect.Value) {
	if at, ok := v.Addr().Interface().(*time.Time); ok {
		*at = someTime(r)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fillRandom(r, v.Field(i))
			}
		}
	case reflect.Slice:
		n := r.IntN(41)
		if n == 0 {
			return // nil: a list without values is read as such
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		how := r.IntN(3)
		for i := range n {
			if i > 0 && how == 0 { // all the same
				v.Index(i).Set(v.Index(0))
			} else {
				fillRandom(r, v.Index(i))
			}
		}
	case reflect.Float64:
		v.SetFloat(someFloat(r))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(r.Uint64()) >> r.IntN(64))
	case reflect.Uint8:
		v.SetUint(uint64(r.IntN(256)))
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.String:
		v.SetString([]string{"", "no_road", "Đường Đồng Khởi", fmt.Sprint(r.IntN(9))}[r.IntN(4)])
	default:
		panic("fields of the kind " + v.Kind().String() + " are not known")
	}
}

func someFloat(r *rand.Rand) float64 {
	switch r.IntN(6) {
	case 0:
		return math.Float64frombits(r.Uint64())
	case 1:
		return []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, 1 << 53, 5e-324}[r.IntN(8)]
	case 2:
		return float64(r.IntN(1000))
	}
	return math.Round(r.Float64()*1e9) / 1e7
}

func someTime(r *rand.Rand) time.Time {
	if r.IntN(4) == 0 {
		return time.Time{}
	}
	at := time.Unix(int64(r.IntN(1<<40))-1<<39, int64(r.IntN(2)*r.IntN(1e9)))
	return at.In([]*time.Location{time.UTC, time.FixedZone("+07", 7*3600), time.FixedZone("", -3*3600-1800)}[r.IntN(3)])
}

// difference returns where two values differ, "" if they do not. Times are equal if their
// moments and offsets are, floats if their bits are.
func difference(path string, a, b reflect.Value) string {
	if x, ok := a.Interface().(time.Time); ok {
		y := b.Interface().(time.Time)
		_, ox := x.Zone()
		_, oy := y.Zone()
		if !x.Equal(y) || ox != oy || x.IsZero() != y.IsZero() {
			return fmt.Sprintf("%s: %v, %v", path, x, y)
		}
		return ""
	}
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if f := a.Type().Field(i); f.IsExported() {
				if d := difference(path+"."+f.Name, a.Field(i), b.Field(i)); d != "" {
					return d
				}
			}
		}
	case reflect.Slice:
		if a.Len() != b.Len() || a.IsNil() != b.IsNil() {
			return fmt.Sprintf("%s: %d, %d", path, a.Len(), b.Len())
		}
		for i := range a.Len() {
			if d := difference(fmt.Sprintf("%s[%d]", path, i), a.Index(i), b.Index(i)); d != "" {
				return d
			}
		}
	case reflect.Float64:
		if math.Float64bits(a.Float()) != math.Float64bits(b.Float()) {
			return fmt.Sprintf("%s: %v, %v", path, a, b)
		}
	default:
		if !a.Equal(b) {
			return fmt.Sprintf("%s: %v, %v", path, a, b)
		}
	}
	return ""
}

// TestFieldsKeepEverything keeps random recordings and matches and reads them again. A new
// field that the descriptions lack fails it.
func TestFieldsKeepEverything(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	for range 300 {
		keepAll(t, r, recordingFields)
		keepAll(t, r, matchFields)
	}
}

// keepAll encodes and decodes a random value, and damaged forms of it.
func keepAll[T any](t *testing.T, r *rand.Rand, describe func(*fields, *T)) {
	t.Helper()
	var want, got T
	fillRandom(r, reflect.ValueOf(&want).Elem())
	data, err := encode(want, describe)
	if err != nil {
		t.Fatal(err)
	}
	if err := decode(data, &got, describe); err != nil {
		t.Fatal(err)
	}
	if d := difference("", reflect.ValueOf(want), reflect.ValueOf(got)); d != "" {
		t.Fatal(d)
	}
	plain, err := decompress(data[1:])
	if err != nil {
		t.Fatal(err)
	}
	for range 20 { // none may panic
		bad := bytes.Clone(plain[:r.IntN(len(plain)+1)])
		if len(bad) > 0 && r.IntN(2) == 0 {
			bad[r.IntN(len(bad))] = byte(r.IntN(256))
		}
		var x T
		c := fields{rest: bad, most: 1000}
		describe(&c, &x)
		if err := c.done(); err != nil && !errors.Is(err, ErrDamaged) {
			t.Fatal(err)
		}
	}
	for _, bad := range [][]byte{data[:len(data)/2], data[:1], {}} {
		if err := decode(bad, &got, describe); !errors.Is(err, ErrDamaged) {
			t.Errorf("%d of %d bytes: %v", len(bad), len(data), err)
		}
	}
}

// TestGobIsRead reads what earlier versions of the schema kept.
func TestGobIsRead(t *testing.T) {
	want := drive("51C-123.45", 0, 40)
	var plain bytes.Buffer
	if err := gob.NewEncoder(&plain).Encode(want); err != nil {
		t.Fatal(err)
	}
	data, err := compress(plain.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	var got trace.Trip
	if err := decode(data, &got, recordingFields); err != nil || !sameTrip(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}

// BenchmarkFields reads a match of 3,334 points, and the recording of it.
func BenchmarkFields(b *testing.B) {
	recording := drive("x", 0, 3334)
	var result match.Result
	leg := match.Leg{Length: 1}
	for i, o := range recording.Observations {
		p := match.Point{Index: i, Location: o.Point, State: match.Matched, WayID: int64(1e6 + i/50), HasWay: true, Distance: float64(i%17) / 3, Confidence: 1 / (1 + float64(i%7))}
		result.Points = append(result.Points, p)
		leg.Shape, leg.Times = append(leg.Shape, o.Point), append(leg.Times, o.Time)
	}
	result.Legs = []match.Leg{leg}
	a, err := encode(recording, recordingFields)
	if err != nil {
		b.Fatal(err)
	}
	m, err := encode(result, matchFields)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		var t trace.Trip
		var r match.Result
		if decode(a, &t, recordingFields) != nil || decode(m, &r, matchFields) != nil {
			b.Fatal("damaged")
		}
	}
	b.ReportMetric(float64(len(a)+len(m))/3334, "bytes/point")
}

// TestFrozenFields reads a recording and a match that the first program with schema 5 wrote.
func TestFrozenFields(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	var recording, gotRecording trace.Trip
	var result, gotResult match.Result
	fillRandom(r, reflect.ValueOf(&recording).Elem())
	fillRandom(r, reflect.ValueOf(&result).Elem())
	frozen(t, "recording1.bin", &gotRecording, recordingFields)
	frozen(t, "match1.bin", &gotResult, matchFields)
	if d := difference("recording", reflect.ValueOf(recording), reflect.ValueOf(gotRecording)); d != "" {
		t.Error(d)
	}
	if d := difference("match", reflect.ValueOf(result), reflect.ValueOf(gotResult)); d != "" {
		t.Error(d)
	}
}

// frozen reads a file of testdata that is never written again.
func frozen[T any](t *testing.T, name string, value *T, describe func(*fields, *T)) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err == nil {
		err = decode(data, value, describe)
	}
	if err != nil {
		t.Fatal(err)
	}
}
