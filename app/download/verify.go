// SPDX-License-Identifier: MIT

package download

import (
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"net/http"
	"strings"
)

// verify compares the part, which is complete, with the checksum of the file, and returns
// that.
func (t *transfer) verify(ctx context.Context) (string, error) {
	name, h, want := "sha256", sha256.New(), strings.ToLower(t.request.SHA256)
	if want == "" {
		name, h = "md5", md5.New()
		var err error
		if want, err = t.fetchMD5(ctx, t.partial.source.URL); err != nil {
			return "", err
		}
	}
	got, err := t.partial.sum(ctx, h)
	if err != nil {
		return "", &localError{err}
	}
	if got != want {
		return "", fmt.Errorf("%w: %s is %s, %s expects %s", errSum, name, got, t.partial.source.URL, want)
	}
	return name + ":" + got, nil
}

// fetchMD5 reads the checksum that the server keeps next to a file: 32 digits, then usually
// a file name.
func (t *transfer) fetchMD5(ctx context.Context, file string) (sum string, err error) {
	const longest = 4096
	address := file + t.request.MD5Suffix
	err = t.ask(ctx, http.MethodGet, address, http.Header{}, func(answer *http.Response, body io.Reader) error {
		if answer.StatusCode != http.StatusOK {
			return newStatusError(answer)
		}
		text, err := io.ReadAll(io.LimitReader(body, longest))
		if err != nil {
			return err
		}
		words := strings.Fields(string(text))
		if len(words) > 0 {
			sum = strings.ToLower(words[0])
		}
		if raw, err := hex.DecodeString(sum); err != nil || len(raw) != md5.Size {
			return fmt.Errorf("%w: %s holds no MD5 checksum", ErrNoFile, address)
		}
		return nil
	})
	return sum, err
}

// sum returns the hash of all that has arrived (hexadecimal).
func (p *partial) sum(ctx context.Context, h hash.Hash) (string, error) {
	if _, err := p.file.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	block := make([]byte, 1<<20)
	for ctx.Err() == nil {
		n, err := p.file.Read(block)
		h.Write(block[:n])
		if err == io.EOF {
			return hex.EncodeToString(h.Sum(nil)), nil
		}
		if err != nil {
			return "", err
		}
	}
	return "", ctx.Err()
}
