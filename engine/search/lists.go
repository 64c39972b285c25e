// SPDX-License-Identifier: MIT

package search

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"roadsnap/engine/pack"
)

// lists has the words of all entries, and the entries of each word in ascending order.
type lists struct {
	words          pack.StringsBuilder
	named, numbers cache[*nameWords] // by name, and by name of road numbers
	entries        uint32            // added so far
	last           []uint32          // by word: its last entry plus 1, while entries are counted
	starts         []uint32          // by word: where its entries begin in all
	all            []uint32
}

// nameWords are the words of a name, as numbers.
type nameWords struct {
	list  []uint32
	first uint8 // how many of them are of the first name
}

// add counts the next entry, and returns the number of words of its name.
func (l *lists) add(b *Builder, e *entry) uint8 {
	l.entries++
	n := l.of(e)
	if *n == nil {
		*n = l.read(b, e)
	}
	for _, word := range (*n).list {
		for int(word) >= len(l.last) {
			l.last, l.starts = append(l.last, 0), append(l.starts, 0)
		}
		if l.last[word] != l.entries {
			l.last[word] = l.entries
			l.starts[word]++
		}
	}
	return (*n).first
}

func (l *lists) of(e *entry) **nameWords {
	if e.Flags&flagRef != 0 {
		return l.numbers.at(e.Name)
	}
	return l.named.at(e.Name)
}

func (l *lists) read(b *Builder, e *entry) *nameWords {
	words := b.wordsOfEntry(e)
	n := &nameWords{first: uint8(min(len(words[0]), math.MaxUint8))}
	for _, word := range slices.Concat(words...) {
		n.list = append(n.list, l.words.Add(word))
	}
	return n
}

// fill lists the entries that add has counted.
func (l *lists) fill(entries []entry) {
	total := uint32(0)
	for word, n := range l.starts {
		l.starts[word] = total
		total += n
	}
	l.all = make([]uint32, total)
	next := slices.Clone(l.starts)
	clear(l.last)
	for i := range entries {
		for _, word := range (*l.of(&entries[i])).list {
			if l.last[word] != uint32(i+1) {
				l.last[word] = uint32(i + 1)
				l.all[next[word]] = uint32(i)
				next[word]++
			}
		}
	}
	l.starts = append(l.starts, total)
	l.last, l.named, l.numbers = nil, nil, nil
}

// write adds the words and the entries of each.
func (l *lists) write(w *pack.Writer) error {
	words := l.words.Strings()
	order := make([]uint32, 0, len(words))
	for i := range l.starts[:max(len(l.starts), 1)-1] {
		if l.starts[i] != l.starts[i+1] { // the empty word has no entries
			order = append(order, uint32(i))
		}
	}
	slices.SortFunc(order, func(a, b uint32) int { return strings.Compare(words[a], words[b]) })
	sorted := make([]string, len(order))
	offsets := make([]uint32, 1, len(order)+1)
	var data []byte
	for i, word := range order {
		sorted[i] = words[word]
		last := uint32(0)
		for _, e := range l.all[l.starts[word]:l.starts[word+1]] {
			data = binary.AppendUvarint(data, uint64(e-last))
			last = e
		}
		if len(data) > math.MaxUint32 {
			return fmt.Errorf("write the search index: its lists have more than %d bytes", uint32(math.MaxUint32))
		}
		offsets = append(offsets, uint32(len(data)))
	}
	return errors.Join(pack.WriteStrings(w, tagWords, tagWordData, sorted), pack.Write(w, tagLists, offsets), pack.Write(w, tagListData, data))
}

// wordsOfEntry returns the words of each name of an entry, at least one list.
func (b *Builder) wordsOfEntry(e *entry) (words [][]string) {
	text := b.names.Strings()[e.Name]
	if e.Flags&flagRef != 0 {
		return [][]string{{refWord(text)}}
	}
	for name := range strings.SplitSeq(text, nameSeparator) {
		list := wordsOf(name)
		words = append(words, list)
		if joined := joinRef(list); len(joined) < len(list) {
			words = append(words, joined[:1])
		}
	}
	return words
}
