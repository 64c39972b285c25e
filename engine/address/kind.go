// SPDX-License-Identifier: MIT

package address

import "strings"

// kind is a set of kinds of units.
type kind uint16

const (
	ofProvince kind = 1 << iota // tỉnh
	ofCity                      // thành phố, of either tier
	ofUrban                     // quận
	ofRural                     // huyện
	ofTown                      // thị xã
	ofWard                      // phường
	ofCommune                   // xã
	ofTownship                  // thị trấn
	ofZone                      // đặc khu
)

// The kinds of each tier.
const (
	provinceKinds = ofProvince | ofCity
	districtKinds = ofCity | ofUrban | ofRural | ofTown
	wardKinds     = ofWard | ofCommune | ofTownship | ofZone
)

// kindNames are the kinds as full names begin with them.
var kindNames = []struct {
	name string
	kind kind
}{
	{"Thành phố ", ofCity}, {"Thị trấn ", ofTownship}, {"Thị xã ", ofTown}, {"Đặc khu ", ofZone}, {"Phường ", ofWard},
	{"Huyện ", ofRural}, {"Quận ", ofUrban}, {"Tỉnh ", ofProvince}, {"Xã ", ofCommune},
}

// cutKind splits a full name.
func cutKind(full string) (kind, string) {
	for _, k := range kindNames {
		if name, ok := strings.CutPrefix(full, k.name); ok {
			return k.kind, name
		}
	}
	return 0, full
}

// before are the folded words that stand before a name, after those that stand behind one. Those of
// beforeNumber stand before a number only: "District 1", but "Hoan Kiem District".
var before = map[string]kind{
	"tinh": ofProvince, "t": ofProvince,
	"thanh pho": ofCity, "tp": ofCity, "t p": ofCity,
	"quan": ofUrban, "q": ofUrban,
	"huyen": ofRural, "h": ofRural,
	"thi xa": ofTown, "tx": ofTown, "t x": ofTown,
	"phuong": ofWard, "p": ofWard, "f": ofWard,
	"xa": ofCommune, "x": ofCommune,
	"thi tran": ofTownship, "tt": ofTownship, "t t": ofTownship,
	"dac khu": ofZone, "dk": ofZone,
}

var after = map[string]kind{
	"province": ofProvince, "city": ofCity, "district": ofUrban | ofRural, "town": ofTown | ofTownship,
	"ward": ofWard, "commune": ofCommune, "township": ofTownship, "special zone": ofZone,
}

var beforeNumber = map[string]kind{"district": ofUrban, "dist": ofUrban, "ward": ofWard}

// kindAt returns the kind that words from i on name, and how many words they are.
func (t *text) kindAt(i int, of map[string]kind) (k kind, n int) {
	for n := 2; n >= 1; n-- {
		s := span{i, i + n}
		if s.to > len(t.words) || t.words[s.from].segment != t.words[s.to-1].segment {
			continue
		}
		if k, ok := of[t.foldOf(s)]; ok {
			return k, n
		}
	}
	return 0, 0
}
