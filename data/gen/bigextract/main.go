// SPDX-License-Identifier: MIT

// Command bigextract writes an extract as large as a country: copies of a real one
// side by side, each with its own ids.
//
//	go run ./data/gen/bigextract -n 60 -from city.osm.pbf -out country.osm.pbf
//
// Streets, names and the density of a tile are those of a real city, unlike in an
// invented map. The cost of an import, a pack and a picture grows as for a real
// country. -buildings 1.85 adds made buildings, so many for each node of a residential
// street, a tenth of them with numbers, and names of quarters. 60 copies of Ho Chi Minh City
// then have 8 million, as many as a country.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	n := flag.Int("n", 60, "how many copies")
	from := flag.String("from", "", "the extract to copy, OSM PBF")
	out := flag.String("out", "", "the extract to write")
	buildings := flag.Float64("buildings", 0, "made buildings for each node of a residential street, at most 20")
	flag.Parse()
	if err := run(*n, *from, *out, *buildings); err != nil {
		fmt.Fprintln(os.Stderr, "bigextract:", err)
		os.Exit(1)
	}
}

// maxBuildings is the greatest number of made buildings for each node.
const maxBuildings = 20

func run(n int, from, out string, buildings float64) (err error) {
	if n < 1 || from == "" || out == "" || !(buildings >= 0 && buildings <= maxBuildings) {
		return errors.New("usage: bigextract -n COPIES -from FILE.osm.pbf -out FILE.osm.pbf [-buildings 0…20]")
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	x, err := readExtract(bufio.NewReader(in))
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	if buildings > 0 {
		if err := x.addTown(buildings); err != nil {
			return fmt.Errorf("%s: %w", from, err)
		}
	}
	file, err := os.Create(out)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(file, 1<<20)
	if err := errors.Join(x.write(w, n), w.Flush(), file.Close()); err != nil {
		return errors.Join(fmt.Errorf("%s: %w", out, err), os.Remove(out))
	}
	return nil
}

// extract is a whole extract in memory, with its blocks unpacked.
type extract struct {
	blocks [][]byte // PrimitiveBlocks
	survey survey
}

// readExtract reads an extract and finds its bounds and its greatest id.
func readExtract(r io.Reader) (*extract, error) {
	x := &extract{survey: newSurvey()}
	for {
		kind, data, err := readFrame(r)
		if errors.Is(err, io.EOF) {
			return x, x.survey.check()
		}
		if err != nil {
			return nil, err
		}
		if kind != "OSMData" {
			continue
		}
		if err := x.survey.block(data); err != nil {
			return nil, err
		}
		x.blocks = append(x.blocks, data)
	}
}

// write writes n copies in rows of a square: all nodes, then all ways, then all
// relations, as in sorted extracts.
func (x *extract) write(w io.Writer, n int) error {
	places := x.survey.places(n)
	if err := writeFrame(w, "OSMHeader", x.survey.header(places)); err != nil {
		return err
	}
	for _, kind := range []objects{nodes, ways, relations} {
		for _, at := range places {
			for _, block := range x.blocks {
				moved, err := at.move(block, kind)
				if err != nil {
					return err
				}
				if moved == nil {
					continue // contains no objects of this kind
				}
				if err := writeFrame(w, "OSMData", moved); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
