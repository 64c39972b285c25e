// SPDX-License-Identifier: MIT

package server

import (
	"fmt"
	"strconv"
	"strings"
)

// Example is a request that shows how an operation is used.
type Example struct {
	Method  string
	Target  string      // path and query, escaped
	Headers [][2]string // names and values, without the key
	Body    string      // JSON, empty for none
}

// Language is a language of Snippet.
type Language int

// The languages, in the order in which they are offered.
const (
	Curl Language = iota
	Python
	JavaScript
	Go
)

// Languages are the names of the languages, which are the same in every language of the app.
var Languages = []string{"curl", "Python", "JavaScript", "Go"}

// keyPlaceholder stands for the key where it is not known.
const keyPlaceholder = "YOUR_KEY"

// Snippet returns a whole program, for curl a command, that sends e to the server at base
// with a key and prints the answer. Without a key it has a placeholder.
func Snippet(language Language, base, key string, e Example) string {
	if key == "" {
		key = keyPlaceholder
	}
	headers := append([][2]string{{"X-API-Key", key}}, e.Headers...)
	if e.Body != "" {
		headers = append(headers, [2]string{"Content-Type", "application/json"})
	}
	target := base + e.Target
	switch language {
	case Python:
		return pythonSnippet(target, headers, e)
	case JavaScript:
		return scriptSnippet(target, headers, e)
	case Go:
		return goSnippet(target, headers, e)
	case Curl:
	}
	return curlSnippet(target, headers, e)
}

func curlSnippet(target string, headers [][2]string, e Example) string {
	var b strings.Builder
	fmt.Fprintf(&b, "curl %s", shellQuote(target))
	for _, h := range headers {
		fmt.Fprintf(&b, " \\\n  -H %s", shellQuote(h[0]+": "+h[1]))
	}
	if e.Body != "" {
		fmt.Fprintf(&b, " \\\n  -d %s", shellQuote(e.Body))
	}
	return b.String() + "\n"
}

func pythonSnippet(target string, headers [][2]string, e Example) string {
	var b strings.Builder
	fmt.Fprintf(&b, "import urllib.request\n\nrequest = urllib.request.Request(\n    %q,\n    headers={\n", target)
	for _, h := range headers {
		fmt.Fprintf(&b, "        %q: %q,\n", h[0], h[1])
	}
	b.WriteString("    },\n")
	if e.Body != "" {
		fmt.Fprintf(&b, "    data=%s.encode(),\n", quoted(e.Body))
	}
	b.WriteString(")\nwith urllib.request.urlopen(request) as answer:\n    print(answer.read().decode())\n")
	return b.String()
}

func scriptSnippet(target string, headers [][2]string, e Example) string {
	var b strings.Builder
	fmt.Fprintf(&b, "fetch(%q, {\n", target)
	if e.Body != "" {
		fmt.Fprintf(&b, "  method: %q,\n  body: %s,\n", e.Method, quoted(e.Body))
	}
	b.WriteString("  headers: {\n")
	for _, h := range headers {
		fmt.Fprintf(&b, "    %q: %q,\n", h[0], h[1])
	}
	b.WriteString("  },\n})\n  .then((answer) => answer.json())\n  .then((answer) => console.log(JSON.stringify(answer)));\n")
	return b.String()
}

func goSnippet(target string, headers [][2]string, e Example) string {
	var b strings.Builder
	imports, body := "\t\"io\"\n\t\"log\"\n\t\"net/http\"\n\t\"os\"\n", "nil"
	if e.Body != "" {
		imports, body = imports+"\t\"strings\"\n", "strings.NewReader("+strconv.Quote(e.Body)+")"
	}
	fmt.Fprintf(&b, "package main\n\nimport (\n%s)\n\nfunc main() {\n", imports)
	fmt.Fprintf(&b, "\trequest, err := http.NewRequest(%q, %q, %s)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n", e.Method, target, body)
	for _, h := range headers {
		fmt.Fprintf(&b, "\trequest.Header.Set(%q, %q)\n", h[0], h[1])
	}
	b.WriteString("\tanswer, err := http.DefaultClient.Do(request)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tdefer answer.Body.Close()\n\t_, _ = io.Copy(os.Stdout, answer.Body)\n}\n")
	return b.String()
}

// quoted returns text as a literal of Python and of JavaScript.
func quoted(text string) string { return strconv.Quote(text) }

// shellQuote returns text as one word of a shell.
func shellQuote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
