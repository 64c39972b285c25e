package text

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Languages are those that the app speaks, in the order of the menu. Each names
// itself in its own words.
var Languages = []Language{{"en", "English"}, {"vi", "Tiếng Việt"}}

// Language is one of Languages.
type Language struct {
	Tag  string // BCP 47: "en", "vi"
	Name string
}

// Catalogue holds the program's words in one language. Its methods write numbers and
// things as that language does.
type Catalogue struct {
	Language string
	text     map[string]string
}

// Load reads LANGUAGE.json of fsys, an object of keys and texts.
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

// ofOne ends the keys of texts for a single thing, in languages that tell one from
// many.
const ofOne = ".one"

// T returns the text of key. args are pairs of a placeholder's name and its
// value: T("trips.count", "n", 3) puts 3 for {n}. Where n is 1 it is the text for a
// single thing, if the language has one. A key without a text, which a test keeps
// from happening, shows itself.
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

// textOr returns the text of key, or fallback if there is none: a kind that the engine
// knows by its name may be of a later version.
func (w Catalogue) textOr(key, fallback string) string {
	if text, ok := w.text[key]; ok {
		return text
	}
	return fallback
}

// LanguageOf returns the language to speak for a locale such as "vi_VN.UTF-8":
// Vietnamese where it says so, English otherwise.
func LanguageOf(locale string) string {
	if strings.HasPrefix(strings.ToLower(locale), "vi") {
		return "vi"
	}
	return "en"
}
