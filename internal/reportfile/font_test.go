// SPDX-License-Identifier: MIT

package reportfile

import (
	"strings"
	"testing"
)

// TestWrapLongWords checks that a word that is too long keeps all its bytes, also those that
// are not UTF-8.
func TestWrapLongWords(t *testing.T) {
	for _, word := range []string{"Nghĩatrang", "\xff", "\xff\xfe\xfd", "51C\xff", "\xffNghĩa\xfe"} {
		if lines := fonts()[0].wrap(word, 10, 3); strings.Join(lines, "") != word {
			t.Errorf("%q gives %q", word, lines)
		}
	}
}
