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
// A parameter is a number in newModel, or one of some constants. Each trial compiles the program with other numbers
// (`go build -overlay`), so that the program itself needs no way to set them.
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
	b := &bench{folder: folder, model: m}
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
	folder string
	model  *model
	trials int
}

// measure compiles the program with changed parameters and returns the rows of its figures,
// by figure.
func (b *bench) measure(c changes) (rows map[string][]row, err error) {
	b.trials++
	fmt.Fprintf(os.Stderr, "trial %d: %s\n", b.trials, c)
	work, err := os.MkdirTemp("", "tune-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	program, err := b.build(work, c)
	if err != nil {
		return nil, err
	}
	code, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	// The key also depends on what the program measures, which a seed changes.
	hash := sha256.New()
	hash.Write(code)
	args, err := b.inputs()
	if err != nil {
		return nil, err
	}
	for _, a := range args {
		_, file, _ := strings.Cut(a, "=")
		info, err := os.Stat(file)
		if err == nil {
			fmt.Fprintln(hash, a, info.Size(), info.ModTime().UnixNano())
		}
	}
	results := filepath.Join(b.folder, "results")
	if err := os.MkdirAll(results, 0o755); err != nil {
		return nil, err
	}
	kept := filepath.Join(results, hex.EncodeToString(hash.Sum(nil)[:12])+".json")
	if _, err := os.Stat(kept); err != nil {
		if out, err := exec.Command(program, append(args, "--out", kept)...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%w: %s", err, out)
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

// build compiles the program with changed parameters.
func (b *bench) build(work string, c changes) (program string, err error) {
	overlay, program := filepath.Join(work, "overlay.json"), filepath.Join(work, "roadsnap")
	replace := map[string]string{}
	for path, text := range b.model.with(c) {
		whole, err := filepath.Abs(path)
		if err != nil {
			return "", err
		}
		replace[whole] = filepath.Join(work, filepath.Base(path))
		if err := os.WriteFile(replace[whole], text, 0o644); err != nil {
			return "", err
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, list, 0o644); err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid=", "-overlay", overlay, "-o", program, "./app/roadsnap")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w: %s", c, err, out)
	}
	return program, nil
}

// inputs returns the command line of a measurement.
func (b *bench) inputs() ([]string, error) {
	args := []string{"bench", "figures", "--truth", filepath.Join(b.folder, "tracks")}
	for _, pattern := range []string{"trips/*.jsonl", "ladder/*.jsonl.gz"} {
		files, err := filepath.Glob(filepath.Join(b.folder, pattern))
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("there is no %s in %s; run make tune, which makes them", pattern, b.folder)
		}
		for _, f := range files {
			name, _, _ := strings.Cut(filepath.Base(f), ".")
			args = append(args, "--traces="+filepath.Join(b.folder, "packs", name+".rsp")+"="+f)
		}
	}
	return args, nil
}
