// SPDX-License-Identifier: MIT

package api

import (
	"net/http"
	"strconv"

	"roadsnap/engine/units"
)

// districtDigits is the number of digits of the code of a district before July 2025.
const districtDigits = 3

// readPlaceCode checks the app's version and the code of the path.
func readPlaceCode(r *request, digits int) error {
	f := r.faults()
	checkAppVersion(r.Header, &f)
	checkCode("code", r.code, digits, &f)
	return f.err()
}

// listFormerProvinces answers with the provinces of June 2025 and what they became.
func (s *Server) listFormerProvinces(r *request) (content, error) {
	f := r.faults()
	checkAppVersion(r.Header, &f)
	if err := f.err(); err != nil {
		return nil, err
	}
	return func(out *stream, atlas *units.Atlas) error {
		out.buf = append(out.buf, '[')
		for i, p := range s.engine.Units().FormerProvinces() {
			if i > 0 {
				out.buf = append(out.buf, ',')
			}
			writeFormerPlace(out, p)
			out.buf = append(out.buf, `,"successors":`...)
			if err := provinceFields.writeList(out, atlas, p.Provinces, provinceFields.defaults(), 0); err != nil {
				return err
			}
			out.buf = append(out.buf, '}')
		}
		out.buf = append(out.buf, ']')
		return nil
	}, nil
}

// getFormerProvince answers with a province of June 2025, what it became, and its districts.
func (s *Server) getFormerProvince(r *request) (content, error) {
	if err := readPlaceCode(r, provinceDigits); err != nil {
		return nil, err
	}
	table := s.engine.Units()
	p, found := table.FormerProvince(r.code)
	if !found {
		return nil, &failure{status: http.StatusNotFound, message: "no province of June 2025 had the code " + r.code}
	}
	return func(out *stream, atlas *units.Atlas) error {
		out.buf = append(out.buf, `{"old":`...)
		writeFormerPlace(out, p)
		out.buf = append(out.buf, `},"successors":`...)
		if err := provinceFields.writeList(out, atlas, p.Provinces, provinceFields.defaults(), 0); err != nil {
			return err
		}
		shares, ok := atlas.Former().SharesOfProvince(p)
		writeShares(out, shares, ok)
		out.buf = append(out.buf, `,"districts":[`...)
		for i, d := range table.DistrictsOf(p.Code) {
			if i > 0 {
				out.buf = append(out.buf, ',')
			}
			writeFormerPlace(out, d)
			out.buf = append(out.buf, '}')
		}
		out.buf = append(out.buf, "]}"...)
		return nil
	}, nil
}

// getFormerDistrict answers with a district of June 2025, the wards that its territory went to, and
// its units.
func (s *Server) getFormerDistrict(r *request) (content, error) {
	if err := readPlaceCode(r, districtDigits); err != nil {
		return nil, err
	}
	table := s.engine.Units()
	d, found := table.FormerDistrict(r.code)
	if !found {
		return nil, &failure{status: http.StatusNotFound, message: "no district of June 2025 had the code " + r.code}
	}
	return func(out *stream, atlas *units.Atlas) error {
		out.buf = append(out.buf, `{"old":`...)
		writeFormerPlace(out, d)
		out.buf = append(out.buf, `},"successors":`...)
		if err := wardFields.writeList(out, atlas, d.Wards, wardFields.defaults(), 0); err != nil {
			return err
		}
		list := table.UnitsOf(d)
		shares, ok := atlas.Former().Shares(list...)
		writeShares(out, shares, ok)
		out.buf = append(out.buf, `,"units":[`...)
		for i, u := range list {
			if i > 0 {
				out.buf = append(out.buf, ',')
			}
			writeFormer(out, u)
			out.buf = append(out.buf, `,"successors":[`...)
			shares, ok := atlas.Former().Shares(u)
			for k, w := range u.Successors {
				if k > 0 {
					out.buf = append(out.buf, ',')
				}
				out.buf = appendString(append(out.buf, `{"ward_code":`...), w.Code)
				out.buf = appendString(append(out.buf, `,"ward_fname":`...), w.FullName)
				out.buf = appendStringOrNull(append(out.buf, `,"resolution":`...), w.Published.Resolution)
				writeShareOf(out, shares, ok, w.Code)
				out.buf = append(out.buf, '}')
			}
			out.buf = append(out.buf, "]}"...)
		}
		out.buf = append(out.buf, "]}"...)
		return nil
	}, nil
}

// listProvincesBefore answers with the provinces that a province in force was made of.
func (s *Server) listProvincesBefore(r *request) (content, error) {
	if err := readPlaceCode(r, provinceDigits); err != nil {
		return nil, err
	}
	table := s.engine.Units()
	province, found := table.Province(r.code)
	if !found {
		return nil, &failure{status: http.StatusNotFound, message: "no province has the code " + r.code}
	}
	return func(out *stream, atlas *units.Atlas) error {
		out.buf = append(out.buf, `{"unit":`...)
		if err := provinceFields.write(out, atlas, province, provinceFields.defaults(), 0); err != nil {
			return err
		}
		out.buf = append(out.buf, `,"made_of":[`...)
		for i, p := range table.ProvincesBefore(province.Code) {
			if i > 0 {
				out.buf = append(out.buf, ',')
			}
			writeFormerPlace(out, p)
			out.buf = strconv.AppendBool(append(out.buf, `,"whole":`...), len(p.Provinces) == 1)
			shares, ok := atlas.Former().SharesOfProvince(p)
			writeShareOf(out, shares, ok, province.Code)
			out.buf = append(out.buf, '}')
		}
		out.buf = append(out.buf, "]}"...)
		return nil
	}, nil
}

// writeFormerPlace writes a former district or province without the closing brace.
func writeFormerPlace(out *stream, p units.FormerPlace) {
	until := ""
	if !p.Until.IsZero() {
		until = p.Until.String()
	}
	out.buf = appendStringOrNull(append(out.buf, `{"code":`...), p.Code)
	out.buf = appendString(append(out.buf, `,"name":`...), p.Name)
	if p.Province != "" {
		out.buf = appendString(append(out.buf, `,"province_code":`...), p.ProvinceCode)
		out.buf = appendString(append(out.buf, `,"province":`...), p.Province)
	}
	out.buf = appendStringOrNull(append(out.buf, `,"until":`...), until)
	out.buf = appendStringOrNull(append(out.buf, `,"resolution":`...), p.Resolution)
}
