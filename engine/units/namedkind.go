// SPDX-License-Identifier: MIT

package units

// kindSet is a set of kinds of units.
type kindSet uint16

const (
	isProvince kindSet = 1 << iota // tỉnh
	isCity                         // thành phố, of either tier
	isUrban                        // quận
	isRural                        // huyện
	isTown                         // thị xã
	isWard                         // phường
	isCommune                      // xã
	isTownship                     // thị trấn
	isZone                         // đặc khu
)

// The kinds of each tier.
const (
	provinceSet = isProvince | isCity
	districtSet = isCity | isUrban | isRural | isTown
	wardSet     = isWard | isCommune | isTownship | isZone
)

// setOf returns a level of the tables as a set.
func setOf(level string) kindSet {
	switch level {
	case LevelProvince:
		return isProvince
	case LevelCity, formerCity:
		return isCity
	case formerUrban:
		return isUrban
	case formerRural:
		return isRural
	case formerTown:
		return isTown
	case LevelWard:
		return isWard
	case LevelCommune:
		return isCommune
	case formerTownship:
		return isTownship
	case LevelSpecialZone:
		return isZone
	}
	return 0
}

// kindsStated are the folded words that state a kind before a name, and numberKinds those
// that do before a number only: "District 1", but "Hoan Kiem District".
var kindsStated = map[string]kindSet{
	"tinh": isProvince, "t": isProvince,
	"thanh pho": isCity, "thanhpho": isCity, "tp": isCity, "t p": isCity,
	"quan": isUrban, "q": isUrban,
	"huyen": isRural, "h": isRural,
	"thi xa": isTown, "thixa": isTown, "tx": isTown, "t x": isTown,
	"phuong": isWard, "p": isWard, "f": isWard,
	"xa": isCommune, "x": isCommune,
	"thi tran": isTownship, "thitran": isTownship, "tt": isTownship, "t t": isTownship,
	"dac khu": isZone, "dk": isZone, "dackhu": isZone,
	"quan dao": isZone, "dao": isZone, "huyen dao": isZone | isRural,
}

var numberKinds = map[string]kindSet{"district": isUrban, "dist": isUrban, "ward": isWard}

// kindsAfterName are the words that state a kind after an English name.
var kindsAfterName = map[string]kindSet{
	"province": isProvince, "city": isCity, "district": isUrban | isRural, "town": isTown | isTownship,
	"ward": isWard, "commune": isCommune, "township": isTownship, "special zone": isZone,
	"island": isZone, "islands": isZone, "archipelago": isZone,
}

// kindTypos are the kinds that are recognised with a typing error.
var kindTypos = []struct {
	joined string
	kinds  kindSet
}{
	{"phuong", isWard}, {"huyen", isRural}, {"quan", isUrban}, {"tinh", isProvince},
	{"thanhpho", isCity}, {"thixa", isTown}, {"thitran", isTownship}, {"dackhu", isZone},
}

// roadWords stand before the name of a road, a hamlet or a house, which may be that of a
// unit elsewhere.
var roadWords = map[string]bool{
	"duong": true, "pho": true, "ngo": true, "ngach": true, "hem": true, "kiet": true, "ap": true, "thon": true,
	"to": true, "khu": true, "khom": true, "so": true, "lo": true, "dai": true, "street": true, "ban": true, "buon": true,
	"nha": true, "toa": true, "cho": true, "cau": true, "truong": true, "ubnd": true,
}
