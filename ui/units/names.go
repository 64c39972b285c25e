// SPDX-License-Identifier: MIT

package units

import (
	"strings"

	"roadsnap/ui/text"
)

// NameIn returns the full name of the row's unit in the language of words.
func (r Row) NameIn(words text.Catalogue) string {
	return r.pick(words.Province(r.Province), words.Ward(r.Ward))
}

// bareNameIn returns BareName, without marks in English.
func (r Row) bareNameIn(words text.Catalogue) string {
	if words.English() {
		return r.pick(r.Province.NameEN, r.Ward.NameEN)
	}
	return r.BareName()
}

// kindIn returns Kind, or in English what the full name adds to the bare one.
func (r Row) kindIn(words text.Catalogue) string {
	if words.English() {
		return strings.TrimPrefix(r.NameIn(words), r.bareNameIn(words)+" ")
	}
	return r.Kind()
}
