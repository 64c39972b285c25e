// SPDX-License-Identifier: MIT

package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"roadsnap/engine/correction"
)

// maxCorrections is the number of corrections of a trip. Each one that cannot be followed may
// take another match.
const maxCorrections = 100

// maxCorrectionText is the longest text of a correction (bytes).
const maxCorrectionText = 200

// corrections reads the array of corrections.
func (t *tokens) corrections() (l correction.Log) {
	const field = "corrections"
	if !t.opens('[', field, "must be an array of objects with op") {
		return l
	}
	n := 0
	for t.more() {
		if n++; n > maxCorrections {
			t.skip()
			continue
		}
		if o, ok := t.correction(field + "[" + strconv.Itoa(n-1) + "]"); ok {
			l.Done = append(l.Done, o)
		}
	}
	t.next()
	if n > maxCorrections {
		t.fault(field, fmt.Sprintf("must have at most %d corrections, has %d", maxCorrections, n))
	}
	return l
}

// correctionMembers are the members of a correction. Other ones are ignored.
var correctionMembers = map[string]bool{
	"op": true, "index": true, "last": true, "lat": true, "lon": true, "way_id": true, "direction": true, "stretch": true, "profile": true,
	"who": true, "when": true,
}

// correction reads one correction. field is its place, for faults.
func (t *tokens) correction(field string) (o correction.Operation, ok bool) {
	if !t.opens('{', field, "must be an object with op") {
		return o, false
	}
	given, sound := map[string]any{}, true
	for t.more() {
		name, _ := t.next().(string)
		if !correctionMembers[name] {
			t.skip()
			continue
		}
		value := t.scalar()
		_, twice := given[name]
		bracket, nested := value.(json.Delim)
		text, _ := value.(string)
		problem := ""
		switch {
		case twice:
			problem = "must not be given twice"
		case nested:
			problem = fmt.Sprintf("must not begin with %s", bracket)
		case len(text) > maxCorrectionText:
			problem = fmt.Sprintf("must have at most %d bytes", maxCorrectionText)
		}
		if problem != "" {
			t.fault(field+"."+name, problem)
			sound = false
		}
		given[name] = value
	}
	t.next()
	if !sound || t.ended() {
		return o, false
	}
	text, err := json.Marshal(given)
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	if err != nil {
		t.fault(field, correctionFault(err))
		return o, false
	}
	return o, true
}

// correctionFault says what is wrong with a correction.
func correctionFault(err error) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Sprintf("%s must not be a %s", strings.TrimPrefix(kind.Field, "."), kind.Value)
	}
	return strings.ReplaceAll(err.Error(), correction.ErrFormat.Error()+": ", "")
}
