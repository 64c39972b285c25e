// SPDX-License-Identifier: MIT

package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layers are the packages of the module from top to bottom. A package imports
// only packages of lower layers; those of one layer do not know each other.
var layers = [][]string{
	{"app/roadsnap", "app/roadsnap-desktop"},
	{"app/metrics"},
	{"app/api", "app/listen", "app/doctest", "app/handover", "app/install", "ui/native"},
	{"app/download", "app/library", "app/fairqueue", "app/logsink", "app/compat", "app/live", "app/batch"},
	{"ui/shell"},
	{"ui/pointer", "ui/export", "ui/timeline", "ui/corrections", "ui/drafts", "ui/fares", "ui/zones", "ui/gis", "ui/keeper"},
	{"ui/trips/tripstest", "ui/places"},
	{"ui/trips", "ui/units", "ui/maps", "ui/server", "ui/mapview", "ui/find", "ui/mapping", "ui/addresses", "ui/register", "ui/reports", "ui/rules"},
	{"ui/files", "ui/inspector"},
	{"ui/kit", "ui/job/jobtest", "ui/kit/kittest", "ui/undo"},
	{"ui/text"},
	{"ui/mapdraw", "ui/mapdraw/export", "ui/settings", "ui/native/xinput", "data/gen", "data/gen/bigextract", "data/gen/trips"},
	{"ui/mapdraw/borders", "ui/mapdraw/sites", "ui/mapdraw/thematic"},
	{"ui/mapdraw/tile", "ui/mapdraw/overlay"},
	{"ui/mapdraw/label"},
	{"ui/mapdraw/text", "ui/maptest"},
	{"ui/mapdraw/style"},
	{"ui/mapdraw/raster", "ui/mapdraw/view", "ui/job", "ui/watch"},
	{"internal/reportmaker"},
	{"internal/reportfile"},
	{"engine"},
	{"engine/report"},
	{"engine/rows", "engine/unitfile", "engine/tripfile", "engine/workspace", "engine/zonefile", "engine/layer", "engine/choropleth"},
	{"engine/fare", "engine/zone"},
	{"engine/trip", "engine/fleet"},
	{"engine/trace", "engine/osmimport", "engine/unitimport", "engine/geofile"},
	{"engine/address", "engine/search"},
	{"engine/units", "engine/correction", "engine/regulation"},
	{"engine/match", "engine/match/score", "engine/coast"},
	{"engine/internal/roadtest", "internal/boundarytest"},
	{"engine/road", "engine/basemap", "engine/boundary", "engine/diagnostic"},
	{"engine/vector"},
	{"engine/internal/spatial", "engine/internal/packtest", "engine/internal/sqlitefile", "engine/internal/nest", "engine/crs", "engine/internal/chunk", "engine/internal/workbook"},
	{"engine/pack", "engine/internal/xmllimit"},
	{"engine/geo", "engine/errclass", "engine/yield", "engine/internal/parallel", "engine/internal/tcvn3", "internal/atomicfile", "internal/digits", "internal/workbook", "internal/diskspace"},
	{"internal/filelock"},
	{"assets", "data"},
}

// TestModelsKnowNoWidgets keeps the toolkit out of the view models, which stand next
// to their panels in files called model*.go.
func TestModelsKnowNoWidgets(t *testing.T) {
	models, err := filepath.Glob("../ui/*/model*.go")
	if err != nil || len(models) == 0 {
		t.Fatalf("found %d models, %v", len(models), err)
	}
	for _, name := range models {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range file.Imports {
			for _, banned := range []string{`"fyne.io/`, `"roadsnap/ui/kit`, `"net/http"`} {
				if strings.HasPrefix(i.Path.Value, banned) {
					t.Errorf("%s imports %s", name, i.Path.Value)
				}
			}
		}
	}
}

// goList runs go list in the module's root and returns its lines.
func goList(t *testing.T, args ...string) []string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-tags", "migrated_fynedo,no_emoji"}, args...)...)
	cmd.Dir = ".."
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go list %v: %v\n%s", args, err, out)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// TestImportsPointDown holds the order of the layers.
func TestImportsPointDown(t *testing.T) {
	rank := map[string]int{}
	for i, layer := range layers {
		for _, p := range layer {
			rank["roadsnap/"+p] = i
		}
	}
	for _, line := range goList(t, "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...") {
		fields := strings.Fields(line)
		from, known := rank[fields[0]]
		if !known {
			t.Errorf("%s has no layer: say in this test where it belongs", fields[0])
			continue
		}
		for _, imported := range fields[1:] {
			if to, ours := rank[imported]; ours && to <= from {
				t.Errorf("%s imports %s, which is not below it", fields[0], imported)
			}
		}
	}
}

// TestEngineKnowsNoFaces keeps windows and networks out of the engine, cgo out
// of the headless binary, and the toolkit out of what is drawn and presented.
func TestEngineKnowsNoFaces(t *testing.T) {
	for _, c := range []struct {
		packages string
		banned   []string
	}{
		{"./engine/...", []string{"fyne.io/", "net/http", "roadsnap/data", "roadsnap/assets"}},
		{"./ui/job/...", []string{"fyne.io/", "net/http"}},
		{"./ui/text", []string{"fyne.io/", "net/http"}},
		{"./ui/settings", []string{"fyne.io/", "net/http"}},
		{"./ui/mapdraw/...", []string{"fyne.io/", "net/http"}},
		{"./app/roadsnap", []string{"fyne.io/", "runtime/cgo", "roadsnap/ui"}},
	} {
		cmd := exec.Command("go", "list", "-deps", c.packages)
		cmd.Dir = ".."
		cmd.Env = append(cmd.Environ(), "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list -deps %s: %v", c.packages, err)
		}
		for dep := range strings.Lines(string(out)) {
			dep = strings.TrimSpace(dep)
			if i := slices.IndexFunc(c.banned, func(b string) bool {
				return dep == b || strings.HasPrefix(dep, strings.TrimSuffix(b, "/")+"/")
			}); i >= 0 {
				t.Errorf("%s depends on %s", c.packages, dep)
			}
		}
	}
}

// TestErrorsNameNoPackage reads the source: an error's text does not begin with the name
// of a package, because users read it. %w keeps the error's class.
func TestErrorsNameNoPackage(t *testing.T) {
	names := map[string]bool{}
	for _, p := range goList(t, "-f", "{{.Name}}", "./...") {
		names[p] = true
	}
	delete(names, "main")
	makes := map[string]bool{"errors.New": true, "fmt.Errorf": true, "errclass.New": true}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != ".." {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !makes[types.ExprString(call.Fun)] {
				return true
			}
			for _, arg := range call.Args {
				if text, ok := arg.(*ast.BasicLit); ok && text.Kind == token.STRING {
					if first, _, found := strings.Cut(strings.Trim(text.Value, "`\""), ": "); found && names[first] {
						t.Errorf("%s: the error %s begins with the name of a package", set.Position(call.Pos()), text.Value)
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
