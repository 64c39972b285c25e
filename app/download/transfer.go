// SPDX-License-Identifier: MIT

package download

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"roadsnap/engine"
	"roadsnap/internal/diskspace"
)

// maxRestarts is how often a download may start over because the file changed or arrived
// damaged.
const maxRestarts = 2

// transfer is a download in progress.
type transfer struct {
	client   *http.Client
	stall    time.Duration
	request  Request
	partial  *partial
	mirror   int // index in request.URLs
	restarts int
}

// run tries until the file is whole or there is no hope.
func (t *transfer) run(ctx context.Context, sleep func(context.Context, time.Duration) error) (Result, error) {
	failures := 0
	for {
		before := t.partial.size
		result, err := t.attempt(ctx)
		if err == nil {
			return result, nil
		}
		if ctx.Err() != nil {
			return Result{}, context.Cause(ctx)
		}
		if t.partial.size > before {
			failures = 0
		}
		failures++
		pause, err := t.recover(err, &failures)
		if err != nil {
			return Result{}, err
		}
		if pause > 0 {
			if err := sleep(ctx, pause); err != nil {
				return Result{}, context.Cause(ctx)
			}
		}
	}
}

// recover decides what to do after a failed attempt, and returns how long to wait before
// the next one. If there is nothing to do, it returns the error for the caller.
func (t *transfer) recover(err error, failures *int) (pause time.Duration, _ error) {
	var status *statusError
	var local *localError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &local):
		return 0, local.error
	case errors.Is(err, errChanged), errors.Is(err, errSum):
		restartErr := t.partial.restart()
		if t.restarts++; t.restarts > maxRestarts {
			restartErr = errors.Join(fmt.Errorf("%w (%w)", ErrChecksum, err), restartErr)
		}
		return 0, restartErr
	case errors.As(err, &status) && status.temporary():
		if status.after > longestPause {
			return 0, fmt.Errorf("%w: %w, and asks to come back in %v", ErrBusy, err, status.after.Round(time.Minute))
		}
		pause = status.after
	case errors.As(err, &certificate):
		return 0, t.nextMirror(fmt.Errorf("%w: %w", ErrCertificate, err), failures)
	case errors.Is(err, ErrInsecure), errors.Is(err, ErrRedirects), errors.Is(err, ErrNoFile):
		return 0, t.nextMirror(err, failures)
	}
	if *failures > maxFailures {
		return 0, t.nextMirror(fmt.Errorf("%w: %w", ErrConnection, err), failures)
	}
	pause = max(pause, firstPause<<(*failures-1))
	t.report(Progress{Pause: pause, Cause: err})
	return pause, nil
}

// nextMirror turns to the next mirror, which knows nothing of the part. Without one it
// returns err.
func (t *transfer) nextMirror(err error, failures *int) error {
	if t.mirror+1 >= len(t.request.URLs) {
		return err
	}
	t.mirror++
	*failures = 0
	return t.partial.restart()
}

func (t *transfer) report(p Progress) {
	if t.request.Progress == nil {
		return
	}
	p.Done, p.Total = t.partial.size, max(0, t.partial.source.Total)
	t.request.Progress(p)
}

// attempt fetches what is missing, and checks the whole.
func (t *transfer) attempt(ctx context.Context) (Result, error) {
	if !t.partial.complete() {
		if err := t.receive(ctx); err != nil {
			return Result{}, err
		}
	}
	sum, err := t.verify(ctx)
	if err != nil {
		return Result{}, err
	}
	s := t.partial.source
	if err := t.partial.finish(); err != nil {
		return Result{}, &localError{err}
	}
	return Result{URL: s.URL, Size: s.Total, Modified: s.Modified, Checksum: sum}, nil
}

// localError is an error of this computer, for which another attempt is no use.
type localError struct{ error }

func (e *localError) Unwrap() error { return e.error }

// receive fetches the bytes that are missing.
func (t *transfer) receive(ctx context.Context) error {
	p := t.partial
	address, header := t.request.URLs[t.mirror], http.Header{}
	resumed := p.size > 0
	if resumed {
		address = p.source.URL
		header.Set("Range", fmt.Sprintf("bytes=%d-", p.size))
		header.Set("If-Range", p.source.Validator)
	}
	return t.ask(ctx, http.MethodGet, address, header, func(answer *http.Response, body io.Reader) error {
		switch answer.StatusCode {
		case http.StatusOK:
			if err := t.begin(answer); err != nil {
				return err
			}
		case http.StatusPartialContent:
			if !resumed || !t.continues(answer.Header) {
				return errChanged
			}
		case http.StatusRequestedRangeNotSatisfiable:
			return errChanged
		case http.StatusNotFound, http.StatusGone:
			if resumed { // the dated file is gone, the address may lead to a newer one
				return errChanged
			}
			return newStatusError(answer)
		default:
			return newStatusError(answer)
		}
		return t.copy(body)
	})
}

// ask sends a request and passes the answer on. Both end when nothing arrives for too
// long.
func (t *transfer) ask(ctx context.Context, method, address string, header http.Header, use func(*http.Response, io.Reader) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(t.stall, func() { cancel(errStall) })
	defer watch.Stop()
	request, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return err
	}
	request.Header = header
	request.Header.Set("User-Agent", "Roadsnap/"+engine.Version)
	request.Header.Set("Accept-Encoding", "identity")
	answer, err := t.client.Do(request)
	if err == nil {
		defer answer.Body.Close() //nolint:errcheck // only read
		err = use(answer, &watched{answer.Body, watch, t.stall})
	}
	if err != nil && errors.Is(context.Cause(ctx), errStall) {
		return fmt.Errorf("%w for %v from %s", errStall, t.stall, request.URL.Host)
	}
	return err
}

// watched is a body that restarts the watch for each block.
type watched struct {
	io.Reader
	watch *time.Timer
	stall time.Duration
}

func (w *watched) Read(b []byte) (int, error) {
	w.watch.Reset(w.stall)
	return w.Reader.Read(b)
}

// begin starts the file of an answer that holds all of it.
func (t *transfer) begin(answer *http.Response) error {
	if kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type")); kind == "text/html" || kind == "application/xhtml+xml" {
		return fmt.Errorf("%w: %s answers with a web page, as networks do that ask to sign in", ErrNoFile, answer.Request.URL.Host)
	}
	s := source{URL: answer.Request.URL.String(), Validator: validator(answer.Header), Total: answer.ContentLength}
	if modified, err := http.ParseTime(answer.Header.Get("Last-Modified")); err == nil {
		s.Modified = modified.UTC()
	}
	if err := t.checkSpace(s.Total); err != nil {
		return &localError{err}
	}
	if err := t.partial.begin(s); err != nil {
		return &localError{err}
	}
	return nil
}

// checkSpace refuses to begin a file of total bytes that would not fit.
func (t *transfer) checkSpace(total int64) error {
	folder := filepath.Dir(t.partial.path)
	free, err := diskspace.Free(folder)
	if err != nil || total < 0 {
		return nil //nolint:nilerr // unknown: the disk will say
	}
	free += t.partial.size // which is dropped
	need := total
	if t.request.Reserve != nil {
		need += t.request.Reserve(total)
	}
	if need > free {
		return &SpaceError{Folder: folder, Need: need, Free: free}
	}
	return nil
}

// validator returns the text that identifies a version of a file, for If-Range: a strong
// ETag or, without one, the time of change. It is "" if the server sends neither.
func validator(h http.Header) string {
	if tag := h.Get("ETag"); tag != "" && !strings.HasPrefix(tag, "W/") {
		return tag
	}
	return h.Get("Last-Modified")
}

// continues reports whether the range in an answer is the rest of the part's file.
func (t *transfer) continues(h http.Header) bool {
	from, total, ok := contentRange(h.Get("Content-Range"))
	if !ok || from != t.partial.size || total != t.partial.source.Total {
		return false
	}
	now := validator(h)
	return now == "" || now == t.partial.source.Validator
}

// contentRange reads a header such as "bytes 100-199/200": the first byte and the size of
// the whole file.
func contentRange(header string) (from, total int64, ok bool) {
	span, whole, ok := strings.Cut(strings.TrimPrefix(header, "bytes "), "/")
	first, last, dash := strings.Cut(span, "-")
	from, err1 := strconv.ParseInt(first, 10, 64)
	end, err2 := strconv.ParseInt(last, 10, 64)
	total, err3 := strconv.ParseInt(whole, 10, 64)
	ok = ok && dash && errors.Join(err1, err2, err3) == nil && 0 <= from && from <= end && end == total-1
	return from, total, ok
}

// copy appends the body to the part.
func (t *transfer) copy(body io.Reader) error {
	p := t.partial
	block := make([]byte, 1<<18)
	for {
		n, readErr := body.Read(block)
		if total := p.source.Total; total >= 0 && p.size+int64(n) > total {
			return errChanged // more than the file has
		}
		if _, err := p.Write(block[:n]); err != nil {
			return &localError{err}
		}
		if n > 0 {
			t.report(Progress{})
		}
		switch {
		case readErr == io.EOF && p.source.Total < 0:
			p.source.Total = p.size
			return nil
		case readErr == io.EOF && !p.complete():
			return io.ErrUnexpectedEOF
		case readErr == io.EOF:
			return nil
		case readErr != nil:
			return readErr
		}
	}
}

// newStatusError returns the error for an answer without a file.
func newStatusError(answer *http.Response) error {
	e := &statusError{status: answer.Status, code: answer.StatusCode, url: answer.Request.URL.Redacted()}
	after := answer.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(after); err == nil && seconds > 0 {
		e.after = time.Duration(min(seconds, 1e6)) * time.Second
	} else if at, err := http.ParseTime(after); err == nil {
		e.after = max(0, time.Until(at))
	}
	return e
}
