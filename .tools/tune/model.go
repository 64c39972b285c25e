// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// untuned are the parameters that are not tried, and why.
var untuned = map[string]string{
	"maxLinks": "bounds the time", "beam": "bounds the time", "reach": "bounds the time",
	"longStep": "bounds the time", "longStepSources": "bounds the time", "maxDetour": "bounds the time",
	"detourBase": "bounds the time", "effort": "bounds the time", "effortPerFix": "bounds the time",
	"effortSpent": "bounds the time", "outlierSlack": "bounds the time",
	"inferredDistance": "describes the result", "inferredRatio": "describes the result",
	"headingSigma": "no trace states headings",
}

// constants are the constants that are tried, besides the numbers in newModel.
var constants = []string{
	"shiftSigma", "shiftResidual", "shiftTail", "shiftMemory", "shiftFewest", "shiftMost",
	"huberThreshold", "outlyingTail", "outlyingRadius", "usualShare", "stopRadius", "smoothingReach",
}

// model is the source of the parameters.
type model struct {
	files      map[string][]byte // by path
	parameters []parameter       // those of newModel first, in the order of the source
}

// parameter is a number in the source.
type parameter struct {
	name       string
	value      float64
	whole      bool
	file       string
	start, end int // of the number in the file or, if it is a constant, of the name
	constant   bool
}

// changes are new values of parameters, by name.
type changes map[string]float64

func (c changes) String() string {
	if len(c) == 0 {
		return "the model as it is"
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(c)) {
		parts = append(parts, fmt.Sprintf("%s %.4g", name, c[name]))
	}
	return strings.Join(parts, ", ")
}

// setting returns c in the form that the copy of the program reads.
func (c changes) setting() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(c)) {
		parts = append(parts, name+"="+strconv.FormatFloat(c[name], 'g', -1, 64))
	}
	return strings.Join(parts, ",")
}

// and returns c with one more change.
func (c changes) and(name string, value float64) changes {
	more := maps.Clone(c)
	more[name] = value
	return more
}

// readModel finds the parameters in source files, by path: the numbers in the composite
// literal that newModel returns, and constants.
func readModel(files map[string][]byte) (*model, error) {
	m := &model{files: files}
	var rest []parameter
	for _, path := range slices.Sorted(maps.Keys(files)) {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, files[path], 0)
		if err != nil {
			return nil, err
		}
		number := func(name string, value, at ast.Expr) (parameter, bool) {
			literal, ok := value.(*ast.BasicLit)
			if !ok {
				return parameter{}, false
			}
			v, err := strconv.ParseFloat(strings.ReplaceAll(literal.Value, "_", ""), 64)
			start, end := set.Position(at.Pos()).Offset, set.Position(at.End()).Offset
			return parameter{name: name, value: v, file: path, start: start, end: end}, err == nil && v != 0
		}
		whole := map[string]bool{}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				if t, ok := n.Type.(*ast.Ident); ok && t.Name == "int" {
					for _, name := range n.Names {
						whole[name.Name] = true
					}
				}
			case *ast.FuncDecl:
				return n.Name.Name == "newModel"
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && path == modelFile && untuned[key.Name] == "" {
					if p, ok := number(key.Name, n.Value, n.Value); ok {
						p.whole = whole[key.Name]
						m.parameters = append(m.parameters, p)
					}
				}
			case *ast.ValueSpec:
				for i, v := range n.Values {
					if p, ok := number(n.Names[i].Name, v, n.Names[i]); ok && slices.Contains(constants, p.name) {
						p.constant = true
						rest = append(rest, p)
					}
				}
			}
			return true
		})
	}
	if len(m.parameters) == 0 {
		return nil, fmt.Errorf("%s: newModel holds no numbers", modelFile)
	}
	m.parameters = append(m.parameters, rest...)
	return m, nil
}

// keep leaves out all parameters but those named.
func (m *model) keep(names []string) error {
	var kept []parameter
	for _, name := range names {
		i := slices.IndexFunc(m.parameters, func(p parameter) bool { return p.name == name })
		if i < 0 {
			return fmt.Errorf("-only: %q is neither a number in newModel nor one of the constants that are tried", name)
		}
		kept = append(kept, m.parameters[i])
	}
	m.parameters = kept
	return nil
}

// settingVariable is the environment variable from which the copy of the program reads
// the parameters that are changed: "NAME=NUMBER,...".
const settingVariable = "ROADSNAP_TUNE"

// reader is the source that is added to the copy of the program.
const reader = `package match

import (
	"os"
	"strconv"
	"strings"
)

func tuned[T int | float64](name string, usual T) T {
	for part := range strings.SplitSeq(os.Getenv("` + settingVariable + `"), ",") {
		if key, value, _ := strings.Cut(part, "="); key == name {
			v, err := strconv.ParseFloat(value, 64)
			if err != nil {
				panic(err)
			}
			return T(v)
		}
	}
	return usual
}
`

// adjustable returns the files in which the parameters are read from the environment. A
// number in newModel becomes a call, a constant a variable.
func (m *model) adjustable() map[string][]byte {
	files := map[string][]byte{}
	added := []byte(reader)
	byPlace := slices.SortedFunc(slices.Values(m.parameters), func(a, b parameter) int { return b.start - a.start })
	for _, p := range byPlace { // the last one first, so that the places of the others stay
		text := files[p.file]
		if text == nil {
			text = m.files[p.file]
		}
		kind := "float64"
		if p.whole {
			kind = "int"
		}
		call := fmt.Sprintf("tuned[%s](%q, %v)", kind, p.name, p.value)
		if p.constant {
			added = fmt.Appendf(added, "\nvar %s = %s\n", p.name, call)
			call = "_"
		}
		files[p.file] = slices.Concat(text[:p.start], []byte(call), text[p.end:])
	}
	files[modelFolder+"/tuned.go"] = added
	return files
}

// overlay writes the files that differ in the copy of the program in root to a folder, and
// returns the path of the list for `go build -overlay`.
func (m *model) overlay(folder, root string) (list string, err error) {
	replace := map[string]string{}
	for path, text := range m.adjustable() {
		whole, err := filepath.Abs(filepath.Join(root, path))
		if err != nil {
			return "", err
		}
		replace[whole] = filepath.Join(folder, filepath.Base(path))
		if err := os.WriteFile(replace[whole], text, 0o644); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	list = filepath.Join(folder, "overlay.json")
	return list, os.WriteFile(list, text, 0o644)
}

// times returns the value of a parameter multiplied by a factor, rounded to three digits.
// A whole number changes by at least one.
func (p parameter) times(factor float64) float64 {
	v := p.value * factor
	if p.whole {
		v = math.Round(v)
		if v == p.value {
			v += math.Copysign(1, factor-1)
		}
		return v
	}
	digits := math.Pow(10, 2-math.Floor(math.Log10(math.Abs(v))))
	return math.Round(v*digits) / digits
}
