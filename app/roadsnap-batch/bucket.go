// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"gocloud.dev/blob"
	"gocloud.dev/blob/s3blob"
	"gocloud.dev/gcerrors"

	"roadsnap/app/batch"
)

// open opens a folder, a file, what is below a prefix in a bucket, or an object.
func open(ctx context.Context, location string) (batch.Folder, error) {
	if !strings.Contains(location, "://") {
		return batch.OpenLocal(location)
	}
	b, err := openBucket(ctx, location)
	if err != nil {
		return nil, err
	}
	// Spark writes folders that are called as files, such as points.parquet.
	if key := strings.TrimSuffix(b.prefix, "/"); batch.Readable(key) && !b.slash {
		there, err := b.Exists(ctx, key)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b, err)
		}
		if there {
			b.prefix, b.only = path.Split(key)
		}
	}
	return b, nil
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
	root   string // scheme and name of the bucket
	prefix string // with a slash at its end, or empty
	slash  bool   // the location had one at its end
	only   string // the name of the object, if it is a single one
}

// attempts is how often a request is tried. The library fixes its own number, three.
var attempts = 10

// patience is how long a request may take, with the transfer of its body: 16 MiB at most. The
// library would wait forever for a server that stops in the middle.
var patience = 5 * time.Minute

// openBucket opens a bucket; the path of location is the prefix.
func openBucket(ctx context.Context, location string) (*bucket, error) {
	u, err := url.Parse(location)
	if err != nil {
		return nil, err
	}
	b := &bucket{root: u.Scheme + "://" + u.Host, prefix: strings.TrimPrefix(path.Clean("/"+u.Path)+"/", "/"), slash: strings.HasSuffix(u.Path, "/")}
	if b.prefix == "/" {
		b.prefix = ""
	}
	u.Path = ""
	if b.Bucket, err = blob.OpenBucket(ctx, u.String()); err != nil {
		return nil, err
	}
	var client *s3.Client
	if b.As(&client) {
		client = s3.New(client.Options(), func(o *s3.Options) {
			o.Retryer = retry.NewStandard(func(s *retry.StandardOptions) { s.MaxAttempts, s.RateLimiter = attempts, ratelimit.None })
			if h, ok := o.HTTPClient.(*awshttp.BuildableClient); ok {
				o.HTTPClient = h.WithTimeout(patience)
			}
		})
		b.Bucket, err = s3blob.OpenBucket(ctx, client, u.Host, bucketOptions(u.Query(), client.Options()))
	}
	return b, err
}

// bucketOptions returns what the parameters of a location say about objects that are written.
// blob.OpenBucket has checked them, but keeps them to itself.
func bucketOptions(parameters url.Values, client s3.Options) *s3blob.Options {
	o := &s3blob.Options{KMSEncryptionID: parameters.Get("kmskeyid"), RequestChecksumCalculation: client.RequestChecksumCalculation}
	for _, kind := range o.EncryptionType.Values() {
		if strings.EqualFold(string(kind), parameters.Get("ssetype")) {
			o.EncryptionType = kind
		}
	}
	return o
}

// Place returns the bucket with the prefix, and the name of a single object.
func (b *bucket) Place() (folder, only string) {
	return b.root + "/" + strings.TrimSuffix(b.prefix, "/"), b.only
}

// String returns the place of the bucket without the parameters.
func (b *bucket) String() string { return b.root + "/" + strings.TrimSuffix(b.prefix+b.only, "/") }

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
		var listed types.Object
		if o.As(&listed) && listed.ETag != nil {
			f.Version = tag(listed.ETag)
			f.Hash = batch.EtagPrefix + f.Version
		}
		list = append(list, f)
	}
}

// tag returns an entity tag without its quotation marks.
func tag(header *string) string {
	if header == nil {
		return ""
	}
	return strings.Trim(*header, `"`)
}

// Open opens an object.
func (b *bucket) Open(ctx context.Context, f batch.File) (batch.Object, error) {
	o := &object{ctx: ctx, in: b.Bucket, key: b.prefix + f.Name, file: f}
	if f.Version == "" {
		a, err := b.Attributes(ctx, o.key)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		o.file.Size, o.file.Version = a.Size, tag(&a.ETag)
	}
	return o, nil
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
	file batch.File
}

// Size returns the size (bytes).
func (o *object) Size() int64 { return o.file.Size }

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
	if left := o.file.Size - off; int64(len(p)) > left {
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
		code := gcerrors.Code(err)
		if failures++; failures == mostFailures || o.ctx.Err() != nil || errors.Is(err, errChanged) || code == gcerrors.NotFound || code == gcerrors.PermissionDenied {
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

// errChanged means that an object was written again while it was read.
var errChanged = errors.New("the object has changed since it was listed; run the shard again")

// read reads what comes of a range.
func (o *object) read(p []byte, off int64) (int, error) {
	r, err := o.in.NewRangeReader(o.ctx, o.key, off, int64(len(p)), nil)
	if err != nil {
		return 0, err
	}
	var answer s3.GetObjectOutput
	if r.As(&answer) && answer.ETag != nil && tag(answer.ETag) != o.file.Version {
		return 0, errors.Join(errChanged, r.Close())
	}
	n, err := io.ReadFull(r, p)
	return n, errors.Join(err, r.Close())
}
