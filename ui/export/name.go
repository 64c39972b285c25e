// SPDX-License-Identifier: MIT

package export

import (
	"strings"
	"time"
	"unicode"

	"roadsnap/ui/text"
)

// pictureName returns the suggested name of a picture's file, without the ending: its title
// and the days of its trips in Vietnam, such as 51C-123.45_2026-11-23.
func (e *Exports) pictureName(title string) string {
	first, last := e.o.Times()
	return nameOfDays(title, first, last)
}

// nameOfDays returns a title with the days from a time to another one.
func nameOfDays(title string, first, last time.Time) string {
	name := fileName(title)
	if !first.IsZero() {
		from, to := first.In(text.Vietnam).Format(time.DateOnly), last.In(text.Vietnam).Format(time.DateOnly)
		if name += "_" + from; to != from {
			name += "_" + to
		}
	}
	return name
}

// longestName is the length of the longest part of a name of a file that comes from a title
// (characters). File systems take at least 143 bytes, a Vietnamese letter has three.
const longestName = 40

// fileName returns a name that every file system takes: without the characters that Windows
// reserves, control characters, and dots and spaces at the ends. It is "roadsnap" if nothing
// remains.
func fileName(title string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`<>:"/\|?*`, r):
			return '-'
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, title)
	if letters := []rune(name); len(letters) > longestName {
		name = string(letters[:longestName])
	}
	if name = strings.Trim(name, ". -"); name == "" {
		return "roadsnap"
	}
	return name
}
