// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strconv"

	"github.com/muktihari/fit/decoder"
	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/profile/mesgdef"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"roadsnap/engine/match"
)

// fitReader reads a FIT file of Garmin or another maker. Its records are one trip;
// a chain of several files in one is a trip each.
type fitReader struct {
	c      *collector
	stop   context.CancelFunc
	trip   *draft // of the current file in a chain
	device string
	record mesgdef.Record // the last one
	err    error          // that ended the reading
}

// readFIT reads a FIT file.
func readFIT(c *collector, r io.Reader) error {
	c.odometer = 1 // distances are in metres
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	f := &fitReader{c: c, stop: cancel}
	whole, err := withLength(r)
	if err != nil {
		return f.fault(err)
	}
	dec := decoder.New(whole, decoder.WithMesgListener(f), decoder.WithBroadcastOnly())
	for n := 0; err == nil && dec.Next(); n++ {
		f.trip, f.device = nil, ""
		_, err = dec.DecodeWithContext(ctx)
		if n > 0 && errors.Is(err, decoder.ErrNotFITFile) {
			return f.err // bytes after the end
		}
	}
	return f.fault(err)
}

// fault returns the error for a file in which reading ended with err. What was
// read before is kept if it is a trip.
func (f *fitReader) fault(err error) error {
	usable := f.c.points > 1 && !f.c.opt.Strict
	switch {
	case f.err != nil:
		return f.err
	case err == nil:
		return nil
	case errors.Is(err, decoder.ErrCRCChecksumMismatch) && usable:
		f.c.note(NoteFileChecksum, 0, "")
		return nil
	case errors.Is(err, decoder.ErrCRCChecksumMismatch):
		return f.c.fault(ErrFormat, 0, 0, "the checksum of the FIT file is wrong", "copy it again from where it came")
	case usable:
		f.c.noteTruncated(0)
		return nil
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return f.c.fault(ErrFormat, 0, 0, "the FIT file is truncated", "copy it again from where it came")
	}
	return f.c.fault(ErrFormat, 0, 0, "the FIT file is damaged: "+err.Error(), "copy it again from where it came, or export the trip as GPX")
}

const (
	// fitHeader is the length of the longest file header of FIT (bytes).
	fitHeader = 14
	// fitUnfinished is a length of data that no recorder reaches (bytes).
	fitUnfinished = math.MaxInt32
)

// withLength returns r with a length in its header. A recorder writes it last, so
// it is 0 if the recorder lost power.
func withLength(r io.Reader) (io.Reader, error) {
	head := make([]byte, fitHeader)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	if length := head[4:8]; bytes.Equal(length, make([]byte, 4)) {
		binary.LittleEndian.PutUint32(length, fitUnfinished)
		if head[0] == fitHeader {
			head[12], head[13] = 0, 0 // the header has no checksum
		}
	}
	return io.MultiReader(bytes.NewReader(head), r), nil
}

// OnMesg implements [decoder.MesgListener].
func (f *fitReader) OnMesg(m proto.Message) {
	if f.err != nil {
		return
	}
	switch m.Num {
	case mesgnum.FileId:
		if id := mesgdef.NewFileId(&m); id.SerialNumber != basetype.Uint32zInvalid {
			f.device = strconv.FormatUint(uint64(id.SerialNumber), 10)
		}
	case mesgnum.Course:
		if f.err = f.start(); f.err == nil {
			f.trip.name = cmp.Or(f.trip.name, mesgdef.NewCourse(&m).Name)
		}
	case mesgnum.Record:
		f.record.Reset(&m)
		if f.err = f.start(); f.err == nil {
			f.err = f.add(&f.record)
		}
	}
	if f.err != nil {
		f.stop()
	}
}

// start starts the trip of the current file, unless it has been started.
func (f *fitReader) start() (err error) {
	if f.trip == nil {
		if f.trip, err = f.c.newTrip(""); err == nil {
			f.trip.device = f.device
		}
	}
	return err
}

// add adds a record. One without a position is of the sensors only.
func (f *fitReader) add(r *mesgdef.Record) error {
	if r.PositionLat == basetype.Sint32Invalid || r.PositionLong == basetype.Sint32Invalid {
		f.trip.note(NoteNoFix, 0, "")
		return nil
	}
	o := match.Observation{Time: r.Timestamp}
	o.Lat, o.Lon = r.PositionLatDegrees(), r.PositionLongDegrees()
	if speed := known64(r.EnhancedSpeedScaled()).or(known64(r.SpeedScaled())); speed.known {
		o.Speed, o.HasSpeed = speed.value, true
	}
	if r.GpsAccuracy != basetype.Uint8Invalid {
		o.Accuracy = float64(r.GpsAccuracy)
	}
	return f.c.addReport(f.trip, o, &report{
		elevation: known64(r.EnhancedAltitudeScaled()).or(known64(r.AltitudeScaled())),
		odometer:  known64(r.DistanceScaled()),
	}, place{})
}

// known64 returns x, which is not known if it is NaN.
func known64(x float64) optional {
	if math.IsNaN(x) {
		return optional{}
	}
	return optional{x, true}
}
