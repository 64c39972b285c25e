// SPDX-License-Identifier: MIT

package rows

import (
	"bytes"
	"encoding/json"
)

// mostJSON is the number of objects and lists within each other that a JSON text may have, as
// encoding/json has it.
const mostJSON = 10_000

// members calls visit with the members of a JSON object, and reports whether the line is one. It
// accepts what [json.Valid] accepts, but needs a third of its time and finds the members meanwhile.
// Members of a line that is none may be visited before its fault is found. Names with escapes
// are decoded.
func members(line []byte, visit func(name, value []byte)) bool {
	i := space(line, 0)
	if at(line, i) != '{' {
		return false
	}
	if i = space(line, i+1); at(line, i) == '}' {
		return space(line, i+1) == len(line)
	}
	for {
		end := text(line, i)
		colon := space(line, end)
		if end < 0 || at(line, colon) != ':' {
			return false
		}
		name := line[i+1 : end-1]
		if bytes.IndexByte(name, '\\') >= 0 {
			var plain string
			if json.Unmarshal(line[i:end], &plain) == nil {
				name = []byte(plain)
			}
		}
		i = space(line, colon+1)
		if end = value(line, i); end < 0 {
			return false
		}
		visit(name, line[i:end])
		switch i = space(line, end); at(line, i) {
		case ',':
			i = space(line, i+1)
		case '}':
			return space(line, i+1) == len(line)
		default:
			return false
		}
	}
}

// at returns a character, 0 outside of the line. No valid text has a 0.
func at(line []byte, i int) byte {
	if uint(i) < uint(len(line)) {
		return line[i]
	}
	return 0
}

// space returns the index of the next character that is no white space, at least 0.
func space(line []byte, i int) int {
	for i = max(i, 0); i < len(line) && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r' || line[i] == '\n'); i++ {
	}
	return i
}

// The following functions return the index after what begins at i, or −1 if it is not valid.

// value reads a value.
func value(line []byte, i int) int {
	if c := at(line, i); c != '{' && c != '[' {
		return scalar(line, i)
	}
	open := make([]byte, 0, 64) // objects and lists, by the character that begins them
	for {
		// A value begins here.
		switch c := at(line, i); c {
		case '{', '[':
			if open = append(open, c); len(open) == mostJSON { // with the object of the line
				return -1
			}
			i = space(line, i+1)
			if at(line, i) == c+2 { // ] follows [ in ASCII after another one, as } follows {
				i--
				break
			}
			if c == '{' {
				i = named(line, i)
			}
			if i < 0 {
				return -1
			}
			continue
		default:
			if i = scalar(line, i) - 1; i < 0 {
				return -1
			}
		}
		// It ended at i, and perhaps others with it.
		for i = space(line, i+1); ; i = space(line, i+1) {
			last := open[len(open)-1]
			if at(line, i) == ',' {
				if i = space(line, i+1); last == '{' {
					i = named(line, i)
				}
				if i < 0 {
					return -1
				}
				break
			}
			if at(line, i) != last+2 {
				return -1
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return i + 1
			}
		}
	}
}

// named reads the name of a member up to its value.
func named(line []byte, i int) int {
	i = text(line, i)
	colon := space(line, i)
	if i < 0 || at(line, colon) != ':' {
		return -1
	}
	return space(line, colon+1)
}

// scalar reads a value that is no object and no list.
func scalar(line []byte, i int) int {
	switch at(line, i) {
	case '"':
		return text(line, i)
	case 't':
		return literal(line, i, "true")
	case 'f':
		return literal(line, i, "false")
	case 'n':
		return literal(line, i, "null")
	}
	return numeral(line, i)
}

// literal reads a word.
func literal(line []byte, i int, word string) int {
	if !bytes.HasPrefix(line[i:], []byte(word)) {
		return -1
	}
	return i + len(word)
}

// text reads a string.
func text(line []byte, i int) int {
	if at(line, i) != '"' {
		return -1
	}
	for i++; i < len(line); i++ {
		switch c := line[i]; {
		case c == '"':
			return i + 1
		case c < ' ':
			return -1
		case c != '\\':
			continue
		}
		i++
		switch at(line, i) {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		case 'u':
			for range 4 {
				i++
				if c := at(line, i); !isDigit(c) && (c|0x20 < 'a' || c|0x20 > 'f') {
					return -1
				}
			}
		default:
			return -1
		}
	}
	return -1
}

// numeral reads a number.
func numeral(line []byte, i int) int {
	if at(line, i) == '-' {
		i++
	}
	if at(line, i) == '0' {
		i++
	} else if i = digits(line, i); i < 0 {
		return -1
	}
	if at(line, i) == '.' {
		if i = digits(line, i+1); i < 0 {
			return -1
		}
	}
	if at(line, i)|0x20 != 'e' {
		return i
	}
	if i++; at(line, i) == '+' || at(line, i) == '-' {
		i++
	}
	return digits(line, i)
}

// digits reads one digit at least.
func digits(line []byte, i int) int {
	if !isDigit(at(line, i)) {
		return -1
	}
	for isDigit(at(line, i)) {
		i++
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
