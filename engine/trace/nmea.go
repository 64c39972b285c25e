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

// maxSentence is the longest line looked at, in bytes. The standard allows 82;
// loggers put times and labels in front.
const maxSentence = 1024

// nmeaReader joins the sentences of one moment to one observation.
type nmeaReader struct {
	c      *collector
	trip   *draft
	parser nmea.SentenceParser
	line   int
	known  int // sentences understood

	refused error // the first damaged sentence, where Options.Strict refuses one

	fix fix // the moment being gathered

	day      time.Time // midnight UTC of the current day; 1 January 1970 until a date comes
	hasDay   bool
	previous time.Duration // time of day of the last observation
	hasPrev  bool
}

// fix is what the sentences of one moment say.
type fix struct {
	obs       match.Observation
	line      int
	timeOfDay time.Duration
	hasTime   bool
	position  bool
	void      bool // the receiver says that it has no position
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

// nothing says why no sentence was understood.
func (n *nmeaReader) nothing() error {
	for _, note := range n.trip.notes {
		if note.Kind == NoteChecksum || note.Kind == NoteSentence {
			return n.c.fault(ErrFormat, note.Line, 0, "every position sentence is damaged: "+note.Detail, "copy the log from the receiver again")
		}
	}
	return n.c.fault(ErrEmpty, 0, 0, "no RMC, GGA, GLL or GNS sentence in the file", "switch these sentences on in the receiver")
}

// newSentenceParser returns a parser that lets sentences without checksum pass:
// the standard leaves it to the sender for most of them.
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

// readLine returns one line, cut where it is too long to be a sentence.
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

// sentence reads one line, if there is a sentence of use in it.
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

// parse reads a sentence; one that is damaged or says nothing is noted.
func (n *nmeaReader) parse(text string) (nmea.Sentence, bool) {
	s, err := n.parser.Parse(text)
	switch {
	case err == nil:
		n.known++
		return s, true
	case errors.Is(err, errChecksum):
		n.damaged(NoteChecksum, text)
	case emptyPosition(text):
		// The library takes a sentence without position for a damaged one.
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
		n.refused = n.c.fault(ErrValue, n.line, 0, "a damaged sentence: "+quote(text), "copy the log from the receiver again")
	}
}

// trimSentence takes off what stands behind the checksum.
func trimSentence(s string) string {
	if star := strings.IndexByte(s, '*'); star >= 0 {
		return s[:min(star+3, len(s))]
	}
	return strings.TrimRight(s, "\r\n\t ")
}

// emptyPosition reports whether a sentence leaves its coordinates empty.
func emptyPosition(s string) bool {
	fields := strings.Split(s, ",")
	at := 2 // GGA, GNS
	switch s[3:6] {
	case nmea.TypeRMC:
		at = 3
	case nmea.TypeGLL:
		at = 1
	case nmea.TypeZDA:
		return true // it never has one; without a date it says nothing
	}
	return at < len(fields) && fields[at] == ""
}

// use puts what a sentence says into the current moment.
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
		n.dilution(m.HDOP)
	case nmea.GNS:
		if err := n.at(m.Time); err != nil {
			return err
		}
		n.place(m.Latitude, m.Longitude, strings.Trim(strings.Join(m.Mode, ""), nmea.NoFixGNS) != "")
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

// at begins a new moment if t is not the time of the current one.
func (n *nmeaReader) at(t nmea.Time) error {
	if !t.Valid || t.Hour > 23 || t.Minute > 59 || t.Second > 60 {
		// Without a time every sentence is a moment of its own.
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

// date notes the day. The moments before the first date move to it.
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
	n.hasPrev = false // the date is certain; no midnight has to be inferred
}

// wrapped reports whether midnight lies between the last observation and a
// time of day: it fell by more than half a day.
func (n *nmeaReader) wrapped(clock time.Duration) bool {
	return n.hasPrev && n.previous-clock > 12*time.Hour
}

// place notes the position. The first sentence of a moment wins: the others
// say the same, or less exactly.
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

// motion notes speed and course, where the sentence has them.
func (n *nmeaReader) motion(m nmea.RMC) {
	if len(m.Fields) > 7 && m.Fields[6] != "" && m.Speed >= 0 {
		n.fix.obs.Speed, n.fix.obs.HasSpeed = m.Speed*mpsPerKnot, true
	}
	if len(m.Fields) > 7 && m.Fields[7] != "" {
		n.fix.obs.Heading, n.fix.obs.HasHeading = normalHeading(m.Course)
	}
}

func (n *nmeaReader) dilution(hdop float64) {
	// 99.9 and its like mean that the receiver does not know.
	if hdop > 0 && hdop < 50 {
		n.fix.obs.Accuracy = hdop * metresPerHDOP
	}
}

// flush ends the current moment.
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
	return n.c.add(n.trip, f.obs, place{line: f.line})
}
