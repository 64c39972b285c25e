// SPDX-License-Identifier: MIT

package shell

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2/theme"
	"golang.org/x/image/font/sfnt"

	"roadsnap/assets"
	"roadsnap/ui/text"
)

// TestEveryLetterIsInTheFontsThatComeWithTheProgram checks the embedded fonts. Other
// letters would need a system font, and show as a box without one.
func TestEveryLetterIsInTheFontsThatComeWithTheProgram(t *testing.T) {
	var fonts []*sfnt.Font
	for _, r := range [][]byte{theme.DefaultTextFont().Content(), theme.DefaultSymbolFont().Content()} {
		f, err := sfnt.Parse(r)
		if err != nil {
			t.Fatal(err)
		}
		fonts = append(fonts, f)
	}
	var buf sfnt.Buffer
	missing := func(r rune) bool {
		for _, f := range fonts {
			if glyph, err := f.GlyphIndex(&buf, r); err == nil && glyph != 0 {
				return false
			}
		}
		return r > ' '
	}
	check := func(where, text string) {
		for _, r := range text {
			if missing(r) {
				t.Errorf("%s: %q has %q, which no font has", where, text, r)
			}
		}
	}
	if !missing('\u25cf') {
		t.Error("a black circle is in the fonts: the search in them is broken")
	}
	for _, l := range text.Languages {
		words, err := fs.ReadFile(assets.Translations(), l.Tag+".json")
		if err != nil {
			t.Fatal(err)
		}
		check(l.Tag+".json", string(words))
	}
	var paths []string
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && !strings.HasPrefix(path, "mapdraw") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil || len(paths) == 0 {
		t.Fatalf("no sources of the window found: %v", err)
	}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					check(path, text)
				}
			}
			return true
		})
	}
}
