// SPDX-License-Identifier: MIT

// Package download fetches large files over HTTPS. A download that was cut off, cancelled
// or killed goes on where it stopped, as long as the server still has the same file.
package download

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// Request is a file to fetch.
type Request struct {
	// URLs are the addresses of the file, the preferred one first and then its mirrors. All
	// must begin with https.
	URLs []string
	// Path is the place of the whole file. Until then its bytes are in Path + ".part".
	Path string
	// MD5Suffix is what the address of the checksum has more than the address of the file
	// after redirects, such as ".md5". If it is empty, SHA256 must be set.
	MD5Suffix string
	// SHA256 is the checksum (hexadecimal) if it is known before.
	SHA256 string
	// Reserve returns how many bytes must stay free in the folder, given the size of the
	// file. It may be nil.
	Reserve func(size int64) int64
	// Progress is called after each block and before each pause; it may be nil.
	Progress func(Progress)
}

// Progress is the progress of a download.
type Progress struct {
	Done, Total int64 // bytes; Total is 0 if unknown
	// Pause is how long the download now waits for a server that failed or is busy, and
	// Cause why; 0 and nil while bytes arrive.
	Pause time.Duration
	Cause error
}

// Result describes a fetched file.
type Result struct {
	URL      string    // the address that the file came from, after redirects
	Size     int64     // bytes
	Modified time.Time // according to the server; zero if it does not say
	Checksum string    // verified, such as "md5:…" or "sha256:…"
}

// Client fetches files. The zero value is ready to use; its fields are for special
// networks and for tests.
type Client struct {
	// Proxy is the proxy for all requests; nil means the one that the environment names or,
	// without one, that of the settings of Windows or macOS.
	Proxy *url.URL
	// TLS replaces the certificates of the system; nil leaves them.
	TLS *tls.Config
	// Stall is how long a connection may send nothing before it is given up; 0 means 30 s.
	Stall time.Duration
	// Transport replaces the standard transport; Proxy and TLS then have no effect.
	Transport http.RoundTripper
	// Sleep replaces the pause before the next attempt.
	Sleep func(context.Context, time.Duration) error
}

const (
	defaultStall = 30 * time.Second
	// maxFailures is how many attempts in a row may fail without one new byte.
	maxFailures = 6
	// firstPause is the pause after the first failure. It doubles with each one.
	firstPause = time.Second
	// longestPause is the longest time that a server may ask to wait (Retry-After).
	longestPause = 10 * time.Minute
	maxRedirects = 10
)

// Fetch downloads a file. If it returns an error, the bytes that have arrived stay for the
// next call with the same Path, except where the error is a wrong checksum. The errors
// below say what can be done; errors of the file system are returned as they are.
func (c *Client) Fetch(ctx context.Context, r Request) (Result, error) {
	if err := r.check(); err != nil {
		return Result{}, err
	}
	p, err := openPartial(r.Path)
	if err != nil {
		return Result{}, err
	}
	t := &transfer{client: c.httpClient(), stall: c.stall(), request: r, partial: p}
	result, err := t.run(ctx, c.sleep())
	return result, errors.Join(err, p.close())
}

// check reports what is wrong with the request.
func (r *Request) check() error {
	if len(r.URLs) == 0 {
		return errors.New("the download has no address")
	}
	if r.MD5Suffix == "" && r.SHA256 == "" {
		return errors.New("the download has no checksum")
	}
	for _, address := range r.URLs {
		u, err := url.Parse(address)
		if err != nil {
			return err
		}
		if err := secure(u); err != nil {
			return err
		}
	}
	return nil
}

func (c *Client) stall() time.Duration {
	if c.Stall > 0 {
		return c.Stall
	}
	return defaultStall
}

func (c *Client) sleep() func(context.Context, time.Duration) error {
	if c.Sleep != nil {
		return c.Sleep
	}
	return func(ctx context.Context, d time.Duration) error {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-timer.C:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// httpClient returns a client that follows redirects to HTTPS only.
func (c *Client) httpClient() *http.Client {
	transport := c.Transport
	if transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.DisableCompression = true // ranges are those of the file itself
		t.TLSClientConfig = c.TLS
		if c.Proxy != nil {
			t.Proxy = http.ProxyURL(c.Proxy)
		} else {
			t.Proxy = systemProxy()
		}
		transport = t
	}
	return &http.Client{Transport: transport, CheckRedirect: func(next *http.Request, earlier []*http.Request) error {
		if len(earlier) >= maxRedirects {
			return fmt.Errorf("%w: more than %d, the last to %s", ErrRedirects, maxRedirects, next.URL)
		}
		return secure(next.URL)
	}}
}

// secure returns ErrInsecure unless the address begins with https.
func secure(u *url.URL) error {
	if u.Scheme != "https" {
		return fmt.Errorf("%w: %s", ErrInsecure, u.Redacted())
	}
	return nil
}
