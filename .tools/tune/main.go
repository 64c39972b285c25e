// SPDX-License-Identifier: MIT

// Command tune measures how good the parameters of engine/match are, and whether other
// values that are better on some maps are better on maps that they were not chosen on.
//
//	tune [-folds 2,5] [-only NAME,...] FOLDER
//
// It runs in the folder of the project. FOLDER holds what `bench figures` reads: tracks/,
// packs/NAME.rsp, and for some of the packs trips/NAME.jsonl and ladder/NAME.jsonl.gz.
// Results are kept in FOLDER/results, so that a run that was stopped goes on.
//
// A parameter is a number in newModel, or one of some constants. They are measured with a copy of the
// program that reads them from its environment, compiled with `go build -overlay`, so that the program
// itself needs no way to set them.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The source of the parameters.
const (
	modelFolder = "engine/match"
	modelFile   = modelFolder + "/model.go"
)

func main() {
	folds := flag.String("folds", "2,5", "into how many parts the maps are divided, one number for each experiment")
	only := flag.String("only", "", "try these parameters only")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: tune [-folds 2,5] [-only NAME,...] FOLDER")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *folds, *only); err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}

func run(folder, folds, only string) error {
	files, err := readFiles("")
	if err != nil {
		return fmt.Errorf("run tune in the folder of the project: %w", err)
	}
	m, err := readModel(files)
	if err != nil {
		return err
	}
	if only != "" {
		if err := m.keep(strings.Split(only, ",")); err != nil {
			return err
		}
	}
	b, err := newBench(folder, m)
	if err != nil {
		return err
	}
	defer b.close()
	s, err := newStudy(m, b.measure)
	if err != nil {
		return err
	}
	s.printSensitivity(os.Stdout)
	for text := range strings.SplitSeq(folds, ",") {
		k, err := strconv.Atoi(text)
		if err != nil || k < 2 {
			return fmt.Errorf("-folds is %q; write numbers above 1 with commas between", folds)
		}
		chosen, err := s.crossValidate(k)
		if err != nil {
			return err
		}
		s.printFolds(os.Stdout, k, chosen)
	}
	return nil
}

// readFiles reads the source files of the model, below a folder.
func readFiles(root string) (map[string][]byte, error) {
	paths, err := filepath.Glob(filepath.Join(root, modelFolder, "*.go"))
	files := map[string][]byte{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files[modelFolder+"/"+filepath.Base(path)] = text
	}
	if len(files) == 0 {
		return nil, errors.Join(err, fmt.Errorf("%s holds no source files", modelFolder))
	}
	return files, nil
}

// bench measures trials.
type bench struct {
	work, program string // a temporary folder, and the program in it
	results       string // the folder in which figures are kept
	args          []string
	key           []byte // what all figures depend on: the program and what it measures
	trials        int
}

// newBench compiles the program whose parameters are read from its environment.
func newBench(folder string, m *model) (b *bench, err error) {
	b = &bench{results: filepath.Join(folder, "results")}
	if b.work, err = os.MkdirTemp("", "tune-*"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			b.close()
		}
	}()
	overlay, err := m.overlay(b.work, ".")
	if err != nil {
		return nil, err
	}
	b.program = filepath.Join(b.work, "roadsnap")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid=", "-overlay", overlay, "-o", b.program, "./app/roadsnap")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	code, err := os.ReadFile(b.program)
	if err != nil {
		return nil, err
	}
	if b.args, err = inputs(folder); err != nil {
		return nil, err
	}
	hash := sha256.New()
	hash.Write(code)
	for _, a := range b.args {
		_, file, _ := strings.Cut(a, "=")
		if info, err := os.Stat(file); err == nil {
			fmt.Fprintln(hash, a, info.Size(), info.ModTime().UnixNano())
		}
	}
	b.key = hash.Sum(nil)
	return b, os.MkdirAll(b.results, 0o755)
}

func (b *bench) close() { _ = os.RemoveAll(b.work) }

// measure returns the rows of the figures with changed parameters, by figure.
func (b *bench) measure(c changes) (map[string][]row, error) {
	b.trials++
	fmt.Fprintf(os.Stderr, "trial %d: %s\n", b.trials, c)
	hash := sha256.Sum256(append(slices.Clone(b.key), c.setting()...))
	kept := filepath.Join(b.results, hex.EncodeToString(hash[:12])+".json")
	if _, err := os.Stat(kept); err != nil {
		trial := exec.Command(b.program, append(slices.Clone(b.args), "--out", kept)...)
		trial.Env = append(os.Environ(), settingVariable+"="+c.setting())
		if out, err := trial.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %w: %s", c, err, out)
		}
	}
	text, err := os.ReadFile(kept)
	if err != nil {
		return nil, err
	}
	var figures struct {
		Rows map[string][]row `json:"rows"`
	}
	return figures.Rows, json.Unmarshal(text, &figures)
}

// inputs returns the command line of a measurement.
func inputs(folder string) ([]string, error) {
	args := []string{"bench", "figures", "--truth", filepath.Join(folder, "tracks")}
	for _, pattern := range []string{"trips/*.jsonl", "ladder/*.jsonl.gz"} {
		files, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("there is no %s in %s; run make tune, which makes them", pattern, folder)
		}
		for _, f := range files {
			name, _, _ := strings.Cut(filepath.Base(f), ".")
			args = append(args, "--traces="+filepath.Join(folder, "packs", name+".rsp")+"="+f)
		}
	}
	return args, nil
}
