// SPDX-License-Identifier: MIT

package units

// The official kinds of unit, as used in Province.Level and Ward.Level (Law on the
// Organisation of Local Government 72/2025/QH15, article 1).
const (
	LevelCity        = "Thành phố trực thuộc trung ương" // centrally governed city
	LevelProvince    = "Tỉnh"
	LevelWard        = "Phường"
	LevelCommune     = "Xã"
	LevelSpecialZone = "Đặc khu"
)

// level is a kind of unit, and the affixes of its units' names.
type level struct {
	name    string // as in the tables
	prefix  string // before the Vietnamese name
	english string // after the English name
}

func provinceLevels() []level {
	return []level{
		{LevelCity, "Thành phố", "City"},
		{LevelProvince, "Tỉnh", "Province"},
	}
}

func wardLevels() []level {
	return []level{
		{LevelWard, "Phường", "Ward"},
		{LevelCommune, "Xã", "Commune"},
		{LevelSpecialZone, "Đặc khu", "Special Zone"},
	}
}

func findLevel(levels []level, name string) (level, bool) {
	for _, l := range levels {
		if l.name == name {
			return l, true
		}
	}
	return level{}, false
}

// Regions returns the six socio-economic regions in the official order, roughly from
// north to south. Every Province.Region is one of them.
func Regions() []string {
	return []string{
		"Trung du và miền núi phía Bắc",
		"Đồng bằng sông Hồng",
		"Bắc Trung Bộ",
		"Duyên hải Nam Trung Bộ và Tây Nguyên",
		"Đông Nam Bộ",
		"Đồng bằng sông Cửu Long",
	}
}
