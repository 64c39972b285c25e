// SPDX-License-Identifier: MIT

package xmllimit

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// readers give a text in pieces of different sizes, so that tags begin anywhere in them.
var readers = map[string]func(io.Reader) io.Reader{
	"whole": func(r io.Reader) io.Reader { return r },
	"bytes": iotest.OneByteReader,
}

func TestTagTooLong(t *testing.T) {
	long := strings.Repeat("x", maxTag+1<<17)
	tests := map[string]struct {
		text string
		want error
	}{
		"attributes":        {"<a>text<b" + strings.Repeat(" x", maxTag/2+1<<17) + "></b></a>", ErrTag},
		"value":             {`<a><b c="` + long + `"/></a>`, ErrTag},
		"marks in a value":  {`<a><b` + strings.Repeat(` c="a>"`, maxTag/7+1<<16) + `/></a>`, ErrTag},
		"name":              {"<" + long + "/>", ErrTag},
		"end":               {"<a></" + long + ">", ErrTag},
		"text":              {"<a>" + long + "</a>", nil},
		"section":           {"<a><![CDATA[" + long + "]]></a>", nil},
		"comment":           {"<a><!--" + long + "--></a>", nil},
		"many tags":         {"<a>" + strings.Repeat("<b c='1'/>", maxTag/8) + "</a>", nil},
		"a tag after texts": {"<a>" + strings.Repeat(long+"<b/>", 3) + "</a>", nil},
	}
	for name, test := range tests {
		for pieces, in := range readers {
			d := NewDecoder(in(strings.NewReader(test.text)))
			d.Strict = false
			if err := drain(d.RawToken); !errors.Is(err, test.want) {
				t.Errorf("%s in %s: got %v, want %v", name, pieces, err, test.want)
			}
		}
		d := NewDecoder(strings.NewReader(test.text))
		d.Strict = false
		if err := drain(d.Token); !errors.Is(err, test.want) {
			t.Errorf("%s by Token: got %v, want %v", name, err, test.want)
		}
	}
}

// drain reads all tokens.
func drain(next func() (xml.Token, error)) error {
	for {
		if _, err := next(); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}
