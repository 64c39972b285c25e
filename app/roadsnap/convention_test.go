// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine"
)

func TestUsage(t *testing.T) {
	tests := []struct {
		line, out, err string
		code           int
	}{
		{"--version", "roadsnap " + engine.Version + "\n", "", exitOK},
		{"version", "roadsnap " + engine.Version + "\n", "", exitOK},
		{"help", "Usage: roadsnap <command>", "", exitOK},
		{"help units locate", "Usage: roadsnap units locate", "", exitOK},
		{"snap -h", "how long a point may wait for later ones\n                    (default 30s).", "", exitOK},
		{"batch -h", "run --help\" lists the options.", "", exitOK},
		{"report -h", "report make --help", "", exitOK},
		{"report make -h", "for a timer: this_month,\n                                   last_month,", "", exitOK},
		{"report make -h", "or else csv: pdf, xlsx, csv, html.", "", exitOK},
		{"units export -h", "by default the finest\n                            available.", "", exitOK},
		{"-h", "Usage: roadsnap <command>", "", exitOK},
		{"units -h", "Usage: roadsnap units <command>", "", exitOK},
		{"snp x.gpx", "", "did you mean \"snap\"?\nTry \"roadsnap --help\"", exitUsage},
		{"units lsit", "", "Try \"roadsnap units --help\"", exitUsage},
		{"snap --formt csv x.gpx", "", "did you mean one of \"--force\", \"--format\"?\nTry \"roadsnap snap --help\"", exitUsage},
		{"snap --format xml x.gpx", "", `must be one of "json","geojson","gpx","csv","kml","kmz","xlsx" but got "xml"`, exitUsage},
		{"units list --kind wards", "", `--kind must be one of "province","ward" but got "wards"`, exitUsage},
		{"snap --format", "", "roadsnap: --format needs a value\n", exitUsage},
		{"serve --compat", "", "roadsnap: --compat needs a value\n", exitUsage},
		{"units search --limit -1 x", "", "roadsnap: --limit needs a value; if that is -1, write --limit=-1\n", exitUsage},
		{"snap --out --strict x.gpx", "", "roadsnap: --out needs a value; if that is --strict, write --out=--strict\n", exitUsage},
		{"why x.gpx -1", "", "roadsnap: unexpected negative number -1\n", exitUsage},
		{"why x.gpx first", "", `<point> must be a whole number but got "first"`, exitUsage},
		{"serve --rate fast", "", "--rate must be a number but got \"fast\"\n", exitUsage},
		{"snap --pack none.rsp x.gpx", "", "none.rsp does not exist\n", exitUsage},
		{"info none.rsp", "", "roadsnap: <pack>: ", exitUsage},
		{"snap --pack . x.gpx", "", "app/roadsnap is a folder\n", exitUsage},
		{"units export", "", "missing flags: --out=FILE\nTry \"roadsnap units export --help\"", exitUsage},
		{"units locate 21.0 105.8", "Hà Nội", "", exitOK},
		{"units locate -10.5 106.7", "", "-10.5, 106.7 is in no province or ward", exitFailed},
		{"units locate --json -10.5 -106.7", "", "-10.5, -106.7 is in no province or ward", exitFailed},
		{"units locate -95 106.7", "", `"-95 106.7" is not a latitude and longitude`, exitUsage},
		{"units search ben thanh, quan 1", "26743  Phường Bến Thành", "", exitOK},
		{"units show Nowhere at all", "", "roadsnap: no unit is called \"Nowhere at all\"; check the spelling, or see roadsnap units list\n", exitFailed},
		{"units search 99998", "", "no unit has the code 99998; a province has two digits, a ward five\n", exitFailed},
		{"serve --drain-delay 5", "", "roadsnap: --drain-delay must be a time with its unit, such as 30s or 2h, but got \"5\"\n", exitUsage},
		{"serve --compat osmr --api-key a-key-for-this-test-only", "", "want all, or some of google", exitUsage},
		{"report rules --on yesterday", "", "roadsnap: --on must be a day such as 2026-11-30, but got \"yesterday\"\n", exitUsage},
		{"report vehicles --from 1.3.2025", "", "roadsnap: --from must be a day such as 2026-11-30, but got \"1.3.2025\"\n", exitUsage},
		{"report vehicles --format docx", "", `--format must be one of "pdf","xlsx","csv","html" but got "docx"`, exitUsage},
		{"install --proxy foo:bar", "", "roadsnap: --proxy: this is not the address of a proxy; write it as http://proxy.example.com:8080\n", exitUsage},
		{"install --catalog main.go", "", "main.go: the catalogue of maps is damaged: ", exitFailed},
		{"snap none.gpx", "", "roadsnap: none.gpx does not exist; check the name\n", exitFailed},
		{"snap --recipe main.go x.gpx", "", "main.go: unusable recipe: invalid character '/' looking for beginning of value; roadsnap recipe makes one\n", exitUsage},
		{"units show Sa Pa, Lào Cai", "Phường Sa Pa", "", exitOK},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			got := roadsnap(t, "", strings.Fields(tt.line)...)
			if got.code != tt.code || !strings.Contains(got.out, tt.out) || !strings.Contains(got.err, tt.err) {
				t.Errorf("exit code %d, want %d\nout: %s\nerr: %s", got.code, tt.code, got.out, got.err)
			}
		})
	}
}

// TestHelpOnce: help and version are printed once, and not both.
func TestHelpOnce(t *testing.T) {
	for _, line := range []string{"help --help", "--help -h units", "help --version", "--version --help"} {
		got := roadsnap(t, "", strings.Fields(line)...)
		if n := strings.Count(got.out, "Usage:") + strings.Count(got.out, "roadsnap "+engine.Version); got.code != exitOK || n != 1 {
			t.Errorf("%s: exit code %d, %d answers", line, got.code, n)
		}
	}
}

func TestQuiet(t *testing.T) {
	loud := roadsnap(t, "", "units", "locate", "21.0", "105.8")
	quiet := roadsnap(t, "", "units", "locate", "--quiet", "21.0", "105.8")
	if !strings.Contains(loud.err, "coarse overview") || quiet.err != "" || quiet.out != loud.out {
		t.Errorf("loud: %q, quiet: %q", loud.err, quiet.err)
	}
	if got := roadsnap(t, "", "-q", "snap", "no-such-file.gpx"); !strings.Contains(got.err, "no-such-file.gpx") {
		t.Errorf("an error under --quiet: %q", got.err)
	}
}

// TestProgress draws on a terminal and nowhere else, not under --quiet, and not where
// results go to the same terminal.
func TestProgress(t *testing.T) {
	files := samples(t)
	for _, tt := range []struct {
		terminal, shown bool
		flags           []string
		draws           bool
	}{
		{true, false, nil, true},
		{false, false, nil, false},
		{true, false, []string{"--quiet"}, false},
		{true, true, nil, false}, // it would mix with the results
		{true, true, []string{"--out", t.TempDir()}, true},
	} {
		var out, errOut bytes.Buffer
		args := append(append([]string{"snap"}, tt.flags...), files...)
		code := run(t.Context(), args, streams{in: strings.NewReader(""), out: &out, err: &errOut, terminal: tt.terminal, shown: tt.shown})
		if draws := strings.Contains(errOut.String(), "snapping"); code != exitOK || draws != tt.draws {
			t.Errorf("terminal %v, shown %v, %v: exit code %d, standard error %q", tt.terminal, tt.shown, tt.flags, code, errOut.String())
		}
		if strings.Contains(out.String(), "\x1b") {
			t.Error("standard output drives a terminal")
		}
	}
}

// lossy writes files of which something is lost.
func lossy(t *testing.T) map[string]string {
	t.Helper()
	whole, err := os.ReadFile(samples(t)[0])
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := func(name string, text []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(whole); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	rows := "lat,lon\n"
	for i := range 20 {
		rows += fmt.Sprintf("42.5079,%.4f\n", 1.5262+0.0002*float64(i))
		if i == 9 {
			rows += "north,1.53\n"
		}
	}
	return map[string]string{
		"ends early":               file("cut.gpx", whole[:len(whole)/2]),
		"gzip":                     file("cut.gpx.gz", packed.Bytes()[:packed.Len()/2]),
		"line 12":                  file("row.csv", []byte(rows)),
		"not on the map \"Andorra": file("far.csv", []byte("lat,lon\n10.77,106.70\n10.78,106.70\n")),
	}
}

func TestLossExits3(t *testing.T) {
	for said, path := range lossy(t) {
		for _, command := range [][]string{{"snap"}, {"units", "trips"}} {
			got := roadsnap(t, "", append(command, path)...)
			if got.code != exitPartly || !strings.Contains(got.err, filepath.Base(path)) || said != "gzip" && !strings.Contains(got.err, said) {
				t.Errorf("%v %s: exit code %d: %s", command, path, got.code, got.err)
			}
			if quiet := roadsnap(t, "", append(command, "--quiet", path)...); quiet.code != exitPartly || quiet.err == "" || !strings.HasSuffix(got.err, quiet.err) {
				t.Errorf("%v %s, quietly: exit code %d: %s", command, path, quiet.code, quiet.err)
			}
		}
	}
}

func TestStrict(t *testing.T) {
	row := lossy(t)["line 12"]
	if got := roadsnap(t, "", "snap", "--strict", row); got.code != exitFailed || got.out != "" || !strings.Contains(got.err, "row.csv:12:1: latitude \"north\" is not a number") {
		t.Errorf("snap: exit code %d: %s%s", got.code, got.err, got.out)
	}
	table := "lat,lon\n21.0,105.8\nnorth,105.8\n"
	if got := roadsnap(t, table, "units", "locate"); got.code != exitPartly || !strings.Contains(got.err, "(line 3)") {
		t.Errorf("locate: exit code %d: %s", got.code, got.err)
	}
	if got := roadsnap(t, table, "units", "locate", "--strict"); got.code != exitFailed || !strings.Contains(got.err, "line 3 of standard input has no valid position") {
		t.Errorf("locate --strict: exit code %d: %s", got.code, got.err)
	}
	file, packPath := wardsFile(t)
	if got := roadsnap(t, "", "import", "--strict", "--units", file, "--out", packPath); got.code != exitPartly {
		t.Errorf("import --strict: exit code %d: %s", got.code, got.err)
	}
	if left, _ := filepath.Glob(packPath + "*"); len(left) > 0 {
		t.Errorf("import --strict left %v", left)
	}
}

// TestOutKeepsFiles: a file that is of another kind than what is written stays.
func TestOutKeepsFiles(t *testing.T) {
	wards, packPath := wardsFile(t)
	precious := filepath.Join(t.TempDir(), "precious")
	commands := [][]string{
		{"import", "--units", wards, "--out", precious},
		{"units", "export", "--format", "csv", "--out", precious},
	}
	for _, args := range commands {
		if err := os.WriteFile(precious, []byte("precious"), 0o644); err != nil {
			t.Fatal(err)
		}
		got := roadsnap(t, "", args...)
		if b, err := os.ReadFile(precious); got.code != exitUsage || err != nil || string(b) != "precious" || !strings.Contains(got.err, "--force") {
			t.Errorf("%v: exit code %d: %s: %.20q, %v", args, got.code, got.err, b, err)
		}
		got = roadsnap(t, "", append(args, "--force")...)
		if b, _ := os.ReadFile(precious); string(b) == "precious" {
			t.Errorf("%v --force: exit code %d: %s", args, got.code, got.err)
		}
	}
	for range 2 { // a pack gives way to a pack
		if got := roadsnap(t, "", "import", "--units", wards, "--out", packPath); got.code != exitPartly {
			t.Errorf("exit code %d: %s", got.code, got.err)
		}
	}
}

func TestCompletion(t *testing.T) {
	for line, want := range map[string]string{
		"roadsnap uni":                "units\n",
		"roadsnap units loc":          "locate\n",
		"roadsnap snap --format ":     "csv\ngeojson\ngpx\njson\nkml\nkmz\nxlsx\n",
		"roadsnap snap --form":        "--format\n",
		"roadsnap units list --kind ": "province\nward\n",
	} {
		t.Setenv("COMP_LINE", line)
		got := roadsnap(t, "")
		offers := slices.Sorted(strings.Lines(got.out))
		if got.code != exitOK || strings.Join(offers, "") != want {
			t.Errorf("%q: exit code %d, %q, want %q", line, got.code, offers, want)
		}
	}
}

// TestCompletionScripts has each shell that is there complete a command that is not on
// the PATH.
func TestCompletionScripts(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(dir, "bin", "roadsnap"), ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, "first.gpx"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, shell := range []struct {
		name, file, ask string // ask completes "bin/roadsnap" and the words $1 and $2
		flag            string // what --format=g becomes
	}{
		{"bash", "roadsnap.bash", `source ./roadsnap.bash
COMP_LINE="bin/roadsnap $1 $2" COMP_POINT=$((${#COMP_LINE}))
_roadsnap bin/roadsnap "$2" "$1"
printf '%s\n' "${COMPREPLY[@]:-files}"`, "geojson\ngpx\n"},
		{"zsh", "_roadsnap", `fpath=($PWD $fpath)
autoload -Uz _roadsnap
compset() { :; }
compadd() { print -l ${(P)2}; }
_files() { print files; }
words=(bin/roadsnap $1 $2) CURRENT=3 PREFIX=$2
_roadsnap`, "geojson\ngpx\n"},
		{"fish", "roadsnap.fish", `source ./roadsnap.fish
complete -C "bin/roadsnap $argv" | string replace first.gpx files; true`, "--format=geojson\n--format=gpx\n"},
	} {
		t.Run(shell.name, func(t *testing.T) {
			script := roadsnap(t, "", "completion", shell.name)
			if err := os.WriteFile(filepath.Join(dir, shell.file), []byte(script.out), 0o600); err != nil || script.code != exitOK {
				t.Fatal(err, script.err)
			}
			path, err := exec.LookPath(shell.name)
			if err != nil {
				t.Skip("it is not installed")
			}
			for words, want := range map[[2]string]string{
				{"units", "loc"}:       "locate\n",
				{"snap", "--format=g"}: shell.flag,
				{"snap", "fi"}:         "files\n",
			} {
				args := []string{"-c", shell.ask, "ask", words[0], words[1]}
				if shell.name == "fish" {
					args = slices.Delete(args, 2, 3) // fish has no $0
				}
				ask := exec.CommandContext(t.Context(), path, args...)
				ask.Dir = dir
				if out, err := ask.CombinedOutput(); err != nil || string(out) != want {
					t.Errorf("%s: %v, %q, want %q", words, err, out, want)
				}
			}
		})
	}
}

// TestManualPage holds that the page has the commands in the order of the help, each with
// its summary before the details, and that groff, if it is there, reads it.
func TestManualPage(t *testing.T) {
	got := roadsnap(t, "", "man")
	at := 0
	for _, want := range []string{
		`.TH ROADSNAP 1 "" "roadsnap ` + engine.Version + "\"\n.SH NAME\nroadsnap \\- Snaps GPS",
		".SH SYNOPSIS\n\\fBroadsnap\\fP \\fIcommand\\fP", "Exit codes", ".SH OPTIONS", "\\fB\\-q, \\-\\-quiet\\fP",
		".SH COMMANDS\n.SS snap <file> ...", "Snap trace files", `\-\-strict`, ".SS serve", "($ROADSNAP_API_KEY)", ".SS units show",
		"\n  roadsnap units show \\-\\-pack vietnam.rsp Sa Pa, L\\[u00E0]o Cai\n",
		".SS bench match", ".SS completion <shell>", "Print a script", "\n.PP\nPut the script",
	} {
		n := strings.Index(got.out[at:], want)
		if got.code != exitOK || n < 0 {
			t.Fatalf("exit code %d, no %q in the rest of the page:\n%.600s", got.code, want, got.out[at:])
		}
		at += n
	}
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip("groff is not installed")
	}
	groff := exec.CommandContext(t.Context(), "groff", "-man", "-Tutf8", "-ww", "-z")
	groff.Stdin = strings.NewReader(got.out)
	if out, err := groff.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}
