// SPDX-License-Identifier: MIT

package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// describedAPI is the description for tests: a copy in which records may have no
// members that are not described. Clients must accept such members, but the
// server must not send any.
func describedAPI() (*openapi3.T, error) {
	d, err := described(description)
	return d.doc, err
}

// describedDocument is a description with its routes.
type describedDocument struct {
	doc    *openapi3.T
	router routers.Router
	err    error
}

// describedDocuments holds those that were loaded, by the place of their text.
var describedDocuments sync.Map

// described loads the text of a description, which servers of one configuration share.
func described(text []byte) (describedDocument, error) {
	d, known := describedDocuments.Load(&text[0])
	if !known {
		d, _ = describedDocuments.LoadOrStore(&text[0], loadDescription(text))
	}
	loaded := d.(describedDocument)
	return loaded, loaded.err
}

func loadDescription(text []byte) (d describedDocument) {
	if d.doc, d.err = openapi3.NewLoader().LoadFromData(text); d.err != nil {
		return d
	}
	closed := false
	for name, schema := range d.doc.Components.Schemas {
		if schema.Value.Properties != nil && schema.Value.AdditionalProperties.Has == nil && !slices.Contains(openSchemas, name) {
			schema.Value.AdditionalProperties = openapi3.BoolSchema{Has: &closed}
		}
	}
	d.router, d.err = gorillamux.NewRouter(d.doc)
	return d
}

// openSchemas are those of requests, whose unknown members are ignored.
var openSchemas = []string{"PathPoint", "SnapRequest", "TripPoint", "TripRequest", "LivePoint"}

// checkDescribed checks an answer against the description, and the request too if
// it was successful.
func checkDescribed(tb testing.TB, s *Server, sent *http.Request, got reply) {
	tb.Helper()
	if sent.Method == http.MethodHead || got.status == http.StatusNoContent {
		if len(got.body) > 0 {
			tb.Errorf("%s %s: a body where there must be none", sent.Method, sent.URL.Path)
		}
		return
	}
	api, err := described(s.described)
	if err != nil {
		tb.Fatal(err)
	}
	// The description contains paths, not hosts.
	r := sent.Clone(context.Background())
	r.URL = &url.URL{Path: sent.URL.Path, RawQuery: sent.URL.RawQuery}
	if strings.Contains(sent.URL.RawPath, "%2F") {
		r.URL.RawPath = sent.URL.RawPath
	}
	if q := r.URL.Query(); strings.Trim(q.Get("codes"), " ") != "" {
		// They are ignored, which a schema cannot express.
		q.Del("page")
		q.Del("size")
		r.URL.RawQuery = q.Encode()
	}
	r.Body = nil
	if sent.GetBody != nil {
		if r.Body, err = sent.GetBody(); err != nil {
			tb.Fatal(err)
		}
	}
	if got.status == http.StatusMethodNotAllowed || sent.Method == http.MethodOptions {
		r.Method, _, _ = strings.Cut(got.header.Get("Allow"), ",")
		r.Method = cmp.Or(r.Method, http.MethodGet)
	}
	route, params, err := api.router.FindRoute(r)
	if err != nil {
		if got.status != http.StatusNotFound {
			tb.Errorf("%s %s: status %d, but the description has: %v", sent.Method, sent.URL.Path, got.status, err)
		}
		checkErrorSchema(tb, got)
		return
	}
	input := &openapi3filter.RequestValidationInput{
		Request: r, PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true, MultiError: true},
	}
	if got.status == http.StatusOK {
		if err := openapi3filter.ValidateRequest(context.Background(), input); err != nil {
			tb.Errorf("%s %s: accepted, but by the description: %v", sent.Method, sent.URL, err)
		}
	}
	if err := openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: got.status, Header: got.header,
		Body: io.NopCloser(bytes.NewReader(got.body)), Options: input.Options,
	}); err != nil {
		tb.Errorf("%s %s: answer %d %s: by the description: %v", sent.Method, sent.URL, got.status, got.body, err)
	}
}

// checkErrorSchema checks an error for a path that is not in the description.
func checkErrorSchema(tb testing.TB, got reply) {
	tb.Helper()
	doc, err := describedAPI()
	if err != nil {
		tb.Fatal(err)
	}
	if err := doc.Components.Schemas["ErrorResponse"].Value.VisitJSON(got.json); err != nil {
		tb.Errorf("answer %s: by the description: %v", got.body, err)
	}
}

func TestDescriptionIsValid(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(description)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(context.Background(), openapi3.EnableExamplesValidation(), openapi3.EnableSchemaFormatValidation()); err != nil {
		t.Fatal(err)
	}
}

// TestDescriptionIsStrict checks what generated clients depend on and the validator of these
// tests does not: null has a type, and no member of a body has a default, because generators
// then demand the member.
func TestDescriptionIsStrict(t *testing.T) {
	var doc any
	if err := json.Unmarshal(description, &doc); err != nil {
		t.Fatal(err)
	}
	nulls := 0
	var visit func(path string, node any)
	visit = func(path string, node any) {
		switch node := node.(type) {
		case map[string]any:
			if node["nullable"] != nil {
				t.Errorf("%s: nullable has no meaning in OpenAPI 3.1", path)
			}
			if node["default"] != nil && strings.HasPrefix(path, "#/components/schemas/") {
				t.Errorf("%s: has a default", path)
			}
			if types, ok := node["type"].([]any); ok && slices.Contains(types, any("null")) || node["type"] == "null" {
				nulls++
			}
			for name, member := range node {
				visit(path+"/"+name, member)
			}
		case []any:
			for i, member := range node {
				visit(fmt.Sprintf("%s/%d", path, i), member)
			}
		}
	}
	visit("#", doc)
	if nulls == 0 {
		t.Error("no schema allows null")
	}
}

// TestDescriptionOfLocations checks that the description names the coordinates that this
// server sends, all of them required.
func TestDescriptionOfLocations(t *testing.T) {
	for keys, want := range map[LocationKeys]string{
		"": "lat lon latitude longitude", LocationLatLon: "lat lon", LocationLatitudeLongitude: "latitude longitude",
	} {
		s := startServer(t, func(o *Options) { o.LocationKeys = keys })
		doc, err := openapi3.NewLoader().LoadFromData(getReply(t, s, "/openapi.json").body)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(doc.Components.Schemas["Location"].Value.Required, " "); got != want {
			t.Errorf("%q: %s, want %s", keys, got, want)
		}
	}
}

// TestDescriptionIsComplete checks that everything has a description, and that
// every operation lists its errors.
func TestDescriptionIsComplete(t *testing.T) {
	doc, err := describedAPI()
	if err != nil {
		t.Fatal(err)
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			if op.OperationID == "" || op.Summary == "" || op.Description == "" || len(op.Tags) == 0 || op.Security == nil {
				t.Errorf("%s %s lacks id, summary, description, tags or security", method, path)
			}
			for _, p := range slices.Concat(item.Parameters, op.Parameters) {
				if p.Value.Description == "" || p.Value.Example == nil || p.Value.Schema == nil {
					t.Errorf("%s %s: parameter %s lacks description, example or schema", method, path, p.Value.Name)
				}
			}
			want := []string{"200", "403", "404", "405", "500"}
			if strings.HasPrefix(path, "/api/") {
				want = append(want, "400", "401", "429", "503")
			}
			if op.RequestBody != nil {
				want = append(want, "413", "415")
			}
			for _, status := range want {
				if op.Responses.Value(status) == nil {
					t.Errorf("%s %s: no answer %s", method, path, status)
				}
			}
			for status, r := range op.Responses.Map() {
				if r.Value.Headers["X-Request-Id"] == nil {
					t.Errorf("%s %s: answer %s without X-Request-Id", method, path, status)
				}
			}
		}
	}
	codesThere := doc.Components.Schemas["Error"].Value.Properties["code"].Value.Enum
	for _, code := range codes {
		if !slices.Contains(codesThere, any(code)) {
			t.Errorf("error code %s is not described", code)
		}
	}
}

// TestRoutesAreDescribed checks that the description and the table of routes have
// the same operations. HEAD accompanies GET in both.
func TestRoutesAreDescribed(t *testing.T) {
	doc, err := describedAPI()
	if err != nil {
		t.Fatal(err)
	}
	served, described := map[string]string{}, map[string]string{}
	for _, r := range routes {
		for method, op := range r.methods {
			served[method+" "+r.path] = op.id
		}
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			described[method+" "+path] = op.OperationID
		}
	}
	if !maps.Equal(served, described) {
		t.Errorf("served    %v\ndescribed %v", served, described)
	}
}

// TestFieldsAreDescribed compares the tables of fields with the description.
func TestFieldsAreDescribed(t *testing.T) {
	doc, err := describedAPI()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, schema string
		names        []string
		defaults     string
	}{
		{"/api/admin-unit/provinces", "Province", provinceFields.names(), "id,prov_code,prov_fname,prov_fne,level,region,sort"},
		{"/api/admin-unit/wards", "Ward", wardFields.names(), "id,prov_code,ward_code,ward_fname,ward_fne,level,region"},
	} {
		properties := slices.Sorted(maps.Keys(doc.Components.Schemas[c.schema].Value.Properties))
		if want := slices.Sorted(slices.Values(append(c.names, "geomLevel"))); !reflect.DeepEqual(properties, want) {
			t.Errorf("%s has %v, but the server has %v", c.schema, properties, want)
		}
		p := doc.Paths.Value(c.path).Get.Parameters.GetByInAndName("query", "fields")
		for _, name := range c.names {
			if !strings.Contains(p.Description, "`"+name+"`") {
				t.Errorf("%s: parameter fields does not describe %s", c.path, name)
			}
		}
		if p.Schema.Value.Default != c.defaults {
			t.Errorf("%s: fields has the default %v, want %s", c.path, p.Schema.Value.Default, c.defaults)
		}
	}
}

func TestDescriptionIsServed(t *testing.T) {
	s := startServer(t)
	got := getReply(t, s, "/openapi.json")
	if got.status != http.StatusOK || !bytes.Equal(got.body, description) {
		t.Errorf("status %d, %d bytes; want the %d of openapi.json", got.status, len(got.body), len(description))
	}
}

// TestNamesAreFree checks that no schema has the name that oapi-codegen gives the answer of an
// operation.
func TestNamesAreFree(t *testing.T) {
	doc, err := describedAPI()
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			name := strings.ToUpper(op.OperationID[:1]) + op.OperationID[1:] + "Response"
			if doc.Components.Schemas[name] != nil {
				t.Errorf("%s: rename the schema", name)
			}
		}
	}
}
