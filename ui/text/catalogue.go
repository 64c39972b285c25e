// SPDX-License-Identifier: MIT

package text

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Languages lists the languages of the app, in the order of the menu. Each name is written
// in its own language.
var Languages = []Language{{"en", "English"}, {"vi", "Tiếng Việt"}}

// Language is one of Languages.
type Language struct {
	Tag  string // BCP 47: "en", "vi"
	Name string
}

// Catalogue holds the app's texts in one language. Its methods format values for that
// language.
type Catalogue struct {
	Language string
	text     map[string]string
}

// Load reads the texts of a language from LANGUAGE.json in fsys, a JSON object of keys and
// texts.
func Load(fsys fs.FS, language string) (Catalogue, error) {
	b, err := fs.ReadFile(fsys, language+".json")
	if err != nil {
		return Catalogue{}, err
	}
	w := Catalogue{Language: language}
	if err := json.Unmarshal(b, &w.text); err != nil {
		return Catalogue{}, fmt.Errorf("%s.json: %w", language, err)
	}
	return w, nil
}

// ofOne is the suffix of keys of singular texts, in languages that have a plural.
const ofOne = ".one"

// T returns the text of key. args are pairs of a placeholder's name and its value:
// T("trips.count", "n", 3) replaces {n} by 3. If n is 1, T returns the singular text, if
// the language has one. For a key without a text, which a test rules out, it returns key.
func (w Catalogue) T(key string, args ...any) string {
	text, ok := w.text[key]
	if !ok {
		return key
	}
	pairs := slices.Collect(slices.Chunk(args, 2))
	isOne := func(pair []any) bool { return pair[0] == "n" && fmt.Sprint(pair[1]) == "1" }
	if single, has := w.text[key+ofOne]; has && slices.ContainsFunc(pairs, isOne) {
		text = single
	}
	for _, pair := range pairs {
		text = strings.ReplaceAll(text, fmt.Sprintf("{%v}", pair[0]), fmt.Sprint(pair[1]))
	}
	return text
}

// textOr returns the text of key, or fallback if there is none, because a name in a pack
// can come from a later version of the engine.
func (w Catalogue) textOr(key, fallback string) string {
	if text, ok := w.text[key]; ok {
		return text
	}
	return fallback
}

// LanguageOf returns the language for a locale such as "vi_VN.UTF-8": "vi" for Vietnamese
// locales, "en" for others.
func LanguageOf(locale string) string {
	if strings.HasPrefix(strings.ToLower(locale), "vi") {
		return "vi"
	}
	return "en"
}
