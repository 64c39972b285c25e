// SPDX-License-Identifier: MIT

package trace

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	nmea "github.com/adrianmo/go-nmea"

	"roadsnap/engine/match"
)

// maxSentence is the length to which lines are cut (bytes). The standard allows
// 82; loggers put times and labels in front.
const maxSentence = 1024

// nmeaReader joins the sentences with the same time into one observation. Such a
// group of sentences is called a moment.
type nmeaReader struct {
	c      *collector
	trip   *draft
	parser nmea.SentenceParser
	line   int
	known  int // sentences parsed
	summed int // those with a checksum

	refused error // error of the first damaged sentence if Options.Strict is set

	fix fix // the current moment

	day      time.Time // midnight UTC of the current day; 1 January 1970 before the first date
	hasDay   bool
	previous time.Duration // time of day of the last observation
	hasPrev  bool
}

// fix is the data of one moment.
type fix struct {
	obs       match.Observation
	elevation optional // above the sea (metres)
	line      int
	timeOfDay time.Duration
	hasTime   bool
	position  bool
	void      bool // the receiver reports no position
}

// readNMEA reads a log of NMEA 0183 sentences.
func readNMEA(c *collector, r io.Reader) error {
	trip, err := c.trip("")
	if err != nil {
		return err
	}
	n := &nmeaReader{c: c, trip: trip, day: time.Unix(0, 0).UTC()}
	n.parser = newSentenceParser()
	lines := bufio.NewReaderSize(r, headBytes)
	for {
		line, err := n.readLine(lines)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err != nil && n.brokenOff(line) {
			if n.c.opt.Strict {
				return n.c.fault(ErrFormat, n.line, 0, "the file is truncated", "copy it again from where it came")
			}
			n.trip.note(NoteTruncated, n.line, "")
			break
		}
		if fault := n.sentence(line); fault != nil {
			return fault
		}
		if err != nil {
			break
		}
	}
	if err := n.flush(); err != nil {
		return err
	}
	if n.known == 0 {
		return n.nothing()
	}
	if !n.hasDay && n.trip.timed() {
		n.trip.note(NoteNoDate, 0, "")
	}
	return nil
}

func (d *draft) timed() bool { return len(d.obs) > 0 && !d.obs[0].Time.IsZero() }

// nothing returns the error for a log without a parsed sentence.
func (n *nmeaReader) nothing() error {
	for _, note := range n.trip.notes {
		if note.Kind == NoteChecksum || note.Kind == NoteSentence {
			return n.c.fault(ErrFormat, note.Line, 0, "every position sentence is damaged: "+note.Detail, "copy the log from the receiver again")
		}
	}
	return n.c.fault(ErrEmpty, 0, 0, "no RMC, GGA, GLL or GNS sentence in the file", "enable these sentences in the receiver")
}

// newSentenceParser returns a parser that accepts sentences without a checksum,
// because the standard makes it optional for most of them.
func newSentenceParser() nmea.SentenceParser {
	return nmea.SentenceParser{
		CheckCRC: func(s nmea.BaseSentence, fields string) error {
			if s.Checksum == "" {
				return nil
			}
			if err := nmea.CheckCRC(s, fields); err != nil {
				return fmt.Errorf("%w: %w", errChecksum, err)
			}
			return nil
		},
	}
}

var errChecksum = errors.New("wrong checksum")

// readLine returns one line, cut to maxSentence bytes.
func (n *nmeaReader) readLine(r *bufio.Reader) (string, error) {
	n.line++
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if room := maxSentence - len(line); len(part) > room {
			part = part[:room]
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return string(line), err
		}
	}
}

// brokenOff reports whether line, which has no end, is the beginning of a sentence: it has
// no checksum, while the sentences before have one.
func (n *nmeaReader) brokenOff(line string) bool {
	start := strings.IndexByte(line, '$')
	if start < 0 || n.summed == 0 {
		return false
	}
	star := strings.IndexByte(line[start:], '*')
	return star < 0 || len(line)-start < star+3
}

// sentence processes one line. Lines without a position or time sentence are
// ignored.
func (n *nmeaReader) sentence(line string) error {
	start := strings.IndexByte(line, '$')
	if start < 0 {
		return nil
	}
	text := trimSentence(line[start:])
	if len(text) < 7 || text[6] != ',' {
		return nil
	}
	switch text[3:6] {
	case nmea.TypeRMC, nmea.TypeGGA, nmea.TypeGLL, nmea.TypeGNS, nmea.TypeZDA:
	default:
		return nil
	}
	if s, ok := n.parse(text); ok {
		return n.use(s)
	}
	return n.refused
}

// parse parses a sentence. It notes a sentence that is damaged or has no
// position.
func (n *nmeaReader) parse(text string) (nmea.Sentence, bool) {
	s, err := n.parser.Parse(text)
	switch {
	case err == nil:
		n.known++
		n.summed += oneIf(strings.IndexByte(text, '*') >= 0)
		return s, true
	case errors.Is(err, errChecksum):
		n.damaged(NoteChecksum, text)
	case emptyPosition(text):
		// The library reports a sentence without a position as damaged.
		n.known++
		n.trip.note(NoteNoFix, n.line, "")
	default:
		n.damaged(NoteSentence, text)
	}
	return nil, false
}

// damaged notes a damaged sentence.
func (n *nmeaReader) damaged(kind NoteKind, text string) {
	n.trip.note(kind, n.line, quote(text))
	if n.c.opt.Strict && n.refused == nil {
		n.refused = n.c.fault(ErrValue, n.line, 0, "damaged sentence: "+quote(text), "copy the log from the receiver again")
	}
}

// trimSentence removes the text after the checksum.
func trimSentence(s string) string {
	if star := strings.IndexByte(s, '*'); star >= 0 {
		return s[:min(star+3, len(s))]
	}
	return strings.TrimRight(s, "\r\n\t ")
}

// emptyPosition reports whether the coordinates of a sentence are empty.
func emptyPosition(s string) bool {
	fields := strings.Split(s, ",")
	at := 2 // GGA, GNS
	switch s[3:6] {
	case nmea.TypeRMC:
		at = 3
	case nmea.TypeGLL:
		at = 1
	case nmea.TypeZDA:
		return true // it never has a position
	}
	return at < len(fields) && fields[at] == ""
}

// use adds the data of a sentence to the current moment.
func (n *nmeaReader) use(s nmea.Sentence) error {
	switch m := s.(type) {
	case nmea.RMC:
		if err := n.at(m.Time); err != nil {
			return err
		}
		n.date(2000+m.Date.YY, m.Date.MM, m.Date.DD, m.Date.Valid)
		n.place(m.Latitude, m.Longitude, m.Validity == nmea.ValidRMC)
		n.motion(m)
	case nmea.GGA:
		if err := n.at(m.Time); err != nil {
			return err
		}
		n.place(m.Latitude, m.Longitude, m.FixQuality != nmea.Invalid)
		n.elevation(m.Altitude, m.BaseSentence)
		n.dilution(m.HDOP)
	case nmea.GNS:
		if err := n.at(m.Time); err != nil {
			return err
		}
		n.place(m.Latitude, m.Longitude, strings.Trim(strings.Join(m.Mode, ""), nmea.NoFixGNS) != "")
		n.elevation(m.Altitude, m.BaseSentence)
		n.dilution(m.HDOP)
	case nmea.GLL:
		if err := n.at(m.Time); err != nil {
			return err
		}
		n.place(m.Latitude, m.Longitude, m.Validity == nmea.ValidGLL)
	case nmea.ZDA:
		if err := n.at(m.Time); err != nil {
			return err
		}
		n.date(int(m.Year), int(m.Month), int(m.Day), m.Year >= 1980)
	}
	return nil
}

// at starts a new moment if t is not the time of the current one.
func (n *nmeaReader) at(t nmea.Time) error {
	if !t.Valid || t.Hour > 23 || t.Minute > 59 || t.Second > 60 {
		// Every sentence without a time is its own moment.
		if n.fix.position {
			return n.flush()
		}
		return nil
	}
	clock := time.Duration(t.Hour)*time.Hour + time.Duration(t.Minute)*time.Minute +
		time.Duration(t.Second)*time.Second + time.Duration(t.Millisecond)*time.Millisecond
	if n.fix.hasTime && n.fix.timeOfDay == clock {
		return nil
	}
	if err := n.flush(); err != nil {
		return err
	}
	n.fix.timeOfDay, n.fix.hasTime = clock, true
	return nil
}

// date sets the current day. The first date also shifts the observations before
// it.
func (n *nmeaReader) date(year, month, day int, valid bool) {
	if !valid || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return
	}
	if year >= 2080 { // two digits: 80 is 1980, the year of the GPS epoch
		year -= 100
	}
	today := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if !n.hasDay {
		n.hasDay = true
		last := n.day
		if n.fix.hasTime && n.wrapped(n.fix.timeOfDay) {
			last = last.AddDate(0, 0, 1)
		}
		shift := today.Sub(last)
		for i := range n.trip.obs {
			if !n.trip.obs[i].Time.IsZero() {
				n.trip.obs[i].Time = n.trip.obs[i].Time.Add(shift)
			}
		}
	}
	n.day = today
	n.hasPrev = false // the date is certain, so no midnight is inferred
}

// wrapped reports whether midnight lies between the last observation and the
// time of day clock, which is so if it is more than 12 hours earlier.
func (n *nmeaReader) wrapped(clock time.Duration) bool {
	return n.hasPrev && n.previous-clock > 12*time.Hour
}

// place sets the position. The first sentence of a moment wins, because the
// others repeat it or are less exact.
func (n *nmeaReader) place(lat, lon float64, valid bool) {
	if !valid {
		n.fix.void = true
		if n.fix.line == 0 {
			n.fix.line = n.line
		}
		return
	}
	if n.fix.position {
		return
	}
	n.fix.obs.Lat, n.fix.obs.Lon = lat, lon
	n.fix.position, n.fix.line = true, n.line
}

// motion sets speed and heading if the sentence has them.
func (n *nmeaReader) motion(m nmea.RMC) {
	if len(m.Fields) > 7 && m.Fields[6] != "" && m.Speed >= 0 {
		n.fix.obs.Speed, n.fix.obs.HasSpeed = m.Speed*mpsPerKnot, true
	}
	if len(m.Fields) > 7 && m.Fields[7] != "" {
		n.fix.obs.Heading, n.fix.obs.HasHeading = normalHeading(m.Course)
	}
}

// elevation sets the elevation if the sentence, GGA or GNS, has one.
func (n *nmeaReader) elevation(x float64, s nmea.BaseSentence) {
	if len(s.Fields) > 8 && s.Fields[8] != "" {
		n.fix.elevation = optional{x, true}
	}
}

func (n *nmeaReader) dilution(hdop float64) {
	// Values such as 99.9 mean unknown.
	if hdop > 0 && hdop < 50 {
		n.fix.obs.Accuracy = hdop * metresPerHDOP
	}
}

// flush ends the current moment and adds its observation.
func (n *nmeaReader) flush() error {
	f := n.fix
	n.fix = fix{}
	if f.void || !f.position {
		if f.void {
			n.trip.note(NoteNoFix, f.line, "")
		}
		return nil
	}
	if f.hasTime {
		if n.wrapped(f.timeOfDay) {
			n.day = n.day.AddDate(0, 0, 1)
		}
		n.previous, n.hasPrev = f.timeOfDay, true
		f.obs.Time = n.day.Add(f.timeOfDay)
	}
	return n.c.addReport(n.trip, f.obs, &report{elevation: f.elevation}, place{line: f.line})
}
