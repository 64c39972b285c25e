// SPDX-License-Identifier: MIT

package api

import (
	"net/http"
	"strconv"

	"roadsnap/engine/units"
)

// listProvinces answers with all provinces, or those with the requested codes.
func (s *Server) listProvinces(r *request) (content, error) {
	f := r.faults()
	checkAppVersion(r.Header, &f)
	chosen := provinceFields.read(r.query, &f)
	level := readGeomLevel(r.query, &f)
	codes, byCode := readCodes(r.query, provinceDigits, &f)
	if err := f.err(); err != nil {
		return nil, err
	}
	list := s.engine.Units().Provinces()
	if byCode {
		list = pick(codes, s.engine.Units().Province, func(p units.Province) string { return p.Code })
	}
	return func(out *stream, atlas *units.Atlas) error {
		return provinceFields.writeList(out, atlas, list, chosen, level.forProvinces(len(list)))
	}, nil
}

// getProvince answers with one province.
func (s *Server) getProvince(r *request) (content, error) {
	f := r.faults()
	checkAppVersion(r.Header, &f)
	checkCode("code", r.code, provinceDigits, &f)
	chosen := provinceFields.read(r.query, &f)
	level := readGeomLevel(r.query, &f)
	if err := f.err(); err != nil {
		return nil, err
	}
	province, found := s.engine.Units().Province(r.code)
	if !found {
		return nil, &failure{status: http.StatusNotFound, message: "no province has the code " + r.code}
	}
	return func(out *stream, atlas *units.Atlas) error {
		return provinceFields.write(out, atlas, province, chosen, level.forProvinces(1))
	}, nil
}

// listWards answers with the wards with the requested codes, or a page of those
// of a province, or of all.
func (s *Server) listWards(r *request) (content, error) {
	f := r.faults()
	checkAppVersion(r.Header, &f)
	chosen := wardFields.read(r.query, &f)
	level := readGeomLevel(r.query, &f)
	list, page := s.selectWards(r.query, &f)
	if err := f.err(); err != nil {
		return nil, err
	}
	return func(out *stream, atlas *units.Atlas) error {
		if err := wardFields.writeList(out, atlas, list, chosen, level.forWards(len(list))); err != nil {
			return err
		}
		out.buf = page.append(append(out.buf, ','))
		return nil
	}, nil
}

// getWard answers with one ward.
func (s *Server) getWard(r *request) (content, error) {
	f := r.faults()
	checkAppVersion(r.Header, &f)
	checkCode("code", r.code, wardDigits, &f)
	chosen := wardFields.read(r.query, &f)
	level := readGeomLevel(r.query, &f)
	if err := f.err(); err != nil {
		return nil, err
	}
	ward, found := s.engine.Units().Ward(r.code)
	if !found {
		return nil, &failure{status: http.StatusNotFound, message: "no ward has the code " + r.code}
	}
	return func(out *stream, atlas *units.Atlas) error {
		return wardFields.write(out, atlas, ward, chosen, level.forWards(1))
	}, nil
}

// selectWards returns the wards selected by codes, prov_code, page and size. If
// codes are given, page and size are ignored.
func (s *Server) selectWards(q query, f *faults) ([]units.Ward, pagination) {
	table := s.engine.Units()
	codes, byCode := readCodes(q, wardDigits, f)
	province, byProvince, ok := q.one("prov_code", f)
	if byProvince && ok {
		checkCode("prov_code", province, provinceDigits, f)
	}
	if byCode {
		if byProvince {
			f.add("codes", "must not be sent together with prov_code")
			f.add("prov_code", "must not be sent together with codes")
		}
		list := pick(codes, table.Ward, func(w units.Ward) string { return w.Code })
		return list, allOnOnePage(len(list))
	}
	number, size := readPage(q, f)
	list := table.Wards()
	if byProvince {
		list = table.WardsOf(province)
	}
	page := newPagination(len(list), number, size)
	return list[page.first():page.end()], page
}

// pick looks up codes and returns the units found in the requested order. Each
// unit occurs once, even if two codes refer to it.
func pick[U any](codes []string, find func(string) (U, bool), codeOf func(U) string) []U {
	seen := make(map[string]bool, len(codes))
	list := make([]U, 0, len(codes))
	for _, code := range codes {
		if u, found := find(code); found && !seen[codeOf(u)] {
			seen[codeOf(u)] = true
			list = append(list, u)
		}
	}
	return list
}

// pagination is the member meta.pagination of a list.
type pagination struct {
	total, currentPage, pageSize, totalPages int
}

func newPagination(total, page, size int) pagination {
	return pagination{total: total, currentPage: page, pageSize: size, totalPages: (total + size - 1) / size}
}

// allOnOnePage is the pagination of a list without pages. An empty list has no
// page.
func allOnOnePage(total int) pagination {
	return pagination{total: total, currentPage: 1, pageSize: total, totalPages: min(total, 1)}
}

// first and end are the range of the page in the list. Beyond the last page both
// are the end of the list.
func (p pagination) first() int {
	if p.currentPage > p.totalPages {
		return p.total
	}
	return (p.currentPage - 1) * p.pageSize
}

func (p pagination) end() int { return min(p.first()+p.pageSize, p.total) }

func (p pagination) append(dst []byte) []byte {
	dst = strconv.AppendInt(append(dst, `"meta":{"pagination":{"total":`...), int64(p.total), 10)
	dst = strconv.AppendInt(append(dst, `,"currentPage":`...), int64(p.currentPage), 10)
	dst = strconv.AppendInt(append(dst, `,"pageSize":`...), int64(p.pageSize), 10)
	dst = strconv.AppendInt(append(dst, `,"totalPages":`...), int64(p.totalPages), 10)
	return append(dst, "}}"...)
}
