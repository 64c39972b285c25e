// SPDX-License-Identifier: MIT

package search

import (
	"strings"

	"roadsnap/engine/basemap"
)

// categories are the words, in Vietnamese and English, for kinds of points of interest that
// people look for where they are.
var categories = categoriesOf(map[basemap.Kind]string{
	basemap.POIFuel:        "xăng, cây xăng, trạm xăng, xăng dầu, fuel, petrol, gas station, filling station",
	basemap.POICharging:    "trạm sạc, sạc xe điện, charging station, ev charging",
	basemap.POIParking:     "bãi xe, bãi đỗ xe, bãi đậu xe, gửi xe, giữ xe, parking, car park",
	basemap.POIHospital:    "bệnh viện, hospital",
	basemap.POIClinic:      "phòng khám, trạm y tế, clinic, doctor",
	basemap.POIPharmacy:    "nhà thuốc, hiệu thuốc, tiệm thuốc, thuốc tây, pharmacy, drugstore",
	basemap.POISchool:      "trường học, school",
	basemap.POIUniversity:  "đại học, trường đại học, university",
	basemap.POIMarket:      "chợ, market",
	basemap.POISupermarket: "siêu thị, supermarket",
	basemap.POIMall:        "trung tâm thương mại, mall, shopping centre",
	basemap.POIPort:        "cảng, bến phà, bến tàu, port, ferry",
	basemap.POIBusStation:  "bến xe, bus station",
	basemap.POIBusStop:     "trạm xe buýt, xe buýt, bus stop",
	basemap.POIStation:     "ga, ga tàu, nhà ga, railway station, train station",
	basemap.POIAirport:     "sân bay, airport",
	basemap.POIBank:        "ngân hàng, bank",
	basemap.POIATM:         "atm, cây atm, rút tiền, cash machine",
	basemap.POIPagoda:      "chùa, pagoda",
	basemap.POITemple:      "đền, đình, miếu, temple",
	basemap.POIChurch:      "nhà thờ, church",
	basemap.POIPolice:      "công an, cảnh sát, police",
	basemap.POIPostOffice:  "bưu điện, post office",
	basemap.POIHotel:       "khách sạn, nhà nghỉ, nhà trọ, hotel",
	basemap.POIRestaurant:  "nhà hàng, quán ăn, quán cơm, restaurant",
	basemap.POICafe:        "cà phê, cafe, quán cà phê, coffee",
	basemap.POIToll:        "trạm thu phí, toll",
	basemap.POIRestArea:    "trạm dừng nghỉ, trạm dừng chân, rest area",
	basemap.POIRepair:      "sửa xe, gara, garage, repair",
	basemap.POIToilets:     "nhà vệ sinh, wc, toilet, toilets",
	basemap.POIPark:        "công viên, park",
	basemap.POIIndustrial:  "khu công nghiệp, kcn, industrial park",
	basemap.POIWeighbridge: "trạm cân, weighbridge",
	basemap.POIBorder:      "cửa khẩu, border crossing",
})

func categoriesOf(names map[basemap.Kind]string) map[string]basemap.Kind {
	all := map[string]basemap.Kind{}
	for kind, list := range names {
		for name := range strings.SplitSeq(list, ",") {
			all[strings.Join(wordsOf(name), " ")] = kind
		}
	}
	return all
}

// CategoryOf returns the kind of points of interest that a text names, such as a filling
// station for "cây xăng". ok is false for other texts.
func CategoryOf(text string) (kind basemap.Kind, ok bool) {
	kind, ok = categories[strings.Join(wordsOf(text), " ")]
	return kind, ok
}
