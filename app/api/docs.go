// SPDX-License-Identifier: MIT

package api

import (
	"compress/gzip"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"sync"

	"github.com/swaggest/swgui/v5/static"

	"roadsnap/assets"
)

// pages holds the pages of the server.
//
//go:embed pages
var pages embed.FS

// docsPolicy is the Content-Security-Policy of /docs: everything comes from this server, and
// no other page may show it in a frame. Swagger UI has icons as data in its style sheet.
const docsPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// docsFile is a file below /docs.
type docsFile struct {
	contentType string
	read        func() ([]byte, error)
	zipped      func() ([]byte, error) // the same as gzip; nil if there is none
}

// docsFiles are all files below /docs, by name.
var docsFiles = map[string]docsFile{
	"icon.png":             {contentType: "image/png", read: func() ([]byte, error) { return assets.Icon, nil }},
	"start.js":             {contentType: "text/javascript; charset=utf-8", read: once(pages, "pages/start.js")},
	"swagger-ui-bundle.js": {contentType: "text/javascript; charset=utf-8", read: unzipped("swagger-ui-bundle.js.gz"), zipped: once(static.FS, "swagger-ui-bundle.js.gz")},
	"swagger-ui.css":       {contentType: "text/css; charset=utf-8", read: unzipped("swagger-ui.css.gz"), zipped: once(static.FS, "swagger-ui.css.gz")},
}

// docsPage returns the page itself.
var docsPage = once(pages, "pages/docs.html")

// once returns a function that reads a file once, because each reading copies it.
func once(files fs.FS, name string) func() ([]byte, error) {
	return sync.OnceValues(func() ([]byte, error) { return fs.ReadFile(files, name) })
}

// docs answers with the page on which the operations can be tried.
func (s *Server) docs(dst []byte, r *request) ([]byte, error) {
	r.answer.Set("Content-Type", "text/html; charset=utf-8")
	r.answer.Set("Content-Security-Policy", docsPolicy)
	var err error
	r.constant, err = docsPage()
	return dst, err
}

// docsFile answers with a file of that page.
func (s *Server) docsFile(dst []byte, r *request) ([]byte, error) {
	file, ok := docsFiles[r.code]
	if !ok {
		return dst, &failure{status: http.StatusNotFound, message: "there is no such file; the page is at /docs"}
	}
	h, read := r.answer, file.read
	if file.zipped != nil && acceptsGzip(r.Header) {
		h.Set("Content-Encoding", "gzip")
		read = file.zipped
	}
	h.Add("Vary", "Accept-Encoding")
	h.Set("Content-Type", file.contentType)
	h.Set("Cache-Control", "private, max-age=3600")
	var err error
	r.constant, err = read()
	return dst, err
}

// unzipped returns a function that unpacks a file of Swagger UI once: clients without a key
// ask for it.
func unzipped(name string) func() ([]byte, error) {
	return sync.OnceValues(func() ([]byte, error) {
		f, err := static.FS.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close() //nolint:errcheck // only read from
		z, err := gzip.NewReader(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return io.ReadAll(z)
	})
}
