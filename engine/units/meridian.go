// SPDX-License-Identifier: MIT

package units

// Meridian returns the central meridian of the province's own VN-2000 grid (degrees
// east), whose zone is three degrees wide. ok is false for a province that is not in
// force since July 2025. Older plans follow the province of their time (circular
// 973/2001/TT-TCĐC), and cadastral plans may do so until they are redrawn. Bà Rịa –
// Vũng Tàu had 107°45′, and is now part of Hồ Chí Minh with 105°45′.
func (p Province) Meridian() (degrees float64, ok bool) {
	degrees, ok = meridians[p.Code]
	return degrees, ok
}

// meridians are the central meridians by province code, from the appendix to circular
// 24/2025/TT-BNNMT of 20 June 2025, in force since 1 July 2025. The appendix is about the
// administrative map of a province; a cadastral plan says itself which meridian it has.
//
// The appendix itself was not at hand: this table was compared with two transcriptions by others. One
// has the same for all 34. The other differs for Quảng Trị (106°15′) and Tây Ninh (105°30′), where it
// has the meridians of circular 973/2001: check these two with the plan. Lai Châu changed from 103° to
// 104°45′ without a merger.
var meridians = map[string]float64{
	"01": 105, "04": 105.75, "08": 106, "11": 103, "12": 104.75, "14": 104, "15": 104.75,
	"19": 106.5, "20": 107.25, "22": 107.75, "24": 107, "25": 104.75, "31": 105.75, "33": 105.5,
	"37": 105, "38": 105, "40": 104.75, "42": 105.5, "44": 106, "46": 107, "48": 107.75,
	"51": 108, "52": 108.25, "56": 108.25, "66": 108.5, "68": 107.75, "75": 107.75, "79": 105.75,
	"80": 105.75, "82": 105, "86": 105.5, "91": 104.75, "92": 105, "96": 104.5,
}
