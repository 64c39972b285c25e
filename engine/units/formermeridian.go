// SPDX-License-Identifier: MIT

package units

// FormerMeridian returns the central meridian (degrees east) of the VN-2000 grid of a former
// province, by its name with or without its kind and marks. Plans that were made before July 2025
// follow it. ok is false if no such province is known.
func FormerMeridian(name string) (degrees float64, ok bool) {
	folded := Fold(name)
	for _, kind := range formerProvinceWords {
		if rest, cut := cutWords(folded, kind); cut {
			folded = rest
		}
	}
	degrees, ok = formerMeridians[folded]
	return degrees, ok
}

// formerProvinceWords are the kinds before the name of a province, folded.
var formerProvinceWords = []string{"thanh pho ", "tinh ", "tp "}

func cutWords(folded, kind string) (rest string, cut bool) {
	if len(folded) > len(kind) && folded[:len(kind)] == kind {
		return folded[len(kind):], true
	}
	return folded, false
}

// formerMeridians are the central meridians by the folded name of the province, from circular
// 973/2001/TT-TCĐC and those that amended it. The circulars themselves were not at hand: they were
// compared with two lists that others publish, one of which has 105°30′ for Hà Nam.
var formerMeridians = map[string]float64{
	"lai chau": 103, "dien bien": 103, "son la": 104, "kien giang": 104.5, "ca mau": 104.5,
	"lao cai": 104.75, "yen bai": 104.75, "nghe an": 104.75, "phu tho": 104.75, "an giang": 104.75,
	"thanh hoa": 105, "vinh phuc": 105, "dong thap": 105, "can tho": 105, "bac lieu": 105, "hau giang": 105,
	"ha noi": 105, "ninh binh": 105, "ha nam": 105,
	"ha giang": 105.5, "hai duong": 105.5, "ha tinh": 105.5, "bac ninh": 105.5, "hung yen": 105.5, "thai binh": 105.5,
	"nam dinh": 105.5, "tay ninh": 105.5, "vinh long": 105.5, "soc trang": 105.5, "tra vinh": 105.5,
	"cao bang": 105.75, "long an": 105.75, "tien giang": 105.75, "ben tre": 105.75, "hai phong": 105.75,
	"ho chi minh": 105.75, "binh duong": 105.75,
	"tuyen quang": 106, "hoa binh": 106, "quang binh": 106, "quang tri": 106.25, "binh phuoc": 106.25,
	"bac kan": 106.5, "thai nguyen": 106.5, "bac giang": 107, "thua thien hue": 107, "hue": 107, "lang son": 107.25, "kon tum": 107.5,
	"quang ninh": 107.75, "dong nai": 107.75, "ba ria vung tau": 107.75, "quang nam": 107.75, "lam dong": 107.75, "da nang": 107.75,
	"quang ngai": 108, "ninh thuan": 108.25, "khanh hoa": 108.25, "binh dinh": 108.25,
	"dak lak": 108.5, "dak nong": 108.5, "phu yen": 108.5, "gia lai": 108.5, "binh thuan": 108.5,
}
