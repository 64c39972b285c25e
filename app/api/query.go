// SPDX-License-Identifier: MIT

package api

import (
	"net/url"
	"strings"
)

// query holds the parameters of a request in order, decoded as a form
// (application/x-www-form-urlencoded). Unlike url.ParseQuery it never drops one
// silently: a text that cannot be decoded is kept as a fault of its parameter.
type query []parameter

type parameter struct {
	name, value string
	malformed   bool // invalid percent-encoding
}

func parseQuery(raw string) query {
	var q query
	for raw != "" {
		var pair string
		pair, raw, _ = strings.Cut(raw, "&")
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(name)
		if err != nil {
			continue // no operation has this parameter
		}
		value, err = url.QueryUnescape(value)
		q = append(q, parameter{name: name, value: value, malformed: err != nil})
	}
	return q
}

// names returns the names of all parameters.
func (q query) names() []string {
	names := make([]string, len(q))
	for i, p := range q {
		names[i] = p.name
	}
	return names
}

// one returns the value of name, which may occur at most once. For an invalid
// value it adds a fault and returns ok false and found true.
func (q query) one(name string, f *faults) (value string, found, ok bool) {
	ok = true
	for _, p := range q {
		if p.name != name {
			continue
		}
		if found {
			f.add(name, "must not be repeated")
			return "", true, false
		}
		value, found = p.value, true
		ok = !p.malformed
	}
	if !ok {
		f.add(name, "is not percent-encoded correctly")
	}
	return value, found, ok
}

// boolean returns the value of name, which must be true or false if present.
func (q query) boolean(name string, f *faults) bool {
	value, found, ok := q.one(name, f)
	if !ok || !found {
		return false
	}
	if value != "true" && value != "false" {
		f.add(name, "must be true or false")
	}
	return value == "true"
}
