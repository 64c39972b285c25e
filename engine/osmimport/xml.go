// SPDX-License-Identifier: MIT

package osmimport

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/paulmach/osm"

	"roadsnap/engine/geo"
)

// maxElement is the maximum size of one object of an XML file (bytes). A relation of
// 30,000 members, the most that OpenStreetMap allows, takes a tenth of it.
const maxElement = 16 << 20

// packing is the compression method of an XML file.
type packing uint8

const (
	notPacked packing = iota
	packedGzip
	packedBzip2
)

// xmlExtract reads an XML file, compressed or not.
type xmlExtract struct {
	*source
	packing packing
	boxes   []geo.FixedBounds // declared by the file
}

func (x *xmlExtract) once() bool { return true }

func (x *xmlExtract) time() (time.Time, bool) { return time.Time{}, false }

// bounds returns the box of the file. known is false if it has several, because a
// merged file does not cover the area between them.
func (x *xmlExtract) bounds() (geo.FixedBounds, bool) {
	if len(x.boxes) != 1 {
		return geo.NoFixedBounds, false
	}
	return x.boxes[0], true
}

func (x *xmlExtract) scan(s sink) error {
	// Elements are read in small pieces. Without a buffer each would check the
	// context and call the hash.
	file := bufio.NewReaderSize(x.stream(), 1<<16)
	unpacked, err := x.unpack(file)
	if err != nil {
		return err
	}
	start := bufio.NewReaderSize(unpacked, sniffSize)
	head, err := start.Peek(sniffSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return x.explain(err)
	}
	if err := checkXMLStart(head); err != nil {
		return err
	}
	if err := x.scanObjects(start, s); err != nil {
		return err
	}
	// Data after the compressed stream counts for the checksum of the file.
	_, err = io.Copy(io.Discard, file)
	return err
}

func (x *xmlExtract) unpack(r io.Reader) (io.Reader, error) {
	switch x.packing {
	case packedGzip:
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, x.explain(err)
		}
		return z, nil
	case packedBzip2:
		return bzip2.NewReader(r), nil
	default:
		return r, nil
	}
}

// checkXMLStart returns an error unless head is the beginning of an OpenStreetMap XML
// file.
func checkXMLStart(head []byte) error {
	if len(head) == 0 {
		return fmt.Errorf("%w: the file is empty", ErrFormat)
	}
	root, err := rootElement(head)
	switch {
	case err != nil:
		return err
	case root == "osm":
		return nil
	case root == "osmChange":
		return fmt.Errorf("%w: it is a change file, not a map", ErrFormat)
	case root == "":
		return fmt.Errorf("%w: it is neither PBF nor XML", ErrFormat)
	default:
		return fmt.Errorf("%w: it is XML of another kind, <%s>", ErrFormat, strconv.QuoteToASCII(root))
	}
}

// rootElement returns the name of the first element, or "" if head is not XML.
func rootElement(head []byte) (string, error) {
	d := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))))
	d.CharsetReader = func(string, io.Reader) (io.Reader, error) {
		return nil, fmt.Errorf("%w: its XML is not in UTF-8", ErrFormat)
	}
	for {
		token, err := d.RawToken()
		switch t := token.(type) {
		case xml.StartElement:
			return t.Name.Local, nil
		case xml.CharData:
			if len(bytes.TrimSpace(t)) > 0 {
				return "", nil
			}
		}
		var syntax *xml.SyntaxError
		switch {
		case err == nil:
		case errors.Is(err, ErrFormat):
			return "", err
		case errors.As(err, &syntax) && bytes.HasPrefix(bytes.TrimSpace(head), []byte("<")):
			return "", fmt.Errorf("%w: %w", ErrTruncated, err)
		default:
			return "", nil
		}
	}
}

func (x *xmlExtract) scanObjects(r io.Reader, s sink) error {
	limit := &elementLimit{r: r, left: maxElement}
	decoder := xml.NewDecoder(limit)
	c := xmlConverter{sink: s}
	for {
		if err := x.ctx.Err(); err != nil {
			return err
		}
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return x.explain(err)
		}
		start, begins := token.(xml.StartElement)
		if !begins {
			continue
		}
		object := objectNamed(start.Name.Local)
		if object == nil {
			continue
		}
		line, _ := decoder.InputPos()
		if err := decoder.DecodeElement(object, &start); err != nil {
			return x.explain(badElement(err, start.Name.Local, line))
		}
		c.placed = hasPosition(&start)
		if b, ok := object.(*osm.Bounds); ok {
			x.sawBounds(geo.Bounds{South: b.MinLat, West: b.MinLon, North: b.MaxLat, East: b.MaxLon})
		}
		if err := c.deliver(object); err != nil {
			return err
		}
		limit.left = maxElement
	}
}

// badElement adds the place to an error of decoding an element, unless it has one.
func badElement(err error, name string, line int) error {
	var number *strconv.NumError
	var stamp *time.ParseError
	switch {
	case errors.As(err, &number):
		return fmt.Errorf("the element <%s> in line %d has the invalid number %q", strings.ToLower(name), line, number.Num)
	case errors.As(err, &stamp):
		return fmt.Errorf("the element <%s> in line %d has the invalid time %q", strings.ToLower(name), line, stamp.Value)
	}
	return err
}

// objectNamed returns an empty object for an element, or nil if the element is not one
// that a map is made of.
func objectNamed(element string) osm.Object {
	switch strings.ToLower(element) {
	case "bounds":
		return new(osm.Bounds)
	case "node":
		return new(osm.Node)
	case "way":
		return new(osm.Way)
	case "relation":
		return new(osm.Relation)
	}
	return nil
}

// hasPosition reports whether an element has a latitude and a longitude. Deleted nodes
// have none.
func hasPosition(start *xml.StartElement) bool {
	has := func(name string) bool {
		return slices.ContainsFunc(start.Attr, func(a xml.Attr) bool { return a.Name.Local == name })
	}
	return has("lat") && has("lon")
}

// maxBoxes is the number of boxes of a file that are kept. bounds only distinguishes
// one from several.
const maxBoxes = 2

func (x *xmlExtract) sawBounds(b geo.Bounds) {
	if box, ok := boxOf(b); ok && len(x.boxes) < maxBoxes {
		x.boxes = append(x.boxes, box)
	}
}

// explain converts an error of the parser or decompressor into one that wraps
// ErrCorrupt.
func (x *xmlExtract) explain(err error) error {
	var syntax *xml.SyntaxError
	switch {
	case err == nil, x.ctx.Err() != nil, errors.Is(err, ErrCorrupt):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return ErrTruncated
	case errors.As(err, &syntax) && syntax.Msg == "unexpected EOF":
		return fmt.Errorf("%w, in line %d", ErrTruncated, syntax.Line)
	default:
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
}

// elementLimit is a reader that fails after left bytes. scanObjects resets left after
// each object.
type elementLimit struct {
	r    io.Reader
	left int64
}

// Read implements io.Reader.
func (l *elementLimit) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, corruptf("an element has more than %d bytes", maxElement)
	}
	n, err := l.r.Read(p)
	l.left -= int64(n)
	return n, err
}

// xmlConverter converts objects of the osm package.
type xmlConverter struct {
	sink
	placed  bool // the object has a position
	refs    []int64
	members []member
	latest  time.Time
}

func (c *xmlConverter) deliver(o osm.Object) error {
	switch o := o.(type) {
	case *osm.Node:
		c.saw(o.Timestamp)
		return c.node(toNode(o, c.placed))
	case *osm.Way:
		c.saw(o.Timestamp)
		c.refs = c.refs[:0]
		for _, n := range o.Nodes {
			c.refs = append(c.refs, int64(n.ID))
		}
		return c.way(&way{id: int64(o.ID), version: int32(o.Version), refs: c.refs, tags: o.Tags})
	case *osm.Relation:
		c.saw(o.Timestamp)
		c.members = c.members[:0]
		for _, m := range o.Members {
			c.members = append(c.members, member{kind: m.Type, id: m.Ref, role: m.Role})
		}
		return c.relation(&relation{id: int64(o.ID), tags: o.Tags, members: c.members})
	}
	return nil
}

// toNode converts a node. Without a position it is not valid.
func toNode(o *osm.Node, placed bool) *node {
	n := &node{id: int64(o.ID), version: int32(o.Version)}
	if p := (geo.Point{Lat: o.Lat, Lon: o.Lon}); placed && p.Valid() {
		n.point, n.valid = p.Fixed(), true
	}
	if slices.ContainsFunc(o.Tags, func(t osm.Tag) bool { return keepsTags(t.Key) }) {
		n.tags = o.Tags
	}
	return n
}

func (c *xmlConverter) saw(t time.Time) {
	if t.After(c.latest) && c.newest != nil {
		c.latest = t
		c.newest(t.UTC())
	}
}
