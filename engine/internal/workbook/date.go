// SPDX-License-Identifier: MIT

package workbook

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/nfp"
)

// dateKind says whether a number format shows a date.
type dateKind uint8

const (
	noDate dateKind = iota
	justDay
	withClock
)

// stylesXML has the number formats of the cells.
type stylesXML struct {
	Formats []struct {
		ID   int    `xml:"numFmtId,attr"`
		Code string `xml:"formatCode,attr"`
	} `xml:"numFmts>numFmt"`
	Cells []struct {
		Format int `xml:"numFmtId,attr"`
	} `xml:"cellXfs>xf"`
}

func (b *Book) readStyles(ctx context.Context, part string) error {
	var s stylesXML
	if err := b.decode(ctx, part, &s); err != nil {
		return err
	}
	kinds := map[int]dateKind{}
	for _, f := range s.Formats {
		kinds[f.ID] = kindOf(f.Code)
	}
	for _, c := range s.Cells {
		kind, own := kinds[c.Format]
		if !own {
			kind = builtIn(c.Format)
		}
		b.styles = append(b.styles, kind)
	}
	return nil
}

// builtIn returns the kind of a format that workbooks need not define (ECMA-376, part 1,
// 18.8.30). Formats 27 to 36 and 50 to 58 are dates in East Asian editions.
func builtIn(format int) dateKind {
	switch {
	case format >= 14 && format <= 17, format >= 27 && format <= 31, format == 36, format >= 50 && format <= 58:
		return justDay
	case format >= 18 && format <= 22, format >= 32 && format <= 35, format >= 45 && format <= 47:
		return withClock
	}
	return noDate
}

// maxCode is the longest format code that is parsed (bytes). Excel allows 255 characters.
const maxCode = 1024

// kindOf returns the kind of a format by its code, such as "dd/mm/yyyy hh:mm:ss".
func kindOf(code string) dateKind {
	if len(code) > maxCode {
		return noDate
	}
	parser := nfp.NumberFormatParser()
	kind := noDate
	sections := parser.Parse(code)
	if len(sections) == 0 {
		return kind
	}
	for _, token := range sections[0].Items { // the others are for negative numbers, zero and texts
		switch token.TType {
		case nfp.TokenTypeElapsedDateTimes:
			return withClock
		case nfp.TokenTypeDateTimes:
			if strings.IndexAny(token.TValue, "hHsS") == 0 {
				return withClock
			}
			kind = justDay
		}
	}
	return kind
}

// maxDay is the last day number that Excel shows, 31 December 9999.
const maxDay = 2_958_466

// appendDate appends the date that a day number stands for: "2026-11-21 07:15:00", or
// "07:15:00" for a number below 1. It appends number itself if it is no date.
func appendDate(to []byte, number []byte, kind dateKind, date1904 bool) []byte {
	x, err := strconv.ParseFloat(string(number), 64)
	if err != nil || !(x >= 0 && x < maxDay) {
		return append(to, number...)
	}
	day, part := math.Modf(x)
	// The decimals of current day numbers are precise to a microsecond.
	ms := int(math.Round(part * 24 * 60 * 60 * 1000))
	at := time.Date(1899, time.December, 30+int(day), 0, 0, 0, ms*1e6, time.UTC)
	if date1904 {
		at = at.AddDate(0, 0, 1462)
	}
	form := "2006-01-02 15:04:05"
	switch {
	case day == 0 && kind == withClock:
		form = "15:04:05"
	case ms == 0 && kind == justDay:
		form = "2006-01-02"
	}
	if ms%1000 != 0 {
		form += ".000"
	}
	return at.AppendFormat(to, form)
}
