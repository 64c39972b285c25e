// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math"
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
	start, end int // of the number in the file
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
		add := func(list *[]parameter, name string, number ast.Expr, whole bool) {
			literal, ok := number.(*ast.BasicLit)
			if !ok {
				return
			}
			value, err := strconv.ParseFloat(strings.ReplaceAll(literal.Value, "_", ""), 64)
			if err == nil && value != 0 {
				at := set.Position(literal.Pos()).Offset
				*list = append(*list, parameter{name, value, whole, path, at, at + len(literal.Value)})
			}
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
					add(&m.parameters, key.Name, n.Value, whole[key.Name])
				}
			case *ast.ValueSpec:
				for i, v := range n.Values {
					if slices.Contains(constants, n.Names[i].Name) {
						literal, ok := v.(*ast.BasicLit)
						add(&rest, n.Names[i].Name, v, ok && literal.Kind == token.INT)
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

// with returns the files that changes concern, changed.
func (m *model) with(c changes) map[string][]byte {
	byPlace := slices.SortedFunc(slices.Values(m.parameters), func(a, b parameter) int { return b.start - a.start })
	changed := map[string][]byte{}
	for _, p := range byPlace { // the last one first, so that the places of the others stay
		v, ok := c[p.name]
		if !ok {
			continue
		}
		text := changed[p.file]
		if text == nil {
			text = m.files[p.file]
		}
		number := strconv.AppendFloat(nil, v, 'g', -1, 64)
		changed[p.file] = slices.Concat(text[:p.start], number, text[p.end:])
	}
	return changed
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
