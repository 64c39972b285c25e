// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"gocloud.dev/blob"
)

// server is a server that speaks S3, of which a share of the connections is cut: before the
// request is served, or in the middle of the answer.
type server struct {
	store   http.Handler
	mu      sync.Mutex
	random  *rand.Rand
	share   float64
	cut     int
	objects func(*http.Request) // called before a request is served, if it is set
}

func (s *server) draw() float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.random.Float64()
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.objects != nil {
		s.objects(r)
	}
	if s.draw() >= s.share {
		s.store.ServeHTTP(w, r)
		return
	}
	s.mu.Lock()
	s.cut++
	s.mu.Unlock()
	if r.Method == http.MethodGet { // half of the answer
		answer := httptest.NewRecorder()
		s.store.ServeHTTP(answer, r)
		for name, values := range answer.Header() {
			w.Header()[name] = values
		}
		w.Header().Set("Content-Length", fmt.Sprint(answer.Body.Len()))
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes()[:answer.Body.Len()/2])
	} else {
		_, _ = io.CopyN(io.Discard, r.Body, 1000)
	}
	panic(http.ErrAbortHandler) // closes the connection
}

// serve starts a server with an empty bucket called points, and sets what the program needs to
// find it.
func serve(t *testing.T, seed uint64, share float64) *server {
	t.Helper()
	backend := s3mem.New()
	s := &server{store: gofakes3.New(backend).Server(), random: rand.New(rand.NewPCG(seed, 1))}
	if err := backend.CreateBucket("points"); err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	for name, value := range map[string]string{
		"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true",
		"AWS_ENDPOINT_URL": h.URL,
	} {
		t.Setenv(name, value)
	}
	s.share = share
	return s
}

const bucketURL = "s3://points/%s?use_path_style=true"

// do runs a command line.
func do(ctx context.Context, args ...string) (code int, out string) {
	var b bytes.Buffer
	code = run(ctx, args, &b, &b)
	return code, b.String()
}

// files returns the contents of the outputs of a folder by name, without manifests.
func files(t *testing.T, location string) map[string]string {
	t.Helper()
	f, err := open(t.Context(), location)
	if err != nil {
		t.Fatal(err)
	}
	list, err := f.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, file := range list {
		o, err := f.Open(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(io.NewSectionReader(o, 0, o.Size()))
		if err = errors.Join(err, o.Close()); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(file.Name, "_") {
			all[file.Name] = string(b)
		}
	}
	return all
}

// upload copies the sample trips into the bucket, and makes a larger file of points there.
func upload(t *testing.T) {
	t.Helper()
	b, err := openBucket(t.Context(), fmt.Sprintf(bucketURL, ""))
	if err != nil {
		t.Fatal(err)
	}
	trips, err := filepath.Glob("../../data/trips/*.gpx")
	if err != nil || len(trips) == 0 {
		t.Fatal(trips, err)
	}
	for _, path := range trips {
		text, err := os.ReadFile(path)
		if err == nil {
			err = b.WriteAll(t.Context(), "in/"+filepath.Base(path), text, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var points bytes.Buffer
	points.WriteString("trip,time,lat,lon,note\n")
	for i := range 20_000 {
		fmt.Fprintf(&points, "t%d,%d,%.5f,1.5145,%0100d\n", i/500, 1_741_072_500+i, 42.50+float64(i%500)*1e-5, i)
	}
	if err := b.WriteAll(t.Context(), "in/big.csv", points.Bytes(), nil); err != nil {
		t.Fatal(err)
	}
}

// TestBuckets compares outputs in a bucket, over connections that are cut, with those of a
// folder.
func TestBuckets(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	s := serve(t, seed, 0)
	upload(t)
	in := fmt.Sprintf(bucketURL, "in")
	folder := t.TempDir()
	if code, text := do(t.Context(), "--out", folder, "match", in); code != exitOK {
		t.Fatal(code, text)
	}
	want := files(t, folder)
	s.share = 0.2
	out := fmt.Sprintf(bucketURL, "out/matched")
	for _, shard := range []string{"1/2", "0/2"} {
		if code, text := do(t.Context(), "--out", out, "--shard", shard, "--resume", "match", in); code != exitOK {
			t.Fatal(code, text)
		}
	}
	got := files(t, out)
	if len(got) != len(want) || len(want) != 4 {
		t.Errorf("%d outputs, want %d", len(got), len(want))
	}
	for name, content := range want {
		if got[name] != content {
			t.Errorf("%s has %d other bytes than %d", name, len(got[name]), len(content))
		}
	}
	if code, text := do(t.Context(), "check", "--contents", out); code != exitOK || !strings.Contains(text, "2 shards, 4 outputs") {
		t.Error(code, text)
	}
	if s.cut < 10 {
		t.Errorf("only %d connections were cut", s.cut)
	}
	if code, text := do(t.Context(), "--out", out, "--shard", "0/3", "match", in); code != exitUsage || !strings.Contains(text, "another number of shards: 2, not 3") {
		t.Error(code, text)
	}
}

// TestUnfinishedUpload ends a program while it uploads, which must leave no object, and goes on
// then.
func TestUnfinishedUpload(t *testing.T) {
	s := serve(t, 1, 0)
	upload(t)
	in, out := fmt.Sprintf(bucketURL, "in/big.csv"), fmt.Sprintf(bucketURL, "out")
	ctx, cancel := context.WithCancel(t.Context())
	var uploads atomic.Int32
	s.objects = func(r *http.Request) {
		if r.Method != http.MethodPut && r.Method != http.MethodPost || uploads.Add(1) > 1 {
			return
		}
		cancel()
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done() // the program has closed the connection
		panic(http.ErrAbortHandler)
	}
	if code, text := do(ctx, "--out", out, "match", in); code != exitInterrupted || uploads.Load() == 0 {
		t.Errorf("exit code %d, want %d; %d uploads: %s", code, exitInterrupted, uploads.Load(), text)
	}
	s.objects = nil
	b, err := openBucket(t.Context(), out)
	if err != nil {
		t.Fatal(err)
	}
	if o, err := b.Bucket.List(&blob.ListOptions{Prefix: "out/"}).Next(t.Context()); !errors.Is(err, io.EOF) {
		t.Errorf("the ended upload has left %v, %v", o, err)
	}
	if code, text := do(t.Context(), "--out", out, "--resume", "match", in); code != exitOK || !strings.Contains(text, "big.csv.parquet: 20000 rows") {
		t.Error(code, text)
	}
}

// tryOnce makes the test try each request only once.
func tryOnce(t *testing.T) {
	before := attempts
	attempts = 1
	t.Cleanup(func() { attempts = before })
}

// TestUnreachable checks that reading ends when there is no server, and tells why.
func TestUnreachable(t *testing.T) {
	serve(t, 1, 0)
	tryOnce(t)
	for _, c := range []struct{ location, says string }{
		{"s3://none/x?use_path_style=true", "none"},
		{fmt.Sprintf(bucketURL, "nothing"), "no Parquet, CSV, NDJSON or GPX files"},
		{"gs://points/x", "gs"},
	} {
		code, text := do(t.Context(), "--out", t.TempDir(), "match", c.location)
		if code == exitOK || !strings.Contains(text, c.says) || strings.Count(text, "\n") != 1 {
			t.Errorf("%s: exit code %d: %s", c.location, code, text)
		}
	}
}

// TestThirdParty compares THIRD_PARTY.md with the modules that the program contains.
func TestThirdParty(t *testing.T) {
	document, err := os.ReadFile("THIRD_PARTY.md")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{if .Version}}{{.Path}} | {{.Version}}{{end}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "roadsnap ") && !strings.Contains(string(document), "| "+line+" |") {
			t.Errorf("THIRD_PARTY.md lacks %s: run make third-party", line)
		}
	}
}

// TestBrokenListIsNoEmptyOne closes the connection before and in the middle of an answer.
func TestBrokenListIsNoEmptyOne(t *testing.T) {
	s := serve(t, 1, 0)
	upload(t)
	tryOnce(t)
	b, err := openBucket(t.Context(), fmt.Sprintf(bucketURL, "in"))
	if err != nil {
		t.Fatal(err)
	}
	s.objects = func(*http.Request) { panic(http.ErrAbortHandler) }
	if list, err := b.List(t.Context()); err == nil {
		t.Errorf("a closed connection gives %d files", len(list))
	}
	s.objects, s.share = nil, 1
	if list, err := b.List(t.Context()); err == nil {
		t.Errorf("half an answer gives %d files", len(list))
	}
}
