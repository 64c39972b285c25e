// SPDX-License-Identifier: MIT

package zonefile

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkt"

	"roadsnap/engine/trace"
	"roadsnap/engine/units"
	"roadsnap/engine/vector"
)

// byteOrderMark begins texts that some programs write.
const byteOrderMark = "\ufeff"

// table reads CSV: with a column of well-known text, or with columns of latitude and
// longitude, which make circles.
func (t *taker) table(in io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(in, vector.MaxFile))
	if err != nil {
		return err
	}
	text := strings.TrimPrefix(string(data), byteOrderMark)
	line, _, _ := strings.Cut(text, "\n")
	r := csv.NewReader(strings.NewReader(text))
	r.LazyQuotes, r.FieldsPerRecord = true, -1
	for _, delimiter := range ";\t" {
		if strings.Count(line, string(delimiter)) > strings.Count(line, string(r.Comma)) {
			r.Comma = delimiter
		}
	}
	header, err := r.Read()
	if err != nil {
		return fmt.Errorf("%w: %w", vector.ErrCorrupt, err)
	}
	known := values{}
	for _, name := range header {
		known[units.Fold(name)] = name
	}
	if known.text("wkt") == "" && (known.text("lat") == "" || known.text("lon") == "") && known.text("code") == "" {
		return badFile("its first line names no column wkt, and none of latitude and longitude; name the columns in the first line")
	}
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %w", vector.ErrCorrupt, err)
		}
		if err := t.row(header, cells); err != nil {
			return err
		}
	}
}

// row takes a row of a table.
func (t *taker) row(header, cells []string) error {
	var f vector.Feature
	for i, cell := range cells {
		if i < len(header) && strings.TrimSpace(cell) != "" {
			f.Fields = append(f.Fields, vector.Field{Name: header[i], Value: trace.Unguarded(cell)})
		}
	}
	if len(f.Fields) == 0 {
		return nil
	}
	v := valuesOf(f.Fields)
	if text := v.text("wkt"); text != "" {
		g, err := wkt.Unmarshal(text)
		if err != nil {
			t.features++
			t.faults = append(t.faults, Fault{t.features, v.text("name"), shapeError("%.40q is no well-known text; write it as POLYGON((106.7 10.7, …))", text)})
			return nil //nolint:nilerr // kept as a fault of the feature
		}
		f.AddGeometry(g)
		return t.feature(f)
	}
	lat, err := v.number("lat")
	lon, errLon := v.number("lon")
	if err = errors.Join(err, errLon); err != nil {
		t.features++
		t.faults = append(t.faults, Fault{t.features, v.text("name"), err})
		return nil //nolint:nilerr // kept as a fault of the feature
	}
	if lat == lat && lon == lon { //nolint:gocritic // not NaN
		f.Points = orb.MultiPoint{{lon, lat}}
	}
	return t.feature(f)
}
