// SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/basemap"
	"roadsnap/engine/errclass"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/osmimport"
	"roadsnap/engine/pack"
)

// TestEverySentinelHasAClass reads the source: each exported Err… of the engine is made
// by errclass, and says in its comment when it is returned.
func TestEverySentinelHasAClass(t *testing.T) {
	sentinels := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				for i, name := range v.Names {
					if !strings.HasPrefix(name.Name, "Err") {
						continue
					}
					sentinels++
					if v.Doc == nil && g.Doc == nil {
						t.Errorf("%s: %s has no comment", path, name.Name)
					}
					if i >= len(v.Values) || !madeByErrclass(v.Values[i]) {
						t.Errorf("%s: %s has no class; make it with errclass.New", path, name.Name)
					}
				}
			}
		}
		return nil
	})
	if err != nil || sentinels < 40 {
		t.Fatalf("%d sentinels, %v", sentinels, err)
	}
}

func madeByErrclass(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	p, ok := f.X.(*ast.Ident)
	return ok && p.Name == "errclass"
}

func TestClass(t *testing.T) {
	for _, c := range []struct {
		err  error
		want errclass.Class
	}{
		{nil, ""},
		{errors.New("surprise"), errclass.Internal},
		{ErrNoMap, errclass.NoMap},
		{fmt.Errorf("trip %d: %w", 7, match.ErrNoRoad), errclass.NoRoad},
		{osmimport.ErrTruncated, errclass.OSMTruncated},
		{osmimport.ErrCorrupt, errclass.OSMCorrupt},
		{fmt.Errorf("%w: %w", pack.ErrCorrupt, syscall.ENOSPC), errclass.PackCorrupt},
		{fmt.Errorf("%w: %w", fs.ErrNotExist, pack.ErrCorrupt), errclass.PackCorrupt},
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.ENOENT}, errclass.NoFile},
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, errclass.NoPermission},
		{syscall.ENOSPC, errclass.DiskFull},
		{context.Canceled, errclass.Canceled},
		{context.DeadlineExceeded, errclass.TimedOut},
	} {
		if got := Class(c.err); got != c.want {
			t.Errorf("%v is of class %q, want %q", c.err, got, c.want)
		}
	}
	if !errors.Is(osmimport.ErrTruncated, osmimport.ErrCorrupt) || errors.Is(osmimport.ErrCorrupt, osmimport.ErrTruncated) {
		t.Error("a truncated extract is a damaged one, and not the other way round")
	}
}

// TestOffTheMap checks that a trip and a path far from the map fail for the same reason.
func TestOffTheMap(t *testing.T) {
	e, err := New(Options{Units: data.Units()})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		t.Fatal(err)
	}
	path := []geo.Point{{Lat: 10.77, Lon: 106.70}, {Lat: 10.78, Lon: 106.70}}
	result, err := e.Match(t.Context(), match.Path(path), match.MotorVehicle)
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Snap(t.Context(), path, false)
	if Class(err) != errclass.NoRoad || Class(result.Err()) != errclass.NoRoad {
		t.Errorf("snap: %v; match: %v", err, result.Err())
	}
}

// TestGuardLetsFaultsOfTheProgramPass panics in a callback: on a whole map that is the
// caller's fault, on a damaged one it may come from the damage.
func TestGuardLetsFaultsOfTheProgramPass(t *testing.T) {
	visit := func(t *testing.T, bytes []byte) (err error, panicked any) {
		e, newErr := New(Options{Units: data.Units()})
		if newErr != nil {
			t.Fatal(newErr)
		}
		defer e.Close()
		if err := e.OpenBytes("x", bytes); err != nil {
			t.Fatal(err)
		}
		defer func() { panicked = recover() }()
		var none []int
		earth := geo.Bounds{South: -90, West: -180, North: 90, East: 180}
		return e.Visit(14, earth.Fixed(), func(basemap.Feature) bool { return none[1] == 0 }), nil
	}
	if err, panicked := visit(t, data.SamplePack); panicked == nil {
		t.Errorf("a panic of the caller on a whole map became %v", err)
	}
	damaged := append([]byte(nil), data.SamplePack...)
	p, err := pack.OpenBytes("whole", damaged)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range p.Sections() {
		if s.Tag == "BADA" { // not read by the visit, nor by opening
			damaged[s.Offset] ^= 0xff
		}
	}
	if err, panicked := visit(t, damaged); panicked != nil || Class(err) != errclass.PackCorrupt {
		t.Errorf("a panic on a damaged map: %v, panic %v", err, panicked)
	}
}
