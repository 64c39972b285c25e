// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/alecthomas/kong"

	"roadsnap/engine"
)

// completionCmd is `roadsnap completion`.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: ${enum}."`
}

// Help returns where the script goes.
func (completionCmd) Help() string {
	return `Put the script where the shell finds it:

  roadsnap completion bash > ~/.local/share/bash-completion/completions/roadsnap
  roadsnap completion zsh > ~/.zfunc/_roadsnap
  roadsnap completion fish > ~/.config/fish/completions/roadsnap.fish

For zsh, ~/.zfunc must be in fpath before compinit runs.`
}

// completionScripts make each shell run the program, by the name that was typed, with the
// line so far in COMP_LINE. Without an answer, the shell completes names of files.
var completionScripts = map[string]string{
	"bash": `_roadsnap() {
    local IFS=$'\n'
    COMPREPLY=($(COMP_LINE=${COMP_LINE:0:COMP_POINT} "${1/#\~\//$HOME/}" 2>/dev/null))
}
complete -o default -o bashdefault -F _roadsnap roadsnap`,
	"zsh": `#compdef roadsnap
_roadsnap() {
    local line="${(j: :)words[1,CURRENT-1]} $PREFIX"
    local -a offers=(${(f)"$(COMP_LINE=$line ${~${(Q)words[1]}} 2>/dev/null)"})
    compset -P '--*='
    if (( $#offers )); then compadd -a offers; else _files; fi
}
if [[ $funcstack[1] == _roadsnap ]]; then _roadsnap "$@"; else compdef _roadsnap roadsnap; fi`,
	"fish": `function __complete_roadsnap
    set -l words (commandline -opc)
    set -l token (commandline -ct)
    set -l flag (string match -r -- '^--[^=]*=' $token; or echo '')
    set -lx COMP_LINE "$words $token"
    set -l program (string replace -r '^~/' $HOME/ -- $words[1])
    set -l offers
    command -q $program
    and set offers ($program 2>/dev/null)
    test -n "$offers"
    or set offers (__fish_complete_path (string replace -- "$flag" '' $token))
    string join \n -- "$flag"$offers
end
complete -c roadsnap -f -a "(__complete_roadsnap)"`,
}

// Run prints the script.
func (c *completionCmd) Run(s streams) error {
	_, err := fmt.Fprintln(s.out, completionScripts[c.Shell])
	return err
}

// manCmd is `roadsnap man`.
type manCmd struct{}

// Help returns where the page goes.
func (manCmd) Help() string {
	return `  roadsnap man > /usr/local/share/man/man1/roadsnap.1`
}

// Run prints the page in roff. Its head has the version instead of the date, so that the
// same source gives the same page.
func (manCmd) Run(s streams, app *kong.Kong) error {
	summary, description, _ := strings.Cut(app.Model.Help, "\n\n")
	page := fmt.Sprintf(".TH ROADSNAP 1 \"\" \"roadsnap %s\"\n.SH NAME\nroadsnap \\- %s\n", engine.Version, roff(summary)) +
		".SH SYNOPSIS\n\\fBroadsnap\\fP \\fIcommand\\fP [\\fIargument\\fP ...] [\\fIoptions\\fP]\n.SH DESCRIPTION\n" + roff(description) + "\n.SH OPTIONS\n" +
		roffFlags(app.Model.Node) + ".SH COMMANDS\n"
	for _, command := range app.Model.Leaves(true) {
		page += ".SS " + roff(command.Summary()) + "\n" + roff(command.Help) + "\n"
		for paragraph := range strings.SplitSeq(command.Detail, "\n\n") {
			switch {
			case strings.HasPrefix(paragraph, " "): // examples
				page += ".PP\n.nf\n" + roff(paragraph) + "\n.fi\n"
			case paragraph != "":
				page += ".PP\n" + roff(paragraph) + "\n"
			}
		}
		for _, argument := range command.Positional {
			page += roffTerm(argument.Summary(), argument)
		}
		page += roffFlags(command)
	}
	_, err := io.WriteString(s.out, page)
	return err
}

// roffFlags returns the flags of a command as a list.
func roffFlags(node *kong.Node) (list string) {
	for _, flag := range node.Flags {
		name := flag.Summary()
		if flag.Short != 0 {
			name = fmt.Sprintf("-%c, %s", flag.Short, name)
		}
		list += roffTerm(name, flag.Value)
	}
	return list
}

// roffTerm returns a flag or argument and its help.
func roffTerm(name string, value *kong.Value) string {
	return fmt.Sprintf(".TP\n\\fB%s\\fP\n%s\n", roff(name), roff(kong.DefaultHelpValueFormatter(value)))
}

// roff escapes text for roff.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'").Replace("\n" + text)
	var b strings.Builder
	for _, r := range text[1:] {
		if r < unicode.MaxASCII {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\[u%04X]`, r)
		}
	}
	return b.String()
}

// helpCmd is `roadsnap help`, which run turns into --help behind the command.
type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command, such as units locate."`
}

// Run is never called.
func (helpCmd) Run() error { return nil }
