// SPDX-License-Identifier: MIT

package units

import "strings"

// OtherSpellings returns names that people write instead of official ones, both folded
// and without spaces: "banmethuot" for "buonmathuot". Those of ProvinceSpellings are
// meant of a province only.
func OtherSpellings() map[string]string {
	return map[string]string{
		"paracel": "hoangsa", "paracels": "hoangsa", "paracelislands": "hoangsa",
		"spratly": "truongsa", "spratlys": "truongsa", "spratleys": "truongsa", "spratlyislands": "truongsa",
		"banmethuot": "buonmathuot", "buonmethuot": "buonmathuot", "bmt": "buonmathuot", "bamethuot": "buonmathuot", "bmthuot": "buonmathuot",
		"pleicu": "pleiku", "playcu": "pleiku", "playku": "pleiku", "faifo": "hoian", "tourane": "danang",
		"poulocondore": "condao",
	}
}

// ProvinceSpellings are other spellings of provinces, in the form of OtherSpellings.
func ProvinceSpellings() map[string]string {
	return map[string]string{
		"hcmc": "hochiminh", "sg": "hochiminh", "saigon": "saigongiadinh", "tpsg": "hochiminh", "hcmcity": "hochiminh", "hochiminhville": "hochiminh",
		"daclac": "daklak", "darlac": "daklak", "dacnong": "daknong", "baccan": "backan",
		"tthue": "hue", "thuathien": "thuathienhue", "tth": "hue", "brvt": "bariavungtau", "vtau": "bariavungtau",
		"hnoi": "hanoi", "dnang": "danang",
	}
}

// simpler returns a folded word as people spell it by ear: "dac lac" is "dak lak", "qui" is
// "quy", "mi" is "my".
func simpler(word string) string {
	if !strings.ContainsAny(word, "yk") {
		return word
	}
	return strings.Map(func(r rune) rune {
		switch r {
		case 'y':
			return 'i'
		case 'k':
			return 'c'
		}
		return r
	}, word)
}
