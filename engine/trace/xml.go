// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"roadsnap/engine/internal/xmllimit"
)

// maxDepth is the maximum nesting of XML elements and JSON values. Real files
// stay below ten. The limit bounds the memory for a file of only opening tags.
const maxDepth = 64

// xmlFormat is a format of XML documents.
type xmlFormat struct {
	name  string   // in remedies
	root  string   // the root element
	parts []string // elements that also occur as the root of a fragment, in lower case
}

var xmlFormats = map[Format]xmlFormat{
	GPX: {name: "GPX", root: "gpx"},
	KML: {name: "KML", root: "kml", parts: []string{"document", "folder", "placemark"}},
	TCX: {name: "TCX", root: "TrainingCenterDatabase"},

	SheetXML: {name: "workbook", root: "Workbook"},
}

// xmlReader reads an XML document token by token, so that each error has a line
// and long files are not held in memory twice. It compares names without their
// namespace, because many exporters declare wrong ones or none.
type xmlReader struct {
	c      *collector
	dec    *xmllimit.Decoder
	format xmlFormat

	open  []xml.Name // the elements that are not closed
	start place      // of the last token
	chars strings.Builder
}

func newXMLReader(c *collector, r io.Reader, f Format) *xmlReader {
	x := &xmlReader{c: c, dec: xmllimit.NewDecoder(r), format: xmlFormats[f]}
	c.clock.location = time.UTC
	// Some exporters write a bare "&" in names, or HTML entities.
	x.dec.Strict = false
	x.dec.Entity = xml.HTMLEntity
	// The text has been converted to UTF-8, whatever it declares.
	x.dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return x
}

// depth returns the number of open elements.
func (x *xmlReader) depth() int { return len(x.open) }

// document checks the root and calls visit with each element below it that no
// call before has read. name is the element's in lower case. Of a document that
// is not well-formed, the points before the fault are kept.
func (x *xmlReader) document(visit func(name string, e xml.StartElement) error) error {
	err := x.elements(visit)
	var fault *Error
	var syntax *xml.SyntaxError
	line, column := x.dec.InputPos()
	switch {
	case err == nil:
	case errors.As(err, &fault):
		return err
	case errors.As(err, &syntax) && x.c.points > 1 && !x.c.opt.Strict:
		// The logger lost power, or the rest is damaged; the points before that are good.
		x.c.noteTruncated(x.start.line)
	case errors.As(err, &syntax) && syntax.Msg == unexpectedEOF && x.c.points > 1:
		return x.c.fault(ErrFormat, line, 0, "the file is truncated", "copy it again from where it came")
	case errors.As(err, &syntax):
		return x.c.fault(ErrFormat, line, column, "not well-formed XML: "+syntax.Msg, "export the file again")
	case errors.Is(err, xmllimit.ErrTag):
		return x.c.fault(ErrFormat, x.start.line, x.start.column, err.Error(), "export the file again")
	default: // an unsupported version in the XML declaration
		return x.c.fault(ErrFormat, line, column, err.Error(), "export the file again")
	}
	return nil
}

func (x *xmlReader) elements(visit func(name string, e xml.StartElement) error) error {
	for root := true; ; {
		tok, err := x.token()
		if errors.Is(err, io.EOF) {
			if root {
				return x.c.fault(ErrFormat, 0, 0, "no XML element in the file", "choose a "+x.format.name+" file")
			}
			return nil
		}
		if err != nil {
			return err
		}
		e, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		name := strings.ToLower(e.Name.Local)
		if root {
			root = false
			if strings.EqualFold(name, x.format.root) {
				continue
			}
			if !slices.Contains(x.format.parts, name) {
				return x.wrongRoot(e.Name.Local)
			}
		}
		if err := visit(name, e); err != nil {
			return err
		}
	}
}

// wrongRoot returns the error for a document of another kind.
func (x *xmlReader) wrongRoot(name string) error {
	remedy := "choose a " + x.format.name + " file"
	switch strings.ToLower(name) {
	case "osm":
		remedy = "this is a map: import it with roadsnap import"
	case "html":
		remedy = "this is a web page, perhaps a login or an error; download the file again"
	}
	return x.c.fault(ErrFormat, x.start.line, x.start.column,
		fmt.Sprintf("<%s> instead of <%s>", name, x.format.root), remedy)
}

// unexpectedEOF is the message of the error for a document that ends early.
const unexpectedEOF = "unexpected EOF"

// token returns the next token, or io.EOF at the end of a whole document. An end
// tag closes the elements within it that were left open. It costs a third less
// than Decoder.Token, which translates namespaces.
func (x *xmlReader) token() (xml.Token, error) {
	x.start.line, x.start.column = x.dec.InputPos()
	tok, err := x.dec.RawToken()
	if errors.Is(err, io.EOF) && len(x.open) > 0 {
		return nil, &xml.SyntaxError{Msg: unexpectedEOF}
	}
	if err != nil {
		return nil, err
	}
	switch t := tok.(type) {
	case xml.StartElement:
		if len(x.open) >= maxDepth {
			return nil, x.c.fault(ErrFormat, x.start.line, x.start.column, "elements are nested too deep", "export the file again")
		}
		x.open = append(x.open, t.Name)
	case xml.EndElement:
		i := len(x.open) - 1
		for i >= 0 && x.open[i] != t.Name {
			i--
		}
		if i < 0 {
			return nil, &xml.SyntaxError{Msg: "unexpected end element </" + t.Name.Local + ">"}
		}
		x.open = x.open[:i]
	}
	return tok, nil
}

// inside calls visit with each element within the one just begun that no call
// before has read. name is the element's in lower case.
func (x *xmlReader) inside(visit func(name string, e xml.StartElement) error) error {
	outside := x.depth() - 1
	for x.depth() > outside {
		tok, err := x.token()
		if err != nil {
			return err
		}
		if e, ok := tok.(xml.StartElement); ok {
			if err := visit(strings.ToLower(e.Name.Local), e); err != nil {
				return err
			}
		}
	}
	return nil
}

// text reads to the end of the element just begun and returns its text, without
// blanks at its ends.
func (x *xmlReader) text() (string, error) {
	x.chars.Reset()
	outside := x.depth() - 1
	for x.depth() > outside {
		tok, err := x.token()
		if err != nil {
			return "", err
		}
		if chars, ok := tok.(xml.CharData); ok {
			x.chars.Write(chars)
		}
	}
	return strings.TrimSpace(x.chars.String()), nil
}

// skipRecord leaves out the record that caused err and reads the rest of its
// element, until the depth is above.
func (x *xmlReader) skipRecord(err error, above int) error {
	if err := x.c.skip(err); err != nil {
		return err
	}
	for x.depth() > above {
		if _, err := x.token(); err != nil {
			return err
		}
	}
	return nil
}

// attribute returns the value of an attribute, "" if there is none.
func attribute(e xml.StartElement, name string) string {
	i := slices.IndexFunc(e.Attr, func(a xml.Attr) bool { return strings.EqualFold(a.Name.Local, name) })
	if i < 0 {
		return ""
	}
	return e.Attr[i].Value
}

// rootOf returns the name of the root element in lower case, "" if head has none.
func rootOf(head []byte) string {
	dec := xml.NewDecoder(bytes.NewReader(head))
	dec.Strict = false
	dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	for {
		tok, err := dec.RawToken()
		if err != nil {
			return ""
		}
		if e, ok := tok.(xml.StartElement); ok {
			return strings.ToLower(e.Name.Local)
		}
	}
}
