// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"roadsnap/engine/geo"
)

// understood is the result of a decoder: the points, or the fields with faults.
type understood struct {
	path        []geo.Point
	interpolate bool
	fields      []string
}

func (u understood) String() string {
	if len(u.fields) > 0 {
		return fmt.Sprint("faults in ", u.fields)
	}
	return fmt.Sprint(u.path, u.interpolate)
}

func fieldsOf(f faults) (fields []string) {
	for _, e := range f {
		fields = append(fields, e.field)
	}
	return fields
}

// FuzzPathText checks parsePath against slowPath.
func FuzzPathText(f *testing.F) {
	for _, s := range []string{
		"10.77,106.69|10.78,106.7", "", " ", "|", "1,1|", "1,1|2,2|", "-0,-0.0|00,1", "1.,2|.1,2", "+1,1|1e1,1", "90,180|-90,-180",
		"90.0000000000000000000000001,1|1,180.00000000000000000000001", "1 ,\t1|NaN,Inf", " 1 , 1 | 2 , 2 ", "1,1,1|2", "٣,1|1,1\n",
		strings.Repeat("1,1|", 99) + "1,1", strings.Repeat("1,1|", 100) + "x,1", strings.Repeat("9", 400) + ",1|1,1", "\xff,1|1,1", "--1,1|-,1", "0x1,1_0|1,1",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var faulty faults
		got := understood{path: parsePath(nil, text, &faulty), fields: fieldsOf(faulty)}
		if want := slowPath(text); got.String() != want.String() {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	})
}

var plainNumber = regexp.MustCompile(`^ *(-?[0-9]+(?:\.[0-9]+)?) *$`)

// slowPath is a second implementation of the grammar of a path written as text:
// split, match, and compare as exact fractions.
func slowPath(text string) (u understood) {
	text = strings.TrimPrefix(text, "\xEF\xBB\xBF") // a byte order mark
	if strings.ReplaceAll(text, " ", "") == "" {
		u.fields = []string{"path"}
		return u
	}
	pairs := strings.Split(text, "|")
	if len(pairs) < 2 || len(pairs) > 100 {
		u.fields = append(u.fields, "path")
	}
	for i, pair := range pairs[:min(len(pairs), 100)] {
		numbers := strings.Split(pair, ",")
		if len(numbers) != 2 {
			u.fields = append(u.fields, fmt.Sprintf("path[%d]", i))
			continue
		}
		var p geo.Point
		for j, into := range []*float64{&p.Lat, &p.Lon} {
			name, limit := []string{"lat", "lon"}[j], []int64{90, 180}[j]
			m := plainNumber.FindStringSubmatch(numbers[j])
			if m == nil || !slowNumber(m[1], limit, into) {
				u.fields = append(u.fields, fmt.Sprintf("path[%d].%s", i, name))
			}
		}
		u.path = append(u.path, p)
	}
	return u
}

// slowNumber parses a number exactly, rounds it to a float, and reports whether
// its absolute value is within limit.
func slowNumber(text string, limit int64, into *float64) bool {
	exact, ok := new(big.Rat).SetString(text)
	if !ok {
		return false
	}
	*into, _ = exact.Float64()
	if strings.HasPrefix(text, "-") && *into == 0 {
		*into = math.Copysign(0, -1)
	}
	return *into >= -float64(limit) && *into <= float64(limit)
}

// FuzzBody checks decodeSnap against slowBody.
func FuzzBody(f *testing.F) {
	for _, s := range []string{
		goodBody, `{"path":"1,1|2,2","interpolate":true}`, `{}`, `[]`, `null`, ``, ` `, `{"path":null}`, `{"path":[]}`, `{"path":[1,null,"x",[],{}]}`,
		`{"path":[{"lat":1,"lat":2,"lon":3},{"l\u0061t":1,"lon":2}],"path":1,"interpolate":1,"interpolate":null}`,
		`{"a":{"b":[1,{"c":"]}\\\""}]},"interpolate" : false , "path" : [ { "lon" : 1e1 , "lat" : -1.5E-1 } , {"lat":0,"lon":0} ] }`,
		`{"path":[{"lat":1e999,"lon":-1e999},{"lat":"1","lon":true}]}`, `{"path":"\u0031,1|2,2"}`, `{"path":"\ud800"}`, "{\"path\":\"\xff\"}", goodBody + "{}",
		`{"path":[` + strings.Repeat(`{"lat":1,"lon":1},`, 100) + `{}]}`, strings.Repeat("[", 200), `{"":{"path":1}}`, `{"path":[{"lat":90.00000000000001,"lon":-180}]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) > maxSnapBody {
			t.Skip("refused earlier")
		}
		var faulty faults
		request := decodeSnap(slices.Clip(slices.Clone(body)), &faulty)
		got := understood{request.path, request.interpolate, fieldsOf(faulty)}
		if want := slowBody(body); got.String() != want.String() {
			t.Errorf("%q: %v, want %v", body, got, want)
		}
	})
}

// member is a member of an object, with its order and repetitions.
type member struct {
	name  string
	value any
}

// slowBody decodes the body into a tree with the standard library and examines
// the tree.
func slowBody(body []byte) (u understood) {
	if !utf8.Valid(body) || !json.Valid(body) {
		return understood{fields: []string{"body"}}
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	members, ok := tree(d).([]member)
	if !ok {
		return understood{fields: []string{"body"}}
	}
	seen := map[string]int{}
	for _, m := range members {
		seen[m.name]++
		switch {
		case m.name != "path" && m.name != "interpolate":
		case seen[m.name] == 2:
			u.fields = append(u.fields, m.name)
		case seen[m.name] > 2:
		case m.name == "path":
			path := slowTree(m.value)
			u.path, u.fields = path.path, append(u.fields, path.fields...)
		default:
			value, ok := m.value.(bool)
			u.interpolate = value
			if !ok {
				u.fields = append(u.fields, "interpolate")
			}
		}
	}
	if seen["path"] == 0 {
		u.fields = append(u.fields, "path")
	}
	return u
}

// tree reads one value: []member, []any, string, json.Number, bool or nil.
func tree(d *json.Decoder) any {
	token, err := d.Token()
	if err != nil {
		panic(err) // the text is valid
	}
	switch token {
	case json.Delim('{'):
		members := []member{}
		for d.More() {
			name := tree(d).(string)
			members = append(members, member{name, tree(d)})
		}
		_, _ = d.Token()
		return members
	case json.Delim('['):
		list := []any{}
		for d.More() {
			list = append(list, tree(d))
		}
		_, _ = d.Token()
		return list
	}
	return token
}

func slowTree(path any) (u understood) {
	if text, ok := path.(string); ok {
		return slowPath(text)
	}
	list, ok := path.([]any)
	if !ok || len(list) < 2 || len(list) > 100 {
		u.fields = append(u.fields, "path")
	}
	for i, element := range list[:min(len(list), 100)] {
		members, ok := element.([]member)
		if !ok {
			u.fields = append(u.fields, fmt.Sprintf("path[%d]", i))
			u.path = append(u.path, geo.Point{})
			continue
		}
		p, fields := slowPoint(members)
		for _, name := range fields {
			u.fields = append(u.fields, fmt.Sprintf("path[%d].%s", i, name))
		}
		u.path = append(u.path, p)
	}
	return u
}

func slowPoint(members []member) (p geo.Point, fields []string) {
	seen := map[string]int{}
	for _, m := range members {
		into, limit := &p.Lat, int64(90)
		if m.name == "lon" {
			into, limit = &p.Lon, 180
		} else if m.name != "lat" {
			continue
		}
		seen[m.name]++
		number, ok := m.value.(json.Number)
		switch {
		case seen[m.name] > 2:
		case seen[m.name] == 2, !ok, !jsonNumber(number.String(), limit, into):
			fields = append(fields, m.name)
		}
	}
	for _, name := range []string{"lat", "lon"} {
		if seen[name] == 0 {
			fields = append(fields, name)
		}
	}
	return p, fields
}

// jsonNumber is slowNumber for numbers with an exponent, which could fill the
// memory as an exact fraction.
func jsonNumber(text string, limit int64, into *float64) bool {
	if !strings.ContainsAny(text, "eE") {
		return slowNumber(text, limit, into)
	}
	v, err := json.Number(text).Float64()
	*into = v
	return err == nil && v >= -float64(limit) && v <= float64(limit)
}

// FuzzQuery checks that no query makes the parser fail or lose an apikey that the
// standard library finds.
func FuzzQuery(f *testing.F) {
	for _, s := range []string{"apikey=a&path=1,1", "&&=&a", "%zz=1&apikey=%zz", "apikey=a;b&apikey=+", "a=b=c&%61pikey=x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		var faulty faults
		q := parseQuery(raw)
		for _, p := range q {
			value, found, ok := q.one(p.name, &faulty)
			if !found || ok && value != p.value {
				t.Errorf("%q: %q is %q, found %v", raw, p.name, value, found)
			}
		}
	})
}
