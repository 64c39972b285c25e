package osmimport

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/paulmach/osm"
	"github.com/paulmach/osm/osmxml"

	"roadsnap/engine/geo"
)

// maxElement bounds one object of an XML file, in bytes: a relation of 30,000
// members, the most that OpenStreetMap takes, is a tenth of it.
const maxElement = 16 << 20

// packing is how an XML file is packed.
type packing uint8

const (
	notPacked packing = iota
	packedGzip
	packedBzip2
)

// xmlExtract reads an XML file, packed or not.
type xmlExtract struct {
	*source
	packing packing
	boxes   []geo.FixedBounds // that the file says to cover
}

func (x *xmlExtract) once() bool { return true }

func (x *xmlExtract) time() (time.Time, bool) { return time.Time{}, false }

// bounds returns the box of the file. One that was put together from several, of
// which each has its box, does not cover what lies between them.
func (x *xmlExtract) bounds() (geo.FixedBounds, bool) {
	if len(x.boxes) != 1 {
		return geo.NoFixedBounds, false
	}
	return x.boxes[0], true
}

func (x *xmlExtract) scan(s sink) error {
	// Elements come in small pieces: without a buffer each would cost a look at
	// the context and a call of the hash.
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
	// What may follow the packed data counts for the checksum of the file.
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

// checkXMLStart checks that an XML file begins as one of OpenStreetMap, and says
// what else it may be.
func checkXMLStart(head []byte) error {
	if len(head) == 0 {
		return fmt.Errorf("%w: it is empty", ErrFormat)
	}
	root, err := rootElement(head)
	switch {
	case err != nil:
		return err
	case root == "osm":
		return nil
	case root == "osmChange":
		return fmt.Errorf("%w: it holds changes to a map, not a map", ErrFormat)
	case root == "":
		return fmt.Errorf("%w: it is neither PBF nor XML", ErrFormat)
	default:
		return fmt.Errorf("%w: it is XML of another kind, <%s>", ErrFormat, strconv.QuoteToASCII(root))
	}
}

// rootElement returns the name of the first element, "" if what stands before
// is not XML.
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
	scanner := osmxml.New(x.ctx, limit)
	c := xmlConverter{sink: s}
	for scanner.Scan() {
		object := scanner.Object()
		if b, ok := object.(*osm.Bounds); ok {
			x.sawBounds(geo.Bounds{South: b.MinLat, West: b.MinLon, North: b.MaxLat, East: b.MaxLon})
		}
		if err := c.deliver(object); err != nil {
			return err
		}
		limit.left = maxElement
	}
	return x.explain(scanner.Err())
}

// maxBoxes is how many boxes of a file are kept: more than one count for nothing.
const maxBoxes = 2

func (x *xmlExtract) sawBounds(b geo.Bounds) {
	if box, ok := boxOf(b); ok && len(x.boxes) < maxBoxes {
		x.boxes = append(x.boxes, box)
	}
}

// explain turns an error of the parser or of the unpacker into one of ours.
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

// elementLimit reads on until an object is longer than maxElement.
type elementLimit struct {
	r    io.Reader
	left int64
}

// Read reads on as long as the element may.
func (l *elementLimit) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, corruptf("an element of more than %d bytes", maxElement)
	}
	n, err := l.r.Read(p)
	l.left -= int64(n)
	return n, err
}

// xmlConverter turns the library's objects into ours.
type xmlConverter struct {
	sink
	refs    []int64
	members []member
	latest  time.Time
}

func (c *xmlConverter) deliver(o osm.Object) error {
	switch o := o.(type) {
	case *osm.Node:
		c.saw(o.Timestamp)
		return c.node(toNode(o))
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

func toNode(o *osm.Node) *node {
	n := &node{id: int64(o.ID), version: int32(o.Version)}
	p := geo.Point{Lat: o.Lat, Lon: o.Lon}
	// Deleted nodes have no position, which the library reads as 0, 0: a place
	// in the Atlantic without roads.
	if p.Valid() && p != (geo.Point{}) {
		n.point, n.valid = p.Fixed(), true
	}
	if o.Tags.Find("place") != "" {
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
