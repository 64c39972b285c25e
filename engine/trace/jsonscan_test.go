// SPDX-License-Identifier: MIT

package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
	"testing/iotest"
)

// tokensOf returns the tokens up to the first error, nil at the end of the texts.
func tokensOf(next func() (json.Token, error)) (tokens []json.Token, err error) {
	for {
		tok, err := next()
		if errors.Is(err, io.EOF) {
			return tokens, nil
		}
		if err != nil {
			return tokens, err
		}
		tokens = append(tokens, tok)
	}
}

// FuzzJSONScanner compares the tokens with those of encoding/json.
func FuzzJSONScanner(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,-2.5e+3,true,false,null,"x",{}],"b":{"c":[]}} [] 7 "é\n\"\\" null`,
		`["\ud83d\ude00\u00e9` + "\xff" + `","\\"]`, `{"a" 1}`, `{"a":1,}`, `[1,]`, `[1 2]`, `{1:2}`, `[}`, `{]`, `]`, `,`, `:`, `1,2`, `[01]`, `[1.]`, `[-]`,
		`[tru`, `[truE]`, `["a`, `["\x"]`, "[\"\n\"]", `{"a":}`, `{"a"`, "\n\n [\t\r\n1 ]", `["\\\"]`, `[1.2.3]`, `"` + repeat("x", 100) + `"`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if bytes.IndexByte(text, recordSeparator) >= 0 {
			return
		}
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		want, wantErr := tokensOf(d.Token)
		if len(text) > 0 && wantErr == nil { // Token reports the end in an array or object as io.EOF
			open := 0
			for _, tok := range want {
				switch tok {
				case json.Delim('{'), json.Delim('['):
					open++
				case json.Delim('}'), json.Delim(']'):
					open--
				}
			}
			if open > 0 {
				wantErr = io.ErrUnexpectedEOF
			}
		}
		s := jsonScanner{in: bufio.NewReaderSize(iotest.HalfReader(bytes.NewReader(text)), 16)}
		got, gotErr := tokensOf(s.next)
		if gotErr == nil && len(s.open) > 0 {
			gotErr = io.ErrUnexpectedEOF
		}
		shorter := min(len(got), len(want))
		if gotErr != nil && len(got) < len(want) && len(s.text) > 1 && s.text[0] != '"' && fmt.Sprint(want[len(got)]) != string(s.text) {
			wantErr, want = gotErr, want[:len(got)] // 01 and truefalse are one token here, two there
		}
		if (gotErr == nil) != (wantErr == nil) || !slices.Equal(got[:shorter], want[:shorter]) || gotErr == nil && len(got) != len(want) {
			t.Fatalf("%q, %v; want %q, %v", got, gotErr, want, wantErr)
		}
		if at := s.place(); at.line < 1 || at.column < 1 || at.line > bytes.Count(text, []byte{'\n'})+1 {
			t.Fatalf("ends at %v", at)
		}
	})
}
