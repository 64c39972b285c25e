// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"roadsnap/app/batch"
)

// put writes objects of the bucket.
func put(t *testing.T, objects map[string]string) *bucket {
	t.Helper()
	b, err := openBucket(t.Context(), fmt.Sprintf(bucketURL, ""))
	if err != nil {
		t.Fatal(err)
	}
	for key, text := range objects {
		if err := b.WriteAll(t.Context(), key, []byte(text), nil); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

const twoPoints = "trip,time,lat,lon\n1,1741072500,42.503683,1.514522\n1,1741072501,42.50374,1.51458\n"

// TestLocations reads objects and folders that are called as files, and refuses outputs among the
// inputs, however they are written.
func TestLocations(t *testing.T) {
	serve(t, 1, 0)
	b := put(t, map[string]string{
		"in/spark.csv/part-0.csv": twoPoints, "in/spark.csv/part-1.csv": twoPoints, "in/spark.csv.bak/part-2.csv": twoPoints, "one.csv": twoPoints,
	})
	list := func(location string) (names []string) {
		f, err := open(t.Context(), fmt.Sprintf(bucketURL, location))
		if err != nil {
			t.Fatal(err)
		}
		files, err := f.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			names = append(names, file.Name)
		}
		return names
	}
	for location, want := range map[string]string{
		"in/spark.csv": "[part-0.csv part-1.csv]", "in//spark.csv/": "[part-0.csv part-1.csv]", "one.csv": "[one.csv]", "one.csv/": "[]",
		"in": "[spark.csv.bak/part-2.csv spark.csv/part-0.csv spark.csv/part-1.csv]",
	} {
		if got := fmt.Sprint(list(location)); got != want {
			t.Errorf("%s has %s, want %s", location, got, want)
		}
	}
	for _, c := range []struct{ in, out string }{
		{"in/", "in"}, {"in", "in/"}, {"in", "/in/out"}, {"in/spark.csv", "in/spark.csv"}, {"one.csv", ""}, {"", "out"},
	} {
		code, text := do(t.Context(), "--out", fmt.Sprintf(bucketURL, c.out), "match", fmt.Sprintf(bucketURL, c.in))
		if code != exitUsage || !strings.Contains(text, "among the inputs") {
			t.Errorf("from %q to %q: exit code %d: %s", c.in, c.out, code, text)
		}
	}
	if code, text := do(t.Context(), "--out", fmt.Sprintf(bucketURL, "made.parquet"), "match", fmt.Sprintf(bucketURL, "one.csv")); code != exitOK {
		t.Fatal(code, text)
	}
	if there, err := b.Exists(t.Context(), "made.parquet/one.csv.parquet"); !there {
		t.Error("the output is not below its folder", err)
	}
}

// TestPages lists more objects than an answer has.
func TestPages(t *testing.T) {
	s := serve(t, 1, 0)
	objects := map[string]string{}
	for i := range 2100 {
		objects[fmt.Sprintf("in/%04d.csv", i)] = "x"
	}
	b := put(t, objects)
	requests := 0
	s.objects = func(*http.Request) { requests++ }
	list, err := b.List(t.Context())
	if err != nil || len(list) != len(objects) || requests != 3 {
		t.Errorf("%d objects in %d answers, %v", len(list), requests, err)
	}
	tryOnce(t)
	b = put(t, nil)
	requests = 0
	s.objects = func(*http.Request) {
		if requests++; requests >= 2 { // the transport itself tries a second time
			panic(http.ErrAbortHandler)
		}
	}
	if list, err := b.List(t.Context()); err == nil {
		t.Errorf("without its second page, the list has %d objects", len(list))
	}
}

// TestEncryptionIsKept checks that all objects are written with the encryption of the location.
func TestEncryptionIsKept(t *testing.T) {
	s := serve(t, 1, 0)
	put(t, map[string]string{"one.csv": twoPoints})
	var mu sync.Mutex
	written := 0
	s.objects = func(r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.Method != http.MethodPut {
			return
		}
		written++
		if kind, key := r.Header.Get("X-Amz-Server-Side-Encryption"), r.Header.Get("X-Amz-Server-Side-Encryption-Aws-Kms-Key-Id"); kind != "aws:kms" || key != "k1" {
			t.Errorf("%s is encrypted by %q with the key %q", r.URL.Path, kind, key)
		}
	}
	out := fmt.Sprintf(bucketURL, "out") + "&ssetype=AWS:KMS&kmskeyid=k1"
	if code, text := do(t.Context(), "--out", out, "match", fmt.Sprintf(bucketURL, "one.csv")); code != exitOK || written < 2 {
		t.Errorf("exit code %d, %d objects: %s", code, written, text)
	}
}

// TestObjectThatChanges writes an object again, with as many bytes: after it was listed, and between
// shards.
func TestObjectThatChanges(t *testing.T) {
	serve(t, 1, 0)
	b := put(t, map[string]string{"in/a.csv": twoPoints})
	in, out := fmt.Sprintf(bucketURL, "in"), fmt.Sprintf(bucketURL, "out")
	if code, text := do(t.Context(), "--out", out, "--by", "key", "--shard", "0/2", "match", in); code != exitOK {
		t.Fatal(code, text)
	}
	list, err := b.List(t.Context())
	if err != nil || len(list) < 1 || list[0].Name != "in/a.csv" || !strings.HasPrefix(list[0].Hash, batch.EtagPrefix) {
		t.Fatal(list, err)
	}
	put(t, map[string]string{"in/a.csv": strings.ReplaceAll(twoPoints, "42", "43")})
	o, err := b.Open(t.Context(), list[0])
	if err != nil {
		t.Fatal(err)
	}
	if n, err := o.ReadAt(make([]byte, 10), 0); !errors.Is(err, errChanged) {
		t.Errorf("%d bytes of another object are read, %v", n, err)
	}
	if code, text := do(t.Context(), "--out", out, "--by", "key", "--shard", "1/2", "match", in); code != exitUsage || !strings.Contains(text, "another list of inputs") {
		t.Error(code, text)
	}
	if code, text := do(t.Context(), "check", "--in", in, out); code != exitFailed || !strings.Contains(text, "a.csv is not the file that shard 0 read") {
		t.Error(code, text)
	}
}

// TestAnswers gives answers that are no success.
func TestAnswers(t *testing.T) {
	s := serve(t, 1, 0)
	before := attempts
	attempts = 2
	t.Cleanup(func() { attempts = before })
	store := s.store
	for _, c := range []struct {
		status int
		code   string
		tries  int
	}{
		{http.StatusForbidden, "AccessDenied", 1}, {http.StatusNotFound, "NoSuchBucket", 1},
		{http.StatusInternalServerError, "InternalError", 2}, {http.StatusServiceUnavailable, "SlowDown", 2},
	} {
		tries := 0
		s.store = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			tries++
			w.Header().Set("Content-Type", "application/xml")
			w.WriteHeader(c.status)
			_, _ = fmt.Fprintf(w, "<Error><Code>%s</Code><Message>no</Message></Error>", c.code)
		})
		code, text := do(t.Context(), "--out", t.TempDir(), "match", fmt.Sprintf(bucketURL, "in"))
		if code != exitFailed || !strings.Contains(text, c.code) || strings.Count(text, "\n") != 1 || tries != c.tries {
			t.Errorf("status %d: exit code %d after %d attempts: %s", c.status, code, tries, text)
		}
	}
	s.store = store
}

// TestSilentServer reads from a server that stops in the middle of an answer, but keeps the connection.
func TestSilentServer(t *testing.T) {
	s := serve(t, 1, 0)
	put(t, map[string]string{"in/a.csv": twoPoints})
	tryOnce(t)
	before := patience
	patience = 200 * time.Millisecond
	t.Cleanup(func() { patience = before })
	b := put(t, nil)
	s.objects = func(r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	}
	if list, err := b.List(t.Context()); err == nil {
		t.Errorf("a silent server gives %d files", len(list))
	}
}
