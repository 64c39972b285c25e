// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"gocloud.dev/blob"
	"gocloud.dev/blob/s3blob"
	"gocloud.dev/gcerrors"

	"roadsnap/app/batch"
)

// open opens a folder, a file, or what is below a prefix in a bucket.
func open(ctx context.Context, location string) (batch.Folder, error) {
	if !strings.Contains(location, "://") {
		return batch.OpenLocal(location)
	}
	return openBucket(ctx, location)
}

// create is open for outputs: a folder is made.
func create(ctx context.Context, location string) (batch.Folder, error) {
	if !strings.Contains(location, "://") {
		return batch.CreateLocal(location)
	}
	return openBucket(ctx, location)
}

// bucket is what is below a prefix in a bucket, or a single object.
type bucket struct {
	*blob.Bucket
	location string
	prefix   string // with a slash at its end, or empty
	only     string // the name of the object, if it is a single one
}

// attempts is how often a request is tried. The library fixes its own number, three.
var attempts = 10

// openBucket opens a bucket; the path of location is the prefix.
func openBucket(ctx context.Context, location string) (*bucket, error) {
	u, err := url.Parse(location)
	if err != nil {
		return nil, err
	}
	b := &bucket{location: (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()}
	b.prefix = strings.TrimPrefix(path.Clean("/"+u.Path), "/")
	if batch.Readable(b.prefix) {
		b.prefix, b.only = path.Split(b.prefix)
	} else if b.prefix != "" {
		b.prefix += "/"
	}
	u.Path = ""
	if b.Bucket, err = blob.OpenBucket(ctx, u.String()); err != nil {
		return nil, err
	}
	var client *s3.Client
	if b.As(&client) {
		client = s3.New(client.Options(), func(o *s3.Options) {
			o.Retryer = retry.NewStandard(func(s *retry.StandardOptions) { s.MaxAttempts, s.RateLimiter = attempts, ratelimit.None })
		})
		b.Bucket, err = s3blob.OpenBucket(ctx, client, u.Host, nil)
	}
	return b, err
}

// String returns the place of the bucket without the parameters.
func (b *bucket) String() string { return b.location }

// List returns the objects below the prefix.
func (b *bucket) List(ctx context.Context) (list []batch.File, err error) {
	for objects := b.Bucket.List(&blob.ListOptions{Prefix: b.prefix + b.only}); ; {
		o, err := objects.Next(ctx)
		if err == io.EOF { //nolint:errorlint // a broken connection wraps io.EOF
			return list, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b, err)
		}
		f := batch.File{Name: strings.TrimPrefix(o.Key, b.prefix), Size: o.Size}
		if b.only != "" && f.Name != b.only || strings.HasSuffix(f.Name, "/") {
			continue
		}
		if len(o.MD5) > 0 {
			f.Hash = "md5:" + hex.EncodeToString(o.MD5)
		}
		list = append(list, f)
	}
}

// Open opens an object.
func (b *bucket) Open(ctx context.Context, name string) (batch.Object, error) {
	a, err := b.Attributes(ctx, b.prefix+name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &object{ctx, b.Bucket, b.prefix + name, a.Size}, nil
}

// Write uploads an object, which is there when the upload has ended.
func (b *bucket) Write(ctx context.Context, name string, write func(io.Writer) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := b.NewWriter(ctx, b.prefix+name, &blob.WriterOptions{ContentType: "application/octet-stream", BufferSize: uploadBuffer, MaxConcurrency: 2})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := write(w); err != nil {
		cancel() // the upload ends without an object
		_ = w.Close()
		return err
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// uploadBuffer is the size of the parts of an upload (bytes), of which S3 allows 10,000.
const uploadBuffer = 16 << 20

// object is an object of a bucket.
type object struct {
	ctx  context.Context
	in   *blob.Bucket
	key  string
	size int64
}

// Size returns the size (bytes).
func (o *object) Size() int64 { return o.size }

// Close does nothing.
func (o *object) Close() error { return nil }

// The pauses between attempts to read a range.
const (
	firstPause = 100 * time.Millisecond
	lastPause  = 5 * time.Second
)

// ReadAt reads a range. When the connection breaks off, it goes on where it was.
func (o *object) ReadAt(p []byte, off int64) (n int, err error) {
	var end error
	if left := o.size - off; int64(len(p)) > left {
		p, end = p[:max(left, 0)], io.EOF
	}
	pause, failures := firstPause, 0
	for n < len(p) {
		read, err := o.read(p[n:], off+int64(n))
		if n += read; n == len(p) {
			break
		}
		if read > 0 {
			pause, failures = firstPause, 0
		}
		if failures++; failures == mostFailures || o.ctx.Err() != nil || gcerrors.Code(err) == gcerrors.NotFound || gcerrors.Code(err) == gcerrors.PermissionDenied {
			return n, fmt.Errorf("%s: %w", o.key, err)
		}
		select {
		case <-o.ctx.Done():
			return n, o.ctx.Err()
		case <-time.After(pause):
			pause = min(2*pause, lastPause)
		}
	}
	return n, end
}

// mostFailures is the number of attempts without a byte after which reading fails.
const mostFailures = 8

// read reads what comes of a range.
func (o *object) read(p []byte, off int64) (int, error) {
	r, err := o.in.NewRangeReader(o.ctx, o.key, off, int64(len(p)), nil)
	if err != nil {
		return 0, err
	}
	n, err := io.ReadFull(r, p)
	return n, errors.Join(err, r.Close())
}
