// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"unicode/utf8"

	"roadsnap/engine/address"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// maxConversions is the greatest number of addresses of a request.
const maxConversions = 1000

// rowsPerPause is how many addresses are converted before others may work: some milliseconds.
const rowsPerPause = 100

// conversion is a row of a request to convert.
type conversion struct {
	id    []byte // as JSON; nil if the row has none, or null
	query address.Query
	fault string // why the row cannot be converted
}

// convert handles POST of addresses.
func (s *Server) convert(dst []byte, r *request) ([]byte, error) {
	var rows []conversion
	var former bool
	err := s.withBody(r, r.op.maxBody(), func(_ context.Context, body []byte) error {
		f := r.faults()
		checkAppVersion(r.Header, &f)
		rows, former = decodeConversions(body, &f)
		return f.err()
	})
	if err != nil {
		return dst, err
	}
	err = s.turn(r, func(ctx context.Context) error {
		return s.engine.Atlas(func(atlas *units.Atlas) error {
			c := s.converter(atlas)
			dst = append(dst, `"data":[`...)
			for i := range rows {
				if i%rowsPerPause == 0 {
					if err := pause(ctx); err != nil {
						return err
					}
				}
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = rows[i].append(dst, c, former)
			}
			dst = append(dst, ']')
			return nil
		})
	})
	return dst, err
}

// streetEngine is an Engine that knows which wards a street runs through.
type streetEngine interface {
	StreetWards(name string, among []units.Ward) ([]units.Ward, error)
}

// converter returns a Converter that locates coordinates in the borders of an atlas.
func (s *Server) converter(atlas *units.Atlas) *address.Converter {
	s.addresses.Do(func() { s.addressIndex = address.New(s.engine.Units()) })
	c := *s.addressIndex
	if atlas.HasWards() {
		c.Locate = func(p geo.Point) (units.Ward, bool) {
			at, found := atlas.Locate(p)
			return at.Ward, found && at.WardFound
		}
		if former := atlas.Former(); former != nil {
			c.LocateFormer = former.Locate
			c.Shares = func(f units.Former) ([]units.Share, bool) { return former.Shares(f) }
		}
		if e, ok := s.engine.(streetEngine); ok {
			c.Streets = func(name string, among []units.Ward) []units.Ward {
				on, err := e.StreetWards(name, among)
				if err != nil {
					s.log.Error("streets of an address", "error", err)
				}
				return on
			}
		}
	}
	return &c
}

// append converts a row and appends its answer.
func (c *conversion) append(dst []byte, convert *address.Converter, former bool) []byte {
	dst = append(dst, '{')
	if c.id != nil {
		dst = append(append(append(dst, `"id":`...), c.id...), ',')
	}
	return c.appendRest(dst, convert, former)
}

// appendRest is append behind the id.
func (c *conversion) appendRest(dst []byte, convert *address.Converter, former bool) []byte {
	if c.fault != "" {
		dst = appendString(append(dst, `"error":{"code":"INVALID_REQUEST","message":`...), c.fault)
		return append(dst, "}}"...)
	}
	var a address.Answer
	if former {
		a = convert.ToFormer(c.query)
		dst = appendStringOrNull(append(dst, `"former_address":`...), a.Address)
		dst = appendStringOrNull(append(dst, `,"former_code":`...), a.Former.Code)
	} else {
		a = convert.ToNew(c.query)
		dst = appendStringOrNull(append(dst, `"new_address":`...), a.Address)
		dst = appendStringOrNull(append(dst, `,"ward_code":`...), a.Ward.Code)
	}
	dst = appendStringOrNull(append(dst, `,"prov_code":`...), a.Province.Code)
	dst = strconv.AppendFloat(append(dst, `,"confidence":`...), a.Confidence, 'f', -1, 64)
	dst = appendString(append(dst, `,"reason":`...), string(a.Reason))
	dst = append(dst, `,"candidates":[`...)
	for i, k := range a.Candidates {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(append(dst, `{"ward_code":`...), k.Ward.Code)
		dst = appendStringOrNull(append(dst, `,"former_code":`...), k.Former.Code)
		if k.Share > 0 {
			dst = appendShare(append(dst, `,"share":`...), k.Share)
		}
		dst = append(dst, '}')
	}
	return append(dst, "]}"...)
}

// decodeConversions decodes the body of a request to convert. A fault of a row is kept with it; all
// others are added to f.
func decodeConversions(body []byte, f *faults) (rows []conversion, former bool) {
	if !utf8.Valid(body) {
		f.add("body", "is not UTF-8")
		return nil, false
	}
	if !checkJSON(body, f) {
		return nil, false
	}
	w := &walker{text: body}
	if w.kind() != '{' {
		f.add("body", "must be a JSON object")
		return nil, false
	}
	var tos, lists int
	w.object(func(name []byte) {
		switch {
		case string(name) == "to" && first(&tos, "to", f):
			switch string(w.value()) {
			case `"new"`:
			case `"former"`:
				former = true
			default:
				f.add("to", `must be "new" or "former"`)
			}
		case string(name) == "rows" && first(&lists, "rows", f):
			rows = decodeRows(w, f)
		default:
			w.value()
		}
	})
	if lists == 0 {
		f.add("rows", "is required: an array of objects with address, or ward, district and province")
	}
	return rows, former
}

func decodeRows(w *walker, f *faults) (rows []conversion) {
	if w.kind() != '[' {
		w.value()
		f.add("rows", "must be an array")
		return nil
	}
	n := 0
	w.array(func(i int) {
		if n = i + 1; n > maxConversions {
			w.value()
			return
		}
		rows = append(rows, decodeConversion(w))
	})
	if n == 0 || n > maxConversions {
		f.add("rows", fmt.Sprintf("has %d rows, must have 1 to %d", n, maxConversions))
	}
	return rows
}

// decodeConversion decodes a row.
func decodeConversion(w *walker) (c conversion) {
	if w.kind() != '{' {
		w.value()
		c.fault = "must be an object"
		return c
	}
	var lat, lon *float64
	w.object(func(name []byte) {
		value := bytes.Clone(w.value())
		text := func(to *string) {
			switch {
			case string(value) == "null":
			case value[0] != '"':
				c.fault = string(name) + " must be a text"
			default:
				*to = string(unquote(value))
			}
		}
		number := func() *float64 {
			v, err := strconv.ParseFloat(string(value), 64)
			if string(value) == "null" {
				return nil
			}
			if err != nil {
				c.fault = string(name) + " must be a number"
			}
			return &v
		}
		switch string(name) {
		case "id":
			if value[0] == '{' || value[0] == '[' {
				c.fault = "id must be a text or a number"
				return
			}
			if string(value) != "null" {
				c.id = value
			}
		case "address":
			text(&c.query.Address)
		case "ward":
			text(&c.query.Ward)
		case "district":
			text(&c.query.District)
		case "province":
			text(&c.query.Province)
		case "lat":
			lat = number()
		case "lon":
			lon = number()
		}
	})
	switch {
	case c.fault != "":
	case c.query == address.Query{}:
		c.fault = "needs an address, or ward, district and province"
	case (lat == nil) != (lon == nil):
		c.fault = "lat and lon go together"
	case lat != nil:
		c.query.At, c.query.HasAt = geo.Point{Lat: *lat, Lon: *lon}, true
		if !c.query.At.Valid() {
			c.fault = "lat and lon are no position on Earth"
		}
	}
	return c
}
