// SPDX-License-Identifier: MIT

package text_test

import (
	"errors"
	"testing"

	"roadsnap/assets"
	"roadsnap/ui/text"
)

// TestDetailsAreMarkedAsTechnical checks that the English text of an error is marked, unlike
// the sentences of the window.
func TestDetailsAreMarkedAsTechnical(t *testing.T) {
	for language, want := range map[string]string{"en": "Technical detail: bad.csv:7: no time", "vi": "Chi tiết kỹ thuật: bad.csv:7: no time"} {
		words, err := text.Load(assets.Translations(), language)
		if err != nil {
			t.Fatal(err)
		}
		if got := text.Explain(errors.New("bad.csv:7: no time")).DetailText(words); got != want {
			t.Errorf("%s: %q", language, got)
		}
		if got := (text.Notice{}).DetailText(words); got != "" {
			t.Errorf("%s: without a detail it says %q", language, got)
		}
	}
}
