// SPDX-License-Identifier: MIT

package units

import "slices"

// kindWord is a way to write a unit's kind next to its name.
type kindWord struct {
	words  []string // folded
	levels []string // possible meanings
}

// longestKind is the number of words of the longest kind.
const longestKind = 2

// wordsBefore are the kinds written before a Vietnamese name. wordsAfter are those
// written after an English one.
var wordsBefore, wordsAfter = kindsBefore(), kindsAfter()

func kindsBefore() []kindWord {
	city, ward, commune, zone := []string{LevelCity, formerCity}, []string{LevelWard}, []string{LevelCommune}, []string{LevelSpecialZone}
	urban, rural, town, township := []string{formerUrban}, []string{formerRural}, []string{formerTown}, []string{formerTownship}
	return []kindWord{
		{[]string{"thanh", "pho"}, city}, {[]string{"tp"}, city},
		{[]string{"tinh"}, []string{LevelProvince}}, {[]string{"t"}, []string{LevelProvince}},
		{[]string{"phuong"}, ward}, {[]string{"p"}, ward},
		{[]string{"xa"}, commune}, {[]string{"x"}, commune},
		{[]string{"dac", "khu"}, zone}, {[]string{"dk"}, zone},
		{[]string{"quan", "dao"}, zone}, {[]string{"huyen", "dao"}, zone}, {[]string{"dao"}, zone},
		{[]string{"quan"}, urban}, {[]string{"q"}, urban}, {[]string{"district"}, urban},
		{[]string{"huyen"}, rural}, {[]string{"h"}, rural},
		{[]string{"thi", "xa"}, town}, {[]string{"tx"}, town},
		{[]string{"thi", "tran"}, township}, {[]string{"tt"}, township},
	}
}

func kindsAfter() []kindWord {
	return []kindWord{
		{[]string{"city"}, []string{LevelCity, formerCity}},
		{[]string{"province"}, []string{LevelProvince}},
		{[]string{"ward"}, []string{LevelWard}},
		{[]string{"commune"}, []string{LevelCommune}},
		{[]string{"special", "zone"}, []string{LevelSpecialZone}},
		{[]string{"island"}, []string{LevelSpecialZone}}, {[]string{"islands"}, []string{LevelSpecialZone}},
		{[]string{"archipelago"}, []string{LevelSpecialZone}},
		{[]string{"district"}, []string{formerUrban, formerRural}},
		{[]string{"town"}, []string{formerTown, formerTownship}},
		{[]string{"township"}, []string{formerTownship}},
	}
}

func hasPrefix(words, prefix []string) bool {
	return len(words) >= len(prefix) && slices.Equal(words[:len(prefix)], prefix)
}

func hasSuffix(words, suffix []string) bool {
	return len(words) >= len(suffix) && slices.Equal(words[len(words)-len(suffix):], suffix)
}
