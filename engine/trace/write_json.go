package trace

import (
	"bufio"
	"encoding/json"
)

// jsonEncoder writes one object per trip, one per line.
type jsonEncoder struct{}

func (jsonEncoder) open(*bufio.Writer) error { return nil }

func (jsonEncoder) matched(w *bufio.Writer, m Matched) error {
	e := json.NewEncoder(w)
	// The output is for files and terminals, not for HTML: "&" in a name stays.
	e.SetEscapeHTML(false)
	return e.Encode(EncodeTrip(m))
}

func (jsonEncoder) close(*bufio.Writer) error { return nil }
