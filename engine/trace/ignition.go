// SPDX-License-Identifier: MIT

package trace

import "strings"

// String returns "on", "off" or "".
func (s Ignition) String() string {
	switch s {
	case IgnitionOn:
		return "on"
	case IgnitionOff:
		return "off"
	}
	return ""
}

// ignitionWords maps folded texts to the states of the ignition.
var ignitionWords = map[string]Ignition{
	"on": IgnitionOn, "bat": IgnitionOn, "mo": IgnitionOn, "no": IgnitionOff, "off": IgnitionOff, "tat": IgnitionOff,
	"true": IgnitionOn, "false": IgnitionOff, "yes": IgnitionOn, "co": IgnitionOn, "khong": IgnitionOff,
	"running": IgnitionOn, "started": IgnitionOn, "stopped": IgnitionOff, "dang no": IgnitionOn, "hoat dong": IgnitionOn,
}

// ignitionPhrases are parts of longer texts, such as "Dừng đỗ, tắt máy".
var ignitionPhrases = []struct {
	text  string
	state Ignition
}{
	{"tat may", IgnitionOff}, {"may tat", IgnitionOff}, {"tat khoa", IgnitionOff}, {"khoa tat", IgnitionOff}, {"khong no may", IgnitionOff},
	{"engine off", IgnitionOff}, {"ignition off", IgnitionOff}, {"acc off", IgnitionOff}, {"key off", IgnitionOff},
	{"bat may", IgnitionOn}, {"may bat", IgnitionOn}, {"no may", IgnitionOn}, {"mo may", IgnitionOn}, {"may no", IgnitionOn}, {"bat khoa", IgnitionOn},
	{"khoa bat", IgnitionOn}, {"engine on", IgnitionOn}, {"ignition on", IgnitionOn}, {"acc on", IgnitionOn}, {"key on", IgnitionOn},
}

// parseIgnition parses the state of the ignition as recorders write it.
func parseIgnition(s string) Ignition {
	switch s = strings.TrimSpace(s); s {
	case "":
		return IgnitionUnknown
	case "0":
		return IgnitionOff
	case "1":
		return IgnitionOn
	}
	if isDigit(s[0]) {
		switch x, ok := parseNumber(s); {
		case ok && x == 0:
			return IgnitionOff
		case ok && x == 1:
			return IgnitionOn
		}
		return IgnitionUnknown
	}
	folded := foldName(s)
	if state, ok := ignitionWords[folded]; ok {
		return state
	}
	return ignitionInText(folded)
}

// ignitionInText finds the state of the ignition in a longer text, folded.
func ignitionInText(folded string) Ignition {
	for _, p := range ignitionPhrases {
		if containsWords(folded, p.text) {
			return p.state
		}
	}
	return IgnitionUnknown
}

// containsWords reports whether the words of part follow one another in text. Both are
// folded.
func containsWords(text, part string) bool {
	return strings.Contains(" "+text+" ", " "+part+" ")
}
