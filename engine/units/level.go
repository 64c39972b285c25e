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
	names := make([]string, len(regions))
	for i, r := range regions {
		names[i] = r.name
	}
	return names
}

// RegionEN returns the English name of one of Regions, any other text unchanged.
func RegionEN(region string) string {
	for _, r := range regions {
		if r.name == region {
			return r.english
		}
	}
	return region
}

var regions = []struct{ name, english string }{
	{"Trung du và miền núi phía Bắc", "Northern Midlands and Mountains"},
	{"Đồng bằng sông Hồng", "Red River Delta"},
	{"Bắc Trung Bộ", "North Central"},
	{"Duyên hải Nam Trung Bộ và Tây Nguyên", "South Central Coast and Central Highlands"},
	{"Đông Nam Bộ", "Southeast"},
	{"Đồng bằng sông Cửu Long", "Mekong Delta"},
}
