// SPDX-License-Identifier: MIT

package shell_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"roadsnap/ui/kit"
	"roadsnap/ui/shell"
)

// buttonsOf returns the buttons in an object, visible or not.
func buttonsOf(o fyne.CanvasObject) (list []*kit.Button) {
	var children []fyne.CanvasObject
	switch o := o.(type) {
	case nil:
	case *kit.Button:
		list = append(list, o)
	case *fyne.Container:
		children = o.Objects
	case fyne.Widget:
		children = test.WidgetRenderer(o).Objects()
	}
	for _, child := range children {
		list = append(list, buttonsOf(child)...)
	}
	return list
}

// TestButtonsSayWhatTheyDo opens every panel with something in it, in both languages.
func TestButtonsSayWhatTheyDo(t *testing.T) {
	for _, c := range []struct {
		language, trips, inspected string
		tips                       []string
	}{
		{"en", "Try sample trips", "Distance", []string{
			"Zoom in (+)", "Zoom out (–)", "Fit to window (Home)", "Measure (M)", "Close (Ctrl+I)",
			"Show wards", "Zoom to whole country", "Export units", "Cancel",
		}},
		{"vi", "Thử chuyến đi mẫu", "Quãng đường", []string{
			"Phóng to (+)", "Thu nhỏ (–)", "Vừa cửa sổ (Home)", "Đo khoảng cách, diện tích (M)", "Đóng (Ctrl+I)",
			"Hiện đơn vị cấp xã", "Phóng tới cả nước", "Xuất đơn vị", "Hủy",
		}},
	} {
		t.Run(c.language, func(t *testing.T) {
			d := start(t)
			shell.ChooseLanguage(d.app.Preferences(), c.language)
			d.restart()
			d.resize(1300, 820)
			d.tap(c.trips)
			d.waitFor(c.inspected) // of the first trip
			seen := map[string]bool{}
			for _, panel := range []string{"1", "2", "3", "4"} {
				d.key(panel)
				for _, b := range buttonsOf(d.window.Content()) {
					if seen[b.Tip()] = true; b.Text == "" && b.Tip() == "" {
						t.Errorf("panel %s has a button with neither text nor tip: %s", panel, b.Icon.Name())
					}
				}
			}
			for _, tip := range c.tips {
				if !seen[tip] {
					t.Errorf("no button has the tip %q", tip)
				}
			}
		})
	}
}

// TestButtonsWithAnIconAloneHaveTips finds buttons without text that were not made by the
// function that requires a tip.
func TestButtonsWithAnIconAloneHaveTips(t *testing.T) {
	paths, err := filepath.Glob("../*/*.go")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no sources of the window found: %v", err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") || filepath.Dir(path) == "../kit" {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) < 2 {
				return true
			}
			made, isMade := call.Fun.(*ast.SelectorExpr)
			text, isText := call.Args[0].(*ast.BasicLit)
			none, isName := call.Args[1].(*ast.Ident)
			if isName && none.Name == "nil" {
				return true // it gets a text later
			}
			if isMade && isText && text.Value == `""` && strings.HasSuffix(made.Sel.Name, "Button") {
				t.Errorf("%s: use kit.IconButton", fset.Position(call.Pos()))
			}
			return true
		})
	}
}

func TestTipOfAButtonIsShownInTheWindow(t *testing.T) {
	d := start(t)
	x := d.icons("zoom-in")
	if len(x) != 1 {
		t.Fatalf("%d pictures to zoom in", len(x))
	}
	s, _ := x[0].spotOn(hoverable)
	d.hoverSpot(s)
	d.waitFor("Zoom in (+)")
	d.leave()
	d.mustNotSee("Zoom in (+)")
}
