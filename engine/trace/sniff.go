// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// nmeaSentence matches a sentence of any talker anywhere in a line, because
// loggers put times or labels in front.
var nmeaSentence = regexp.MustCompile(`\$[A-Z]{2}(?:RMC|GGA|GLL|GNS|GSA|GSV|VTG|ZDA|TXT),`)

// foreign lists file types that are mistaken for traces, by their first bytes.
var foreign = []struct{ magic, msg, remedy string }{
	{"PK\x03\x04", "a ZIP archive, as .xlsx and .kmz are", "unpack it, or save the sheet as CSV"},
	{"PK\x05\x06", "an empty ZIP archive", "copy or export it again"},
	{"Rar!", "a RAR archive", "unpack it first"},
	{"7z\xbc\xaf", "a 7z archive", "unpack it first"},
	{"BZh", "compressed with bzip2", "unpack it first, or compress it with gzip"},
	{"\xfd7zXZ", "compressed with xz", "unpack it first, or compress it with gzip"},
	{"\x28\xb5\x2f\xfd", "compressed with zstd", "unpack it first, or compress it with gzip"},
	{"\xd0\xcf\x11\xe0", "an old Excel workbook", "save it as XLSX"},
	{"%PDF", "a PDF document", "export the trip as GPX or CSV instead"},
	{"OziExplorer Track Point File", "a track of OziExplorer (.plt)", "convert it to GPX, for example with gpsbabel -i ozi"},
	{"Geolife trajectory", "a track of the GeoLife data set (.plt)", "convert it to GPX, for example with gpsbabel -i ozi"},
	{"REG;", "a log of Wialon messages (.wln)", "export the trip as XLSX, CSV or KML instead"},
	{"SQLite format 3", "an SQLite database", "export the trip as GPX or CSV"},
}

// isFIT reports whether a file begins as FIT does: with its signature at offset 8.
func isFIT(head []byte) bool { return len(head) >= 12 && string(head[8:12]) == ".FIT" }

// sniff detects the format of a text from its first bytes.
func sniff(c *collector, head []byte) (Format, error) {
	text := bytes.TrimLeft(head, " \t\r\n\x00")
	if len(text) == 0 {
		return Auto, c.fault(ErrEmpty, 0, 0, "the file is empty", "")
	}
	if err := refuseForeign(c, text); err != nil {
		return Auto, err
	}
	switch {
	case isPolylines(text):
		return Polyline, nil
	case isHTML(text):
		return HTML, nil
	case text[0] == '<':
		return xmlFormatOf(text), nil
	case text[0] == '{' || text[0] == '[' || text[0] == recordSeparator:
		return GeoJSON, nil
	case nmeaSentence.Match(text):
		return NMEA, nil
	case isBinary(text):
		return Auto, c.fault(ErrFormat, 0, 0, "the file is not text",
			"traces are read from GPX, KML, TCX, FIT, GeoJSON, NMEA and CSV")
	}
	switch strings.ToLower(filepath.Ext(strings.TrimSuffix(strings.ToLower(c.file), ".gz"))) {
	case ".nmea", ".nma":
		return NMEA, nil
	}
	return CSV, nil
}

// xmlFormatOf returns the format of an XML document, GPX if it has none of them.
func xmlFormatOf(head []byte) Format {
	root := rootOf(head)
	for f, x := range xmlFormats {
		if strings.EqualFold(root, x.root) || slices.Contains(x.parts, root) {
			return f
		}
	}
	return GPX
}

// igc matches the beginning of a log of a glider: its recorder and, in a header, its date.
var igc = regexp.MustCompile(`(?s)\AA[A-Z0-9]{3}[^<{]{0,900}\nH[FOP]DTE`)

func refuseForeign(c *collector, text []byte) error {
	if igc.Match(text) {
		return c.fault(ErrFormat, 0, 0, "the file is a flight log (.igc)", "convert it to GPX, for example with gpsbabel -i igc")
	}
	for _, f := range foreign {
		if bytes.HasPrefix(text, []byte(f.magic)) {
			return c.fault(ErrFormat, 0, 0, "the file is "+f.msg, f.remedy)
		}
	}
	return nil
}

// isBinary reports whether the first kilobyte of text has control characters
// that do not occur in text.
func isBinary(text []byte) bool {
	for _, b := range text[:min(len(text), 1024)] {
		if b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f' {
			return true
		}
	}
	return false
}
