// SPDX-License-Identifier: MIT

package geofile

import (
	"strconv"
	"strings"
)

// csvFormat writes a row of column names and a row per feature.
type csvFormat struct{ schema Schema }

// ExcelCell is the largest number of characters of a cell in Excel, which cuts longer ones off.
const ExcelCell = 32_767

const byteOrderMark = "\uFEFF"

func newCSV(s Schema) *csvFormat { return &csvFormat{schema: s} }

func (c *csvFormat) begin(dst []byte) []byte {
	if c.schema.Excel {
		dst = append(dst, byteOrderMark...) // else Excel takes the text for one of Windows
	}
	for _, column := range c.schema.Columns {
		dst = append(appendCell(dst, column.Name), ',')
	}
	return append(dst, wktColumn+"\n"...)
}

func (c *csvFormat) end(dst []byte) []byte { return dst }

func (c *csvFormat) feature(dst []byte, r *row) []byte {
	for _, v := range r.values {
		switch x := v.(type) {
		case string:
			dst = appendCell(dst, x)
		case int64:
			dst = strconv.AppendInt(dst, x, 10)
		case float64:
			dst = appendReal(dst, x)
		}
		dst = append(dst, ',')
	}
	if len(r.shape.polygons) > 0 {
		before := len(dst)
		dst = append(dst, '"') // for its commas
		dst = append(appendWKT(dst, &r.shape), '"')
		if c.schema.Excel && len(dst)-before-len(`""`) > ExcelCell {
			dst = dst[:before]
		}
	}
	return append(dst, '\n')
}

// appendCell appends a cell, quoted if necessary. The empty text is quoted too, so
// that programs can distinguish it from nil.
func appendCell(dst []byte, s string) []byte {
	// An unquoted byte order mark in the first cell would be taken for the file's.
	if s != "" && !strings.ContainsAny(s, ",;\t\"\r\n") && strings.TrimSpace(s) == s && !strings.HasPrefix(s, byteOrderMark) {
		return append(dst, s...)
	}
	dst = append(dst, '"')
	for {
		before, after, found := strings.Cut(s, `"`)
		dst = append(dst, before...)
		if !found {
			return append(dst, '"')
		}
		dst = append(dst, `""`...)
		s = after
	}
}

// appendWKT appends an area as a MULTIPOLYGON (OGC Simple Features).
func appendWKT(dst []byte, s *shape) []byte {
	dst = append(dst, "MULTIPOLYGON ("...)
	for i, polygon := range s.polygons {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '(')
		for j, r := range polygon {
			if j > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, '(')
			for k, p := range r {
				if k > 0 {
					dst = append(dst, ',')
				}
				dst = s.appendXY(dst, p, ' ')
			}
			dst = append(dst, ')')
		}
		dst = append(dst, ')')
	}
	return append(dst, ')')
}
