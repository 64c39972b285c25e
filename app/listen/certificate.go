// SPDX-License-Identifier: MIT

package listen

import (
	"crypto/tls"
	"fmt"
	"os"
	"sync"
	"time"
)

// certificateCheck is how often the files of a certificate are looked at, at most.
const certificateCheck = time.Second

// Certificate is a TLS certificate in two PEM files. When they change, new connections get
// the new certificate. It is safe for concurrent use.
type Certificate struct {
	certFile, keyFile string
	onFault           func(error)
	now               func() time.Time

	mu      sync.Mutex
	current *tls.Certificate
	files   [2]os.FileInfo // as of the last attempt to read them
	checked time.Time
}

// NewCertificate reads the certificate, with its chain, and the private key. onFault is
// called when changed files cannot be used; the certificate before stays in use.
func NewCertificate(certFile, keyFile string, onFault func(error)) (*Certificate, error) {
	c := &Certificate{certFile: certFile, keyFile: keyFile, onFault: onFault, now: time.Now}
	files, err := c.stat()
	if err != nil {
		return nil, err
	}
	if c.current, err = c.load(); err != nil {
		return nil, err
	}
	c.files, c.checked = files, c.now()
	return c, nil
}

// Config returns the settings of a server with this certificate: TLS 1.2 or newer, and
// HTTP/1.1.
func (c *Certificate) Config() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.get(), nil },
	}
}

// get returns the certificate for a new connection.
func (c *Certificate) get() *tls.Certificate {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.now(); now.Sub(c.checked) >= certificateCheck {
		c.checked = now
		c.follow()
	}
	return c.current
}

// follow reads the files again if they have changed. After a failure it waits for the next
// change, because a renewal writes the files one after the other. c.mu must be held.
func (c *Certificate) follow() {
	files, err := c.stat()
	if err == nil && sameFile(files[0], c.files[0]) && sameFile(files[1], c.files[1]) {
		return
	}
	var renewed *tls.Certificate
	if err == nil {
		c.files = files
		renewed, err = c.load()
	}
	if err != nil {
		c.onFault(fmt.Errorf("the TLS certificate stays as it was: %w", err))
		return
	}
	c.current = renewed
}

func (c *Certificate) stat() (files [2]os.FileInfo, err error) {
	for i, name := range []string{c.certFile, c.keyFile} {
		if files[i], err = os.Stat(name); err != nil {
			return files, err
		}
	}
	return files, nil
}

func (c *Certificate) load() (*tls.Certificate, error) {
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return nil, fmt.Errorf("%s and %s: %w", c.certFile, c.keyFile, err)
	}
	return &pair, nil
}

func sameFile(a, b os.FileInfo) bool {
	return os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size()
}
