// SPDX-License-Identifier: MIT

package main

import "encoding/binary"

// objects is a kind of objects, as the number of their field in a PrimitiveGroup.
type objects int

const (
	nodes     objects = 2
	ways      objects = 3
	relations objects = 4
)

// place is the position of a copy: its displacement in nanodegrees, and the
// offset of its ids.
type place struct{ lat, lon, ids int64 }

// move returns the copy of a PrimitiveBlock with objects of one kind, nil if it
// has none. Only the origin of the block moves; its positions stay.
func (p place) move(block []byte, kind objects) ([]byte, error) {
	at, err := frameOf(block)
	if err != nil {
		return nil, err
	}
	var out []byte
	found := false
	err = fields(block, func(f field) error {
		switch f.number {
		case 2:
			group, err := p.group(f.data, kind)
			if len(group) > 0 {
				found = true
				out = appendData(out, 2, group)
			}
			return err
		case 19, 20:
			return nil
		}
		out = appendField(out, f)
		return nil
	})
	if err != nil || !found {
		return nil, err
	}
	out = appendNumber(out, 19, uint64(at.lat+p.lat))
	return appendNumber(out, 20, uint64(at.lon+p.lon)), nil
}

func (p place) group(group []byte, kind objects) (out []byte, err error) {
	err = fields(group, func(f field) error {
		if f.number != int(kind) {
			return nil
		}
		object, err := p.object(f.data, kind)
		out = appendData(out, f.number, object)
		return err
	})
	return out, err
}

// object adds the offset to the ids of an object, or of a DenseNodes, and to its
// references.
func (p place) object(object []byte, kind objects) (out []byte, err error) {
	// Lists are delta-coded: an offset added to the first value applies to all.
	list := map[objects]int{nodes: 1, ways: 8, relations: 9}[kind]
	err = fields(object, func(f field) error {
		switch {
		case f.number == list && len(f.data) > 0:
			first, n := binary.Uvarint(f.data)
			if n <= 0 {
				return errDamaged
			}
			moved := binary.AppendUvarint(nil, zig(unzig(first)+p.ids))
			out = appendData(out, f.number, append(moved, f.data[n:]...))
		case f.number == 1 && kind != nodes:
			out = appendNumber(out, 1, uint64(int64(f.value)+p.ids))
		default:
			out = appendField(out, f)
		}
		return nil
	})
	return out, err
}
