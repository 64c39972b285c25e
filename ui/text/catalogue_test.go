// SPDX-License-Identifier: MIT

package text_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"roadsnap/assets"
	"roadsnap/engine/basemap"
	"roadsnap/engine/boundary"
	"roadsnap/engine/choropleth"
	"roadsnap/engine/errclass"
	"roadsnap/ui/text"
)

// keyPattern matches the keys of texts in the source: an area of the window, then
// lower-case names.
var keyPattern = regexp.MustCompile(`^(about|backup|coordinates|dialog|draft|duration|error|fare|files|find|fix|gap|here|keys|legend|maps|measure|menu|note|panel|report|list|mapping|paste|road|server|status|theme|timeline|tip|trips?|units?|weekday|zones|addresses|gis|recipes|reports|tracks)(\.[a-z_]+)+$`)

// kinds lists the types of the engine whose constants have texts. The key of a text is a
// prefix and the value of the constant.
var kinds = []struct{ prefix, dir, name string }{
	{"report.kind.", "diagnostic", "Kind"},
	{"note.", "trace", "NoteKind"},
	{"gap.", "match", "GapCause"},
	{"fare.line.", "fare", "Kind"},
	{"fare.preset.", "fare", "Preset"},
	{"fix.unmet.", "match", "UnmetReason"},
	{"trip.warning.", "match", "WarningKind"},
	{"maps.stage.", "osmimport", "Stage"},
	{"maps.stage.", "unitimport", "Stage"},
	{"trips.column.", "../ui/trips", "Column"},
	{"tip.column.", "../ui/trips", "Column"},
	{"trips.group.", "../ui/trips", "Grouping"},
	{"zones.kind.", "zone", "Kind"},
	{"addresses.reason.", "address", "Reason"},
	{"gis.method.", "choropleth", "Method"},
	{"gis.several.", "choropleth", "Several"},
	{"gis.reason.", "choropleth", "Reason"},
	{"reports.kind.", "report", "Kind"},
	{"reports.about.", "report", "Kind"},
	{"reports.by.", "report", "By"},
	{"reports.each.", "report", "Each"},
	{"reports.span.", "../ui/reports", "Span"},
	{"reports.verify.part.", "../internal/reportmaker", "Part"},
	{"reports.verify.why.", "../internal/reportmaker", "Why"},
	{"reports.stage.", "../internal/reportmaker", "Stage"},
	{"trips.register.transport.", "regulation", "Transport"},
	{"trips.register.body.", "fleet", "Body"},
}

// constants returns the values of the string constants of a type of the engine.
func constants(t *testing.T, dir, name string) (values []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("../../engine", dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			kind, ok := spec.Type.(*ast.Ident)
			lit, isLit := spec.Values[0].(*ast.BasicLit)
			if ok && isLit && kind.Name == name {
				value, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				if value != "" { // an unknown one has no text
					values = append(values, value)
				}
			}
			return true
		})
	}
	if len(values) < 3 {
		t.Fatalf("only %d constants of %s.%s found: the search for them is broken", len(values), dir, name)
	}
	return values
}

// usedKeys returns every key that the sources of the window use.
func usedKeys(t *testing.T) map[string]string {
	t.Helper()
	used := map[string]string{}
	for _, root := range []string{"../../ui", "../../app/roadsnap-desktop"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok && types.ExprString(call.Fun) == "errclass.New" {
					// The error classes of the window.
					if class, err := strconv.Unquote(types.ExprString(call.Args[0])); err == nil {
						used["error."+class], used["error."+class+".remedy"] = path, path
					}
				}
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if key, err := strconv.Unquote(lit.Value); err == nil && keyPattern.MatchString(key) {
						used[key] = path
						if strings.HasPrefix(key, "error.") {
							used[key+".remedy"] = path
						}
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range kinds {
		for _, value := range constants(t, k.dir, k.name) {
			used[k.prefix+value] = "engine/" + k.dir
		}
	}
	for _, class := range errclass.All() {
		used["error."+string(class)], used["error."+string(class)+".remedy"] = "engine/errclass", "engine/errclass"
	}
	used["reports.kind.sheet"], used["reports.about.sheet"] = "ui/reports", "ui/reports"
	for _, language := range []string{"window", "vi", "en"} {
		used["reports.language."+language] = "ui/reports"
	}
	for _, r := range choropleth.Ramps() {
		used["gis.ramp."+r.Name] = "engine/choropleth"
	}
	for _, l := range boundary.Levels() {
		used["units.export.level."+l.String()] = "engine/boundary"
	}
	for _, k := range basemap.Kinds() {
		if k.IsRoad() {
			used["road."+strings.TrimPrefix(k.String(), "road_")] = "engine/basemap"
		}
		if k.IsPOI() {
			used["poi."+strings.TrimPrefix(k.String(), "poi_")] = "engine/basemap"
		}
	}
	return used
}

func texts(t *testing.T, language string) map[string]string {
	t.Helper()
	b, err := fs.ReadFile(assets.Translations(), language+".json")
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]string
	if err := json.Unmarshal(b, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestWordsComplete finds texts that are used but not translated, texts that are
// translated but not used, and placeholders that are not in all languages.
func TestWordsComplete(t *testing.T) {
	used := usedKeys(t)
	if len(used) < 100 {
		t.Fatalf("only %d keys found in the sources: the search for them is broken", len(used))
	}
	placeholders := regexp.MustCompile(`\{[a-z_]+\}`)
	english := texts(t, "en")
	for _, l := range text.Languages {
		words := texts(t, l.Tag)
		for key, path := range used {
			if strings.TrimSpace(words[key]) == "" {
				t.Errorf("%s: %s.json has no text for %q", path, l.Tag, key)
			}
		}
		for key, text := range words {
			key = strings.TrimSuffix(key, ".one") // of a single thing; some languages need none
			if _, ok := used[key]; !ok {
				t.Errorf("%s.json: nobody uses %q", l.Tag, key)
			}
			want, got := placeholders.FindAllString(english[key], -1), placeholders.FindAllString(text, -1)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) {
				t.Errorf("%s.json: %q has placeholders %v, English has %v", l.Tag, key, got, want)
			}
		}
	}
}

// widgetCalls lists the functions that show their argument untranslated.
var widgetCalls = map[string]bool{
	"NewLabel": true, "NewLabelWithStyle": true, "NewButton": true, "NewButtonWithIcon": true,
	"SetText": true, "SetPlaceHolder": true, "NewMenuItem": true, "NewMenu": true, "NewCheck": true, "submenu": true, "choice": true,
	"ShowInformation": true, "ShowCustom": true, "NewCustom": true, "NewText": true, "Heading": true, "Caption": true, "Wrapped": true, "NewLink": true, "QuietButton": true, "EmptyPanel": true, "item": true,
}

// proper lists the texts that are the same in every language.
var proper = map[string]bool{"Roadsnap": true, "Roadsnap ": true, "© OpenStreetMap contributors": true, "API ": true, "1:": true, " · ": true}

// TestNoBareCatalogue finds untranslated texts in calls of widgetCalls.
func TestNoBareCatalogue(t *testing.T) {
	letters := regexp.MustCompile(`\p{L}`)
	paths, err := filepath.Glob("../*/*.go")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no sources of the window found: %v", err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !widgetCalls[calledName(call)] {
				return true
			}
			for _, text := range bareTexts(call.Args) {
				if letters.MatchString(text) && !proper[text] {
					t.Errorf("%s: %q goes to the screen without a translation", fset.Position(call.Pos()), text)
				}
			}
			return true
		})
	}
}

func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	default:
		return ""
	}
}

// bareTexts returns the string literals in args and in their concatenations, without those
// that are arguments of other calls, such as T.
func bareTexts(args []ast.Expr) []string {
	var found []string
	for _, a := range args {
		switch e := a.(type) {
		case *ast.BasicLit:
			if s, err := strconv.Unquote(e.Value); err == nil {
				found = append(found, s)
			}
		case *ast.BinaryExpr:
			found = append(found, bareTexts([]ast.Expr{e.X, e.Y})...)
		}
	}
	return found
}

// TestToolkitCatalogue checks that all texts of the toolkit are translated into Vietnamese,
// by its English list.
func TestToolkitCatalogue(t *testing.T) {
	var ours map[string]any
	b, err := fs.ReadFile(assets.Translations(), "fyne.vi.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &ours); err != nil {
		t.Fatal(err)
	}
	b, err = os.ReadFile(toolkitFile(t, "lang/translations/base.en.json"))
	if err != nil {
		t.Fatal(err)
	}
	var theirs map[string]any
	if err := json.Unmarshal(b, &theirs); err != nil {
		t.Fatal(err)
	}
	for key := range theirs {
		if ours[key] == nil {
			t.Errorf("fyne.vi.json has no text for %q", key)
		}
	}
}

func TestNumbers(t *testing.T) {
	en, vi := text.Catalogue{Language: "en"}, text.Catalogue{Language: "vi"}
	for _, c := range []struct {
		name   string
		x      float64
		places int
		en, vi string
	}{
		{"small", 7, 0, "7", "7"},
		{"thousands", 1234567.891, 2, "1,234,567.89", "1.234.567,89"},
		{"three digits", 123, 0, "123", "123"},
		{"rounds up to four", 999.96, 1, "1,000.0", "1.000,0"},
		{"negative", -1234.5, 1, "–1,234.5", "–1.234,5"},
		{"no negative zero", -0.001, 1, "0.0", "0,0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := en.Number(c.x, c.places); got != c.en {
				t.Errorf("English: %q, want %q", got, c.en)
			}
			if got := vi.Number(c.x, c.places); got != c.vi {
				t.Errorf("Vietnamese: %q, want %q", got, c.vi)
			}
		})
	}
}

func TestNumbersAreRead(t *testing.T) {
	const none = -1
	for _, c := range []struct {
		text   string
		en, vi float64
	}{
		{"7", 7, 7}, {" 07 ", 7, 7}, {"1234567", 1234567, 1234567},
		{"1,234.5", 1234.5, none}, {"1.234,5", none, 1234.5},
		{"0.5", 0.5, none}, {"0,5", none, 0.5}, {"1.234", 1.234, 1234}, {"1,234", 1234, 1.234},
		{"1,234,567.25", 1234567.25, none}, {"12,34", none, 12.34}, {"1234,567", none, 1234.567}, {",500", none, none},
		{"", none, none}, {".", none, none}, {"5.", none, none}, {".5", none, none}, {"-1", none, none}, {"1e3", none, none},
		{"1 000", none, none}, {"٣", none, none}, {"NaN", none, none}, {strings.Repeat("9", 400), none, none},
	} {
		for language, want := range map[string]float64{"en": c.en, "vi": c.vi} {
			got, ok := text.Catalogue{Language: language}.ReadNumber(c.text)
			if ok != (want != none) || ok && got != want {
				t.Errorf("%s: %q is %v, %t; want %v", language, c.text, got, ok, want)
			}
		}
	}
}

// toolkitFile finds a file of the toolkit in the module cache.
func toolkitFile(t *testing.T, name string) string {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "fyne.io/fyne/v2").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(strings.TrimSpace(string(dir)), name)
}

func TestWordsTellOneFromMany(t *testing.T) {
	for _, c := range []struct{ language, key, n, want string }{
		{"en", "units.listed", "1", "1 unit"},
		{"en", "units.listed", "2", "2 units"},
		{"en", "units.listed", "0", "0 units"},
		{"en", "units.found", "1", "1 found"},
		{"vi", "units.listed", "1", "1 đơn vị"},
	} {
		words, err := text.Load(assets.Translations(), c.language)
		if err != nil {
			t.Fatal(err)
		}
		if got := words.T(c.key, "n", c.n); got != c.want {
			t.Errorf("%s, %s of %s: %q, want %q", c.language, c.key, c.n, got, c.want)
		}
	}
}

func TestDaysAreWrittenAsTheLanguageDoes(t *testing.T) {
	for language, want := range map[string]string{"en": "2025-06-30", "vi": "30/06/2025"} {
		if got := (text.Catalogue{Language: language}).Day(time.Date(2025, time.June, 30, 0, 0, 0, 0, time.UTC)); got != want {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
	}
}

func TestDurationsAreRounded(t *testing.T) {
	words, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"45s": "45 s", "59.7s": "1 min", "4m58s": "5 min", "59m40s": "1 h 00 min", "3h5m20s": "3 h 05 min", "40h59m31s": "41 h 00 min",
	} {
		d, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := words.Duration(d); got != want {
			t.Errorf("%s is written %q, want %q", text, got, want)
		}
	}
}
