// SPDX-License-Identifier: MIT

package download

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// Checksum returns the checksum that the servers give for a file now, as in
// Result.Checksum, without downloading the file. It asks each address once.
func (c *Client) Checksum(ctx context.Context, r Request) (string, error) {
	if err := r.check(); err != nil {
		return "", err
	}
	if r.SHA256 != "" {
		return "sha256:" + r.SHA256, nil
	}
	var errs []error
	for _, address := range r.URLs {
		sum, err := c.checksumAt(ctx, r, address)
		if err == nil {
			return "md5:" + sum, nil
		}
		errs = append(errs, err)
	}
	return "", errors.Join(errs...)
}

func (c *Client) checksumAt(ctx context.Context, r Request, address string) (sum string, err error) {
	t := &transfer{client: c.httpClient(), stall: c.stall(), request: r}
	err = t.ask(ctx, http.MethodHead, address, http.Header{}, func(answer *http.Response, _ io.Reader) error {
		if answer.StatusCode != http.StatusOK {
			return newStatusError(answer)
		}
		address = answer.Request.URL.String() // of the dated file
		return nil
	})
	if err != nil {
		return "", err
	}
	return t.fetchMD5(ctx, address)
}

// Small returns the content of a small file. A file of more than limit bytes is an error.
func (c *Client) Small(ctx context.Context, address string, limit int64) (content []byte, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	if err := secure(u); err != nil {
		return nil, err
	}
	t := &transfer{client: c.httpClient(), stall: c.stall()}
	err = t.ask(ctx, http.MethodGet, address, http.Header{}, func(answer *http.Response, body io.Reader) error {
		if answer.StatusCode != http.StatusOK {
			return newStatusError(answer)
		}
		if content, err = io.ReadAll(io.LimitReader(body, limit+1)); err != nil {
			return err
		}
		if int64(len(content)) > limit {
			return fmt.Errorf("%w: %s is larger than %d bytes", ErrNoFile, u.Redacted(), limit)
		}
		return nil
	})
	return content, err
}
