// SPDX-License-Identifier: MIT

package address

import (
	"slices"
	"strconv"

	"roadsnap/engine/units"
)

// Direction is the direction of a conversion.
type Direction string

// The directions.
const (
	IntoNew    Direction = "new"    // to the units in force
	IntoFormer Direction = "former" // to the units before July 2025
)

// lookAt is the confidence below which a decision is doubtful.
const lookAt = 0.9

// Convert converts an address in a direction.
func (c *Converter) Convert(to Direction, q Query) Answer {
	if to == IntoFormer {
		return c.ToFormer(q)
	}
	return c.ToNew(q)
}

// Doubtful reports whether a person should look at an answer: nothing is decided, or the
// decision may be wrong.
func (a *Answer) Doubtful() bool { return !a.Decided || a.Confidence < lookAt }

// Part is a part of an address that a column may hold.
type Part int

// The parts.
const (
	PartAddress Part = iota // the whole address
	PartWard
	PartDistrict
	PartProvince
	NumParts
)

// partNames are the folded names of the columns of each part.
var partNames = [NumParts][]string{
	PartAddress:  {"address", "dia chi", "full address", "addr", "dia chi cu", "old address", "noi o", "so nha duong"},
	PartWard:     {"ward", "phuong", "xa", "phuong xa", "xa phuong", "phuong xa thi tran", "commune"},
	PartDistrict: {"district", "quan", "huyen", "quan huyen", "huyen quan", "quan huyen thi xa"},
	PartProvince: {"province", "tinh", "thanh pho", "tinh thanh", "tinh thanh pho", "city"},
}

// IsPart reports whether a column of a name is known to hold a part of addresses.
func IsPart(name string, p Part) bool { return slices.Contains(partNames[p], units.Fold(name)) }

var (
	newColumns = []string{"new_address", "ward_code", "prov_code", "confidence", "reason", "candidates"}
	oldColumns = []string{"former_address", "former_code", "ward_code", "confidence", "reason", "candidates"}
)

// Columns returns the names of the cells that Cells returns.
func Columns(to Direction) []string {
	if to == IntoFormer {
		return oldColumns
	}
	return newColumns
}

// Cells returns an answer as cells of a table.
func Cells(to Direction, a *Answer) []string {
	first := [3]string{a.Address, a.Ward.Code, a.Province.Code}
	if to == IntoFormer {
		first = [3]string{a.Address, a.Former.Code, ""}
		if len(a.Candidates) > 0 {
			first[2] = a.Candidates[0].Ward.Code
		}
	}
	var codes []byte
	last := ""
	for _, k := range a.Candidates {
		code := k.Ward.Code
		if to == IntoFormer {
			code = k.Former.Code
		}
		if code == "" || code == last {
			continue
		}
		if last = code; len(codes) > 0 {
			codes = append(codes, ' ')
		}
		codes = append(codes, code...)
	}
	return []string{first[0], first[1], first[2], strconv.FormatFloat(a.Confidence, 'f', 2, 64), string(a.Reason), string(codes)}
}
