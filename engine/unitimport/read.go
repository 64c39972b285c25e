// SPDX-License-Identifier: MIT

package unitimport

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
)

// content is the content of all files, in their order.
type content struct {
	name    string // for a map without a name
	sources []source
	files   []File
	found   []found
	sha256  string // hexadecimal, of the concatenated sources
}

// read reads the files at the paths. It calls tick with the bytes read so far, from
// one goroutine at a time.
func read(ctx context.Context, paths []string, o Options, tick func(done, total int64)) (content, error) {
	var c content
	how, err := o.reading()
	if err != nil {
		return c, err
	}
	if c.sources, err = sources(paths); err != nil {
		return c, err
	}
	var all []text
	total := int64(0)
	for i := range c.sources {
		s := &c.sources[i]
		list, archive, err := s.texts()
		if err != nil {
			return c, fmt.Errorf("%q: %w", s.path, err)
		}
		if archive != nil {
			defer archive.Close() //nolint:errcheck // only read, nothing to lose
		}
		all = append(all, list...)
		total += s.size
	}
	room := newRoom(total)
	c.files, c.found = make([]File, len(all)), make([]found, len(all))
	err = parallel(ctx, len(all)+1, counter(total, tick), func(ctx context.Context, i int, tick func(int64)) (err error) {
		if i == 0 { // a single job in addition to the others, because the checksum needs the order of the bytes
			c.sha256, err = sum(ctx, c.sources)
			return err
		}
		t := &all[i-1]
		if c.found[i-1], err = t.read(ctx, how, room, tick); err != nil {
			return fmt.Errorf("%q: %w", t.name, err)
		}
		c.files[i-1] = File{Name: t.name, Bytes: t.size, Features: c.found[i-1].count}
		return nil
	})
	return c, err
}

// counter returns a function that adds up bytes and calls tick with the sum.
func counter(total int64, tick func(done, total int64)) func(int64) {
	var mu sync.Mutex
	done := int64(0)
	return func(n int64) {
		if tick == nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		done += n
		tick(min(done, total), total)
	}
}

// parallel runs n jobs on all cores. It returns the error of the first job that has
// one.
func parallel(ctx context.Context, n int, tick func(int64), job func(ctx context.Context, i int, tick func(int64)) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, n)
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := range next {
				if errs[i] = job(ctx, i, tick); errs[i] != nil {
					cancel()
				}
			}
		})
	}
	for i := 0; i < n && ctx.Err() == nil; i++ {
		next <- i
	}
	close(next)
	workers.Wait()
	return first(errs, ctx.Err())
}

// first returns the first error that was not caused by cancelling the other jobs.
func first(errs []error, cancelled error) error {
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
	}
	return cancelled
}

// sum returns the checksum of the concatenated files.
func sum(ctx context.Context, list []source) (string, error) {
	h := sha256.New()
	for _, s := range list {
		f, err := os.Open(s.path)
		if err != nil {
			return "", err
		}
		_, err = io.Copy(h, &watched{ctx: ctx, in: f, tick: func(int64) {}})
		if err := errors.Join(err, f.Close()); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
