// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"net/http"
	"strconv"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// The default and greatest values of the parameter limit of searches.
const (
	defaultLimit = 10
	maxLimit     = 50
)

// maxQueryText is the greatest length of a name to search for (bytes), several
// times that of the longest address.
const maxQueryText = 500

// locateUnit answers with the units that contain a point, the nearest road and the address.
func (s *Server) locateUnit(r *request) (content, error) {
	f := r.faults()
	checkAppVersion(r.Header, &f)
	var at geo.Point
	at.Lat = readDegrees(r.query, latitude, &f)
	at.Lon = readDegrees(r.query, longitude, &f)
	if err := f.err(); err != nil {
		return nil, err
	}
	return func(out *stream, atlas *units.Atlas) error {
		if atlas == nil {
			return engine.ErrNoBorders
		}
		found, ok := atlas.Locate(at)
		if !ok {
			return &failure{status: http.StatusNotFound, message: "no unit contains this point: it lies at sea, abroad or in a gap between units"}
		}
		out.buf = append(out.buf, `{"province":`...)
		if err := provinceFields.write(out, atlas, found.Province, provinceFields.defaults(), 0); err != nil {
			return err
		}
		out.buf = append(out.buf, `,"ward":`...)
		if !found.WardFound {
			out.buf = append(out.buf, "null"...)
		} else if err := wardFields.write(out, atlas, found.Ward, wardFields.defaults(), 0); err != nil {
			return err
		}
		out.buf = strconv.AppendBool(append(out.buf, `,"on_boundary":`...), found.OnBorder)
		distance, _ := atlas.DistanceToBorder(at)
		out.buf = strconv.AppendFloat(append(out.buf, `,"distance_to_boundary_m":`...), distance, 'f', 1, 64)
		var err error
		if out.buf, err = s.appendRoadAndAddress(out.buf, at, found); err != nil {
			return err
		}
		out.buf = append(out.buf, '}')
		return nil
	}, nil
}

// readDegrees returns a required coordinate.
func readDegrees(q query, a axis, f *faults) float64 {
	text, found, ok := q.one(a.name, f)
	switch {
	case !found:
		f.add(a.name, a.missing(q.names()))
	case !ok:
	case !isPlainNumber(text):
		f.add(a.name, notPlain)
	default:
		// The only possible error, a number out of range, gives an infinity.
		degrees, _ := strconv.ParseFloat(text, 64)
		if a.holds(degrees) {
			return degrees
		}
		f.add(a.name, a.limits())
	}
	return 0
}

// searchUnits answers with the units that a name can mean, best match first.
func (s *Server) searchUnits(r *request) (content, error) {
	f := r.faults()
	checkAppVersion(r.Header, &f)
	text := readText(r.query, &f)
	filter := units.Filter{Limit: readInteger(r.query, "limit", defaultLimit, maxLimit, &f)}
	kind, given, ok := r.query.one("kind", &f)
	switch {
	case !given || !ok:
	case kind == units.KindProvince.String():
		filter.Kind = units.KindProvince
	case kind == units.KindWard.String():
		filter.Kind = units.KindWard
	default:
		f.add("kind", "must be province or ward")
	}
	if code, given, ok := r.query.one("prov_code", &f); given && ok {
		checkCode("prov_code", code, provinceDigits, &f)
		filter.ProvinceCode = code
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	return func(out *stream, atlas *units.Atlas) error {
		if err := out.turn(); err != nil {
			return err
		}
		out.buf = append(out.buf, '[')
		for i, m := range s.engine.Units().Search(text, filter) {
			if i > 0 {
				out.buf = append(out.buf, ',')
			}
			out.buf = appendString(append(out.buf, `{"kind":`...), m.Kind.String())
			out.buf = strconv.AppendFloat(append(out.buf, `,"score":`...), m.Score, 'f', 3, 64)
			out.buf = appendString(append(out.buf, `,"matched":`...), m.Matched)
			out.buf = append(out.buf, `,"unit":`...)
			var err error
			if m.Kind == units.KindProvince {
				err = provinceFields.write(out, atlas, m.Province, provinceFields.defaults(), 0)
			} else {
				err = wardFields.write(out, atlas, m.Ward, wardFields.defaults(), 0)
			}
			if err != nil {
				return err
			}
			out.buf = append(out.buf, '}')
		}
		out.buf = append(out.buf, ']')
		return nil
	}, nil
}

func readText(q query, f *faults) string {
	text, found, ok := q.one("q", f)
	switch {
	case !found:
		f.add("q", "is required")
	case ok && (text == "" || len(text) > maxQueryText):
		f.add("q", "must be a text of 1 to "+strconv.Itoa(maxQueryText)+" bytes")
	}
	return text
}

// getLegacy answers with the former and the current meaning of a ward code. The
// former meaning is that before July 2025.
func (s *Server) getLegacy(r *request) (content, error) {
	f := r.faults()
	checkAppVersion(r.Header, &f)
	checkCode("code", r.code, wardDigits, &f)
	if err := f.err(); err != nil {
		return nil, err
	}
	legacy, found := s.engine.Units().Legacy(r.code)
	if !found {
		return nil, &failure{status: http.StatusNotFound, message: "no current unit, and no known unit from before July 2025, has the code " + r.code}
	}
	return func(out *stream, atlas *units.Atlas) error {
		if err := writeLegacy(out, atlas, legacy); err != nil {
			return err
		}
		out.buf = append(out.buf, '}')
		return nil
	}, nil
}

// findLegacy answers with the former unit that a name means, and with other units
// that it can mean.
func (s *Server) findLegacy(r *request) (content, error) {
	f := r.faults()
	checkAppVersion(r.Header, &f)
	text := readText(r.query, &f)
	limit := readInteger(r.query, "limit", defaultLimit, maxLimit, &f)
	if err := f.err(); err != nil {
		return nil, err
	}
	table := s.engine.Units()
	var found []units.Former
	if err := s.turn(r, func(context.Context) error {
		found = table.LegacyByName(text, limit)
		return nil
	}); err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, &failure{status: http.StatusNotFound, message: "no known unit from before July 2025 has this name"}
	}
	return func(out *stream, atlas *units.Atlas) error {
		for i, former := range found {
			switch i {
			case 0:
			case 1:
				out.buf = append(out.buf, `,"alternatives":[`...)
			default:
				out.buf = append(out.buf, ',')
			}
			if err := writeLegacy(out, atlas, table.LegacyOf(former)); err != nil {
				return err
			}
			if i > 0 {
				out.buf = append(out.buf, '}')
			}
		}
		if len(found) > 1 {
			out.buf = append(out.buf, ']')
		}
		out.buf = append(out.buf, '}')
		return nil
	}, nil
}

// listFormerUnits answers with the units from before July 2025 that a ward was made of.
func (s *Server) listFormerUnits(r *request) (content, error) {
	f := r.faults()
	checkAppVersion(r.Header, &f)
	checkCode("code", r.code, wardDigits, &f)
	if err := f.err(); err != nil {
		return nil, err
	}
	table := s.engine.Units()
	ward, found := table.Ward(r.code)
	if !found {
		return nil, &failure{status: http.StatusNotFound, message: "no ward has the code " + r.code}
	}
	return func(out *stream, atlas *units.Atlas) error {
		out.buf = append(out.buf, `{"unit":`...)
		if err := wardFields.write(out, atlas, ward, wardFields.defaults(), 0); err != nil {
			return err
		}
		out.buf = appendStringOrNull(append(out.buf, `,"resolution":`...), ward.Published.Resolution)
		out.buf = append(out.buf, `,"made_of":[`...)
		for i, former := range table.FormerUnitsOf(ward.Code) {
			if i > 0 {
				out.buf = append(out.buf, ',')
			}
			writeFormer(out, former)
			out.buf = strconv.AppendBool(append(out.buf, `,"whole":`...), len(former.Successors) == 1)
			shares, ok := atlas.Former().Shares(former)
			writeShareOf(out, shares, ok, ward.Code)
			out.buf = append(out.buf, '}')
		}
		out.buf = append(out.buf, "]}"...)
		return nil
	}, nil
}

// writeFormer writes a former unit without the closing brace.
func writeFormer(out *stream, f units.Former) {
	until := ""
	if !f.Until.IsZero() {
		until = f.Until.String()
	}
	out.buf = appendStringOrNull(append(out.buf, `{"code":`...), f.Code)
	out.buf = appendString(append(out.buf, `,"name":`...), f.Name)
	out.buf = appendString(append(out.buf, `,"district":`...), f.District)
	out.buf = appendString(append(out.buf, `,"province":`...), f.Province)
	out.buf = appendStringOrNull(append(out.buf, `,"until":`...), until)
}

// appendStringOrNull appends null for "".
func appendStringOrNull(dst []byte, s string) []byte {
	if s == "" {
		return append(dst, "null"...)
	}
	return appendString(dst, s)
}

// writeLegacy writes the two meanings of a code, without the closing brace.
func writeLegacy(out *stream, atlas *units.Atlas, l units.Legacy) error {
	out.buf = append(out.buf, `{"old":`...)
	if !l.HasOld {
		out.buf = append(out.buf, "null"...)
	} else {
		writeFormer(out, l.Old)
		out.buf = append(out.buf, '}')
	}
	out.buf = append(out.buf, `,"current":`...)
	if !l.HasCurrent {
		out.buf = append(out.buf, "null"...)
	} else if err := wardFields.write(out, atlas, l.Current, wardFields.defaults(), 0); err != nil {
		return err
	}
	out.buf = append(out.buf, `,"successors":`...)
	if err := wardFields.writeList(out, atlas, l.Old.Successors, wardFields.defaults(), 0); err != nil {
		return err
	}
	out.buf = strconv.AppendBool(append(out.buf, `,"complete":`...), l.Old.Complete)
	if l.HasOld {
		shares, ok := atlas.Former().Shares(l.Old)
		writeShares(out, shares, ok)
	}
	return nil
}
