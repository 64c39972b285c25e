// SPDX-License-Identifier: MIT

package crs

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The limits of a well-known text.
const (
	maxText  = 64 << 10 // bytes
	maxDepth = 32       // nesting
)

var errNoText = errors.New("it is not well-known text")

// node is a keyword of well-known text with what is in its brackets. A nil node has
// nothing.
type node struct {
	keyword  string // in upper case
	texts    []string
	numbers  []float64
	children []*node
}

func (n *node) is(keywords ...string) bool { return slices.Contains(keywords, n.keyword) }

// child returns the first child with one of the keywords, nil if there is none.
func (n *node) child(keywords ...string) *node {
	if n == nil {
		return nil
	}
	for _, c := range n.children {
		if c.is(keywords...) {
			return c
		}
	}
	return nil
}

// text returns a quoted text, "" if there is none.
func (n *node) text(i int) string {
	if n == nil || i >= len(n.texts) {
		return ""
	}
	return n.texts[i]
}

// number returns a number, NaN if there is none.
func (n *node) number(i int) float64 {
	if n == nil || i >= len(n.numbers) {
		return math.NaN()
	}
	return n.numbers[i]
}

// parser reads well-known text.
type parser struct {
	rest  string
	depth int
}

func parse(text string) (*node, error) {
	if len(text) > maxText {
		return nil, errNoText
	}
	p := parser{rest: strings.TrimPrefix(text, "\ufeff")}
	n, err := p.node()
	if err == nil && n == nil {
		err = errNoText
	}
	return n, err
}

// node reads a keyword and its brackets. It returns nil for a keyword without brackets,
// as of an axis.
func (p *parser) node() (*node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, errNoText
	}
	defer func() { p.depth-- }()
	p.space()
	end := strings.IndexFunc(p.rest, func(r rune) bool { return !isWord(r) })
	if end <= 0 {
		return nil, errNoText
	}
	n := &node{keyword: strings.ToUpper(p.rest[:end])}
	p.rest = p.rest[end:]
	if p.space(); !p.accept("[(") {
		return nil, nil //nolint:nilnil // a bare keyword
	}
	for {
		if err := p.value(n); err != nil {
			return nil, err
		}
		if p.space(); p.accept(",") {
			continue
		}
		if p.accept("])") {
			return n, nil
		}
		return nil, errNoText
	}
}

// value reads a text, a number or a node in the brackets of n.
func (p *parser) value(n *node) error {
	p.space()
	switch {
	case p.rest == "":
		return errNoText
	case p.accept(`"`):
		text, rest, found := strings.Cut(p.rest, `"`)
		if !found {
			return errNoText
		}
		n.texts, p.rest = append(n.texts, text), rest
	case strings.ContainsRune("+-.0123456789", rune(p.rest[0])):
		end := strings.IndexFunc(p.rest, func(r rune) bool { return !strings.ContainsRune("+-.0123456789eE", r) })
		if end < 0 {
			return errNoText
		}
		v, err := strconv.ParseFloat(p.rest[:end], 64)
		if err != nil {
			return errNoText
		}
		n.numbers, p.rest = append(n.numbers, v), p.rest[end:]
	default:
		child, err := p.node()
		if err != nil {
			return err
		}
		if child != nil {
			n.children = append(n.children, child)
		}
	}
	return nil
}

func (p *parser) space() { p.rest = strings.TrimLeft(p.rest, " \t\r\n") }

// accept reads the next byte if it is one of set.
func (p *parser) accept(set string) bool {
	if p.rest == "" || strings.IndexByte(set, p.rest[0]) < 0 {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func isWord(r rune) bool {
	return r == '_' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
}
