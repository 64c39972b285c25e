// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// deployed returns the command line of a server that a file of deploy starts.
func deployed(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	switch name {
	case "roadsnap.service":
		line := regexp.MustCompile(`(?m)^ExecStart=\S+/roadsnap (.*)$`).FindStringSubmatch(text)
		if line == nil {
			t.Fatal("no ExecStart")
		}
		return strings.Fields(line[1])
	case "Dockerfile":
		line := regexp.MustCompile(`(?m)^ENTRYPOINT (\[.*\])$`).FindStringSubmatch(text)
		if line == nil {
			t.Fatal("no ENTRYPOINT")
		}
		var words []string
		if err := json.Unmarshal([]byte(line[1]), &words); err != nil {
			t.Fatal(err)
		}
		return words[1:]
	}
	var args []string
	for _, m := range regexp.MustCompile(`(?m)^ +- (--\S+)$`).FindAllStringSubmatch(text, -1) {
		args = append(args, m[1])
	}
	return append(deployed(t, "Dockerfile"), args...)
}

// TestDeployedCommandLines holds that the server understands every flag in the files of
// deploy, and that they use what a service needs.
func TestDeployedCommandLines(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	paths := regexp.MustCompile(`(?m)(--pack|--api-key-file)[= ]\S+`)
	for name, needed := range map[string][]string{
		"roadsnap.service": {"--api-key-file", "--pack", "--metrics"},
		"Dockerfile":       {"--addr"},
		"kubernetes.yaml":  {"--addr", "--api-key-file", "--pack", "--metrics", "--drain-delay=5s"},
	} {
		line := strings.Join(deployed(t, name), " ")
		for _, flag := range needed {
			if !strings.Contains(line, flag) {
				t.Errorf("%s: no %s in %s", name, flag, line)
			}
		}
		args := strings.Fields(paths.ReplaceAllString(line, "$1="+file))
		// The parser reports the first flag that it does not know.
		var out, errOut bytes.Buffer
		if code := run(t.Context(), append(args, "--no-such-flag"), streams{out: &out, err: &errOut, notes: io.Discard}); code != exitUsage || !strings.Contains(errOut.String(), "unknown flag --no-such-flag") {
			t.Errorf("%s: %s: exit code %d: %s", name, line, code, errOut.String())
		}
	}
}

// TestScheduledReports runs the commands of the timer of systemd and of the task in the README, with
// a workspace and a file of the test.
func TestScheduledReports(t *testing.T) {
	w := reported(t)
	unit, err := os.ReadFile("deploy/roadsnap-report.service")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range [][]byte{
		regexp.MustCompile(`(?m)^ExecStart=\S+/roadsnap (.*)$`).FindSubmatch(unit)[1],
		regexp.MustCompile(`schtasks /Create .*roadsnap\.exe (.*)"`).FindSubmatch(doc)[1],
	} {
		args := strings.Fields(string(line))
		out := filepath.Join(t.TempDir(), "month.pdf")
		args[len(args)-1] = out
		for range 2 { // the second run replaces the file of the first
			done(t, append(args, "--workspace", w)...)
		}
		if content, err := os.ReadFile(out); err != nil || !bytes.HasPrefix(content, []byte("%PDF-")) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestReportUnits verifies the units of the report with systemd.
func TestReportUnits(t *testing.T) {
	tool, err := exec.LookPath("systemd-analyze") //nolint:misspell // its name
	if err != nil {
		t.Skip("systemd is not installed")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	args := []string{"verify", "--user", "--man=no"}
	for _, name := range []string{"roadsnap-report.service", "roadsnap-report.timer"} {
		unit, err := os.ReadFile(filepath.Join("deploy", name))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, bytes.ReplaceAll(unit, []byte("/usr/local/bin/roadsnap"), []byte(program)), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	verify := exec.Command(tool, args...)
	verify.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir)
	if out, err := verify.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
}

// TestDeployedJob holds that the batch program understands the arguments of the Indexed Job,
// and that the Job has as many shards as it says.
func TestDeployedJob(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("deploy", "batch", "kubernetes.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(b), "          args:\n")
	text, _, _ = strings.Cut(text, "          env:\n")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	text = strings.NewReplacer("/map/map.rsp", file, "--temp=/tmp", "--temp="+t.TempDir()).Replace(text)
	args := []string{"batch"}
	for line := range strings.Lines(text) {
		args = append(args, strings.TrimPrefix(strings.TrimSpace(line), "- "))
	}
	completions := regexp.MustCompile(`(?m)^  completions: (\d+)$`).FindStringSubmatch(string(b))
	if line := strings.Join(args, " "); completions == nil || !strings.Contains(line, "--shard=env/"+completions[1]+" ") || !strings.Contains(line, " --resume ") {
		t.Errorf("%v completions of %s", completions, line)
	}
	var out, errOut bytes.Buffer
	if code := run(t.Context(), append(args, "--no-such-flag"), streams{out: &out, err: &errOut, notes: io.Discard}); code != exitUsage || !strings.Contains(errOut.String(), "unknown flag --no-such-flag") {
		t.Errorf("%v: exit code %d: %s", args, code, errOut.String())
	}
}
