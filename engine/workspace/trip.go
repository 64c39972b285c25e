// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash"
	"slices"
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// ID identifies a trip of a workspace. IDs are never used again.
type ID int64

// Trip is a kept trip without its recording.
type Trip struct {
	ID          ID
	Vehicle     string
	Driver      string // several are separated by ", "
	Device      string // identifier of the recorder, if known in addition to Vehicle
	Name        string
	File        string    // name of the file that it was read from
	First, Last time.Time // of the first and the last timed observation; zero without times
	Points      int
	Raw         float64    // length from point to point (metres)
	Bounds      geo.Bounds // of its valid positions, empty without any
	Note        string
	Tags        Tags
	Reviewed    bool
	// Identity is the same for the trip in each workspace, also after a backup is restored.
	Identity Identity
	Added    time.Time
	Removed  time.Time // when it was moved to the trash; zero if it is not there

	// Summary is that of the match with the profile of the list; meaningful if HasSummary.
	// If Stale, the match was made with another key. Only Trips fills them.
	Summary           trip.Summary
	HasSummary, Stale bool

	// Corrected are the corrections by hand in the order in which they were made, none if
	// nothing was corrected. Only Trips fills them, and Replace, which knows no Unmet.
	Corrected []correction.Applied
}

// Identity is the beginning of the hash of what makes a trip the same as another: its vehicle
// when it was added, times and coordinates. The zero value is unknown.
type Identity [16]byte

// String returns the identity as hexadecimal digits, "" if it is unknown.
func (i Identity) String() string {
	if i == (Identity{}) {
		return ""
	}
	return hex.EncodeToString(i[:])
}

// Tags is a set of the tags 0 to 31.
type Tags uint32

// Has reports whether tag n is in the set.
func (t Tags) Has(n int) bool { return t&(1<<n) != 0 }

// Added is a trip that was added, or was in the workspace before.
type Added struct {
	Trip
	Known bool // it was in the workspace before, in the trash possibly, and no longer is in that
	Of    int  // index of the given trip that it is, or that it replaced
	Part  bool // it replaced the given trip
}

// row is a trip that is added.
type row struct {
	trip      Trip
	identity  []byte
	recording []byte
}

func newRow(file string, t trace.Trip) (r row, err error) {
	r = row{trip: summary(file, t), identity: identity(t)}
	copy(r.trip.Identity[:], r.identity)
	r.recording, err = encode(t, recordingFields)
	return r, err
}

// Add keeps the trips of a file, in order, and its content, which is nil for trips of no
// file. A trip with the same vehicle, times and coordinates as a kept one is not added again; one in the trash is
// taken out of it. For a trip that was replaced by others, those are known. All of them are
// kept, or none.
func (w *Workspace) Add(ctx context.Context, name string, content *Content, trips []trace.Trip) ([]Added, error) {
	if content == nil {
		content = NewContent()
	}
	sum, packed, err := content.finish()
	if err != nil {
		return nil, err
	}
	rows := make([]row, len(trips))
	for i, t := range trips {
		if rows[i], err = newRow(name, t); err != nil {
			return nil, err
		}
	}
	added := make([]Added, 0, len(trips))
	err = transact(ctx, w.db, func(tx *sql.Tx) error {
		var file int64
		for i := range rows {
			r := &rows[i]
			known, part, err := takeOut(ctx, tx, r.identity)
			if err != nil {
				return err
			}
			for _, t := range known {
				added = append(added, Added{t, true, i, part})
			}
			if len(known) > 0 {
				continue
			}
			if file == 0 {
				if file, err = addFile(ctx, tx, name, sum, packed); err != nil {
					return err
				}
			}
			if err := addTrip(ctx, tx, file, r); err != nil {
				return err
			}
			added = append(added, Added{r.trip, false, i, false})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return added, nil
}

// takeOut returns the trip with an identity, or else the trips that replaced it, out of the
// trash; none if it is not kept.
func takeOut(ctx context.Context, tx *sql.Tx, identity []byte) (known []Trip, part bool, err error) {
	var id ID
	if err := tx.QueryRowContext(ctx, "SELECT id FROM trip WHERE identity = ?", identity).Scan(&id); errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	} else if err != nil {
		return nil, false, err
	}
	ids, err := visible(ctx, tx, id)
	if err != nil {
		return nil, false, err
	}
	if len(ids) == 0 { // its parts were deleted
		if _, err := tx.ExecContext(ctx, "UPDATE trip SET replaced = NULL WHERE id = ?", id); err != nil {
			return nil, false, err
		}
		ids = []ID{id}
	}
	for _, id := range ids {
		if _, err := tx.ExecContext(ctx, "UPDATE trip SET removed = NULL WHERE id = ?", id); err != nil {
			return nil, false, err
		}
		t, err := one(ctx, tx, id)
		if err != nil {
			return nil, false, err
		}
		known = append(known, t)
	}
	return known, ids[0] != id, nil
}

// addFile returns the id of the file with the SHA-256 sum, which it adds if it is new.
func addFile(ctx context.Context, tx *sql.Tx, name string, sum, packed []byte) (id int64, err error) {
	err = tx.QueryRowContext(ctx, "SELECT id FROM file WHERE sha256 = ?", sum).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = tx.QueryRowContext(ctx, "INSERT INTO file (sha256, name, bytes) VALUES (?, ?, ?) RETURNING id", sum, name, packed).Scan(&id)
	}
	return id, err
}

// addTrip adds a trip and sets its ID.
func addTrip(ctx context.Context, tx *sql.Tx, file int64, r *row) error {
	t := &r.trip
	var box [4]any
	if !t.Bounds.Empty() {
		box = [4]any{t.Bounds.South, t.Bounds.West, t.Bounds.North, t.Bounds.East}
	}
	err := tx.QueryRowContext(ctx, `INSERT INTO trip (identity, file, vehicle, driver, device, name, first, last, points, raw, south, west, north, east, note, tags, added)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		r.identity, file, t.Vehicle, t.Driver, t.Device, t.Name, micros(t.First), micros(t.Last), t.Points, t.Raw,
		box[0], box[1], box[2], box[3], t.Note, t.Tags, micros(t.Added)).Scan(&t.ID)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO recording (trip, data) VALUES (?, ?)", t.ID, r.recording)
	return err
}

// summary returns the row of a trip that is added now.
func summary(file string, t trace.Trip) Trip {
	s := Trip{
		Vehicle: t.Vehicle, Driver: t.Driver, Device: t.Device, Name: t.Name, File: file,
		Points: len(t.Observations), Bounds: geo.NoBounds, Added: time.Now().Round(0),
	}
	line := match.ValidPoints(t.Observations)
	s.First, s.Last = match.RecordedSpan(t.Observations)
	s.Raw, s.Bounds = geo.Length(line), geo.BoundsOf(line...)
	return s
}

// identity returns the hash of what makes a trip the same as another: vehicle, times
// (microseconds) and coordinates (1e-7°). A vehicle that only a name tells does not count, because
// files are renamed.
func identity(t trace.Trip) []byte {
	vehicle := t.Vehicle
	if slices.ContainsFunc(t.Notes, func(n trace.Note) bool { return n.Kind == trace.NoteNamePlate }) {
		vehicle = ""
	}
	h := sha256.New()
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(vehicle))))
	h.Write([]byte(vehicle))
	for _, o := range t.Observations {
		writeObservation(h, o)
	}
	return h.Sum(nil)
}

func writeObservation(h hash.Hash, o match.Observation) {
	var b [16]byte
	at, place := int64(-1<<63), geo.Fixed{Lat: -1 << 31, Lon: -1 << 31}
	if !o.Time.IsZero() {
		at = o.Time.UnixMicro()
	}
	if o.Valid() {
		place = o.Fixed()
	}
	binary.LittleEndian.PutUint64(b[:], uint64(at))
	binary.LittleEndian.PutUint32(b[8:], uint32(place.Lat))
	binary.LittleEndian.PutUint32(b[12:], uint32(place.Lon))
	h.Write(b[:])
}

// micros returns a time for the database, nil for the zero time; fromMicros the reverse.
func micros(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMicro()
}

func fromMicros(t sql.NullInt64) time.Time {
	if !t.Valid {
		return time.Time{}
	}
	return time.UnixMicro(t.Int64).UTC()
}
