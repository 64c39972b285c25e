// SPDX-License-Identifier: MIT

package api

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"

	"roadsnap/engine/boundary"
	"roadsnap/engine/units"
)

// The limits of the contract on the parameters of units.
const (
	appVersion      = "1.1"
	provinceDigits  = units.ProvinceDigits
	wardDigits      = units.WardDigits
	maxCodes        = 200
	maxPage         = math.MaxInt32 // the description declares an int32
	defaultPageSize = 10
	maxPageSize     = 5000
)

// levelAuto is the value of geom_level with which the server chooses.
const levelAuto = "auto"

// checkAppVersion refuses a request for another version.
func checkAppVersion(h http.Header, f *faults) {
	if versions := h["App-Version"]; len(versions) != 1 || versions[0] != appVersion {
		f.add("app-version", "is required as a header and must be "+appVersion)
	}
}

// readGeomLevel returns the requested level, auto if there is none.
func readGeomLevel(q query, f *faults) askedLevel {
	name, found, ok := q.one("geom_level", f)
	if !found || !ok || name == levelAuto {
		return askedLevel{auto: true}
	}
	level, ok := boundary.ParseLevel(name)
	if !ok {
		names := []string{levelAuto}
		for _, l := range boundary.Levels() {
			names = append(names, l.String())
		}
		f.add("geom_level", "must be one of "+strings.Join(names, ", "))
	}
	return askedLevel{level: level}
}

// readCodes returns the requested codes; given is false if the parameter is
// missing or empty.
func readCodes(q query, digits int, f *faults) (codes []string, given bool) {
	text, _, ok := q.one("codes", f)
	if !ok {
		return nil, true
	}
	codes = splitList(text)
	if len(codes) > maxCodes {
		f.add("codes", fmt.Sprintf("must not hold more than %d codes, holds %d", maxCodes, len(codes)))
	}
	var malformed []string
	for _, code := range codes {
		if !isCode(code, digits) {
			malformed = append(malformed, code)
		}
	}
	if len(malformed) > 0 {
		f.add("codes", fmt.Sprintf("each code must be %d digits, not %s", digits, quoteList(malformed)))
	}
	return codes, len(codes) > 0
}

// checkCode adds a fault if code cannot be the code of any unit.
func checkCode(field, code string, digits int, f *faults) {
	if !isCode(code, digits) {
		f.add(field, fmt.Sprintf("must be %d digits", digits))
	}
}

func isCode(code string, digits int) bool { return len(code) == digits && isDigits(code) }

// readPage returns the requested page and its size.
func readPage(q query, f *faults) (page, size int) {
	page = readInteger(q, "page", 1, maxPage, f)
	size = readInteger(q, "size", defaultPageSize, maxPageSize, f)
	return page, size
}

func readInteger(q query, name string, otherwise, highest int, f *faults) int {
	text, found, ok := q.one(name, f)
	if !found || !ok {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || !isDigits(text) || n < 1 || n > highest {
		f.add(name, fmt.Sprintf("must be an integer from 1 to %d", highest))
		return otherwise
	}
	return n
}

// splitList splits a comma-separated list and removes spaces around its items.
// The empty list has no items.
func splitList(text string) []string {
	if strings.Trim(text, " ") == "" {
		return nil
	}
	items := strings.Split(text, ",")
	for i, item := range items {
		items[i] = strings.Trim(item, " ")
	}
	return items
}

// quoteList formats the first few of a client's texts for a message, each
// shortened: enough to find the fault, too little to fill a log.
func quoteList(items []string) string {
	const most, longest = 5, 20
	var b strings.Builder
	for i, item := range items[:min(len(items), most)] {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Quote(clip(item, longest)))
	}
	if len(items) > most {
		fmt.Fprintf(&b, " and %d more", len(items)-most)
	}
	return b.String()
}
