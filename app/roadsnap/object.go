// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
)

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	separator := byte('{')
	for _, m := range o {
		b.WriteByte(separator)
		separator = ','
		if err := enc.Encode(m.name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := enc.Encode(m.value); err != nil {
			return nil, err
		}
	}
	if separator == '{' {
		b.WriteByte('{')
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
