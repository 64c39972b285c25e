// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Example is a request of an operation, made of the examples of the API's description.
type Example struct {
	Method  string
	Target  string      // path and query, escaped
	Headers [][2]string // names and values, without the key
	Body    string      // JSON, empty for none
}

// exampleSource is the part of the description that examples are made of.
type exampleSource struct {
	Paths      map[string]map[string]json.RawMessage
	Components struct{ Parameters map[string]exampleParameter }
}

type exampleParameter struct {
	Ref      string `json:"$ref"`
	Name, In string
	Required bool
	Example  any
}

type exampleOperation struct {
	OperationID string
	Parameters  []exampleParameter
	RequestBody struct {
		Content map[string]struct {
			Example  json.RawMessage
			Examples map[string]struct{ Value json.RawMessage }
		}
	}
}

var examples = sync.OnceValue(func() map[string]Example {
	var d exampleSource
	if json.Unmarshal(description, &d) != nil {
		return nil // a test reads the description
	}
	list := map[string]Example{}
	for path, item := range d.Paths {
		var shared []exampleParameter
		_ = json.Unmarshal(item["parameters"], &shared) // absent where there are none
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			var o exampleOperation
			if json.Unmarshal(item[strings.ToLower(method)], &o) == nil && o.OperationID != "" && strings.HasPrefix(path, "/api/") {
				if e, ok := d.example(method, path, append(shared, o.Parameters...), o); ok {
					list[o.OperationID] = e
				}
			}
		}
	}
	return list
})

// example returns the request with all required parameters. ok is false if an example is
// missing, or if the body is not JSON.
func (d *exampleSource) example(method, path string, parameters []exampleParameter, o exampleOperation) (e Example, ok bool) {
	e = Example{Method: method, Target: path}
	query := url.Values{}
	for _, p := range parameters {
		if name, isRef := strings.CutPrefix(p.Ref, "#/components/parameters/"); isRef {
			p = d.Components.Parameters[name]
		}
		if !p.Required {
			continue
		}
		value := fmt.Sprint(p.Example)
		if n, ok := p.Example.(float64); ok {
			value = strconv.FormatFloat(n, 'f', -1, 64)
		}
		switch p.In {
		case "path":
			e.Target = strings.ReplaceAll(e.Target, "{"+p.Name+"}", url.PathEscape(value))
		case "query":
			query.Set(p.Name, value)
		case "header":
			e.Headers = append(e.Headers, [2]string{p.Name, value})
		}
	}
	if len(query) > 0 {
		e.Target += "?" + query.Encode()
	}
	if method == http.MethodGet {
		return e, true
	}
	content := o.RequestBody.Content["application/json"]
	body := content.Example
	for _, name := range slices.Sorted(maps.Keys(content.Examples)) {
		if body == nil {
			body = content.Examples[name].Value
		}
	}
	var text bytes.Buffer
	if body == nil || json.Compact(&text, body) != nil {
		return e, false
	}
	e.Body = text.String()
	return e, true
}

// ExampleOf returns an example of an operation below /api. ok is false if there is none.
func ExampleOf(operation string) (e Example, ok bool) {
	e, ok = examples()[operation]
	return e, ok
}
