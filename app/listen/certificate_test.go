// SPDX-License-Identifier: MIT

package listen

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// pair is a new certificate with its key (PEM).
type pair struct{ cert, key []byte }

func newPair(t *testing.T, name string) pair {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pair{pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})}
}

// files are the two files of a certificate.
type files struct {
	t         *testing.T
	cert, key string
}

// put replaces a file, as certbot does.
func (f files) put(name string, b []byte) {
	f.t.Helper()
	if err := os.WriteFile(name+".new", b, 0o600); err != nil {
		f.t.Fatal(err)
	}
	if err := os.Rename(name+".new", name); err != nil {
		f.t.Fatal(err)
	}
}

// presented returns the name in the certificate that a new connection gets.
func presented(t *testing.T, addr string) string {
	t.Helper()
	conn, err := tls.Dial("tcp", addr, &tls.Config{InsecureSkipVerify: true})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	return conn.ConnectionState().PeerCertificates[0].Subject.CommonName
}

// TestCertificateIsRenewed replaces the files of a certificate in use, one after the other.
func TestCertificateIsRenewed(t *testing.T) {
	folder := t.TempDir()
	f := files{t, filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")}
	first, second := newPair(t, "first"), newPair(t, "second")
	f.put(f.cert, first.cert)
	f.put(f.key, first.key)
	var faults []error
	c, err := NewCertificate(f.cert, f.key, func(err error) { faults = append(faults, err) })
	if err != nil {
		t.Fatal(err)
	}
	clock := time.Now()
	c.now = func() time.Time { return clock }
	listener, err := tls.Listen("tcp", "127.0.0.1:0", c.Config())
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			_ = conn.(*tls.Conn).Handshake()
			_ = conn.Close()
		}
	}()
	expect := func(when, want string, wantFaults int) {
		t.Helper()
		if got := presented(t, listener.Addr().String()); got != want || len(faults) != wantFaults {
			t.Errorf("%s: %s, faults %v; want %s, %d faults", when, got, faults, want, wantFaults)
		}
	}
	expect("at the start", "first", 0)
	f.put(f.cert, second.cert)
	expect("before the files are looked at again", "first", 0)
	clock = clock.Add(certificateCheck)
	expect("with the key of the old certificate", "first", 1)
	clock = clock.Add(certificateCheck)
	expect("without another change", "first", 1)
	f.put(f.key, second.key)
	clock = clock.Add(certificateCheck)
	expect("with both files", "second", 1)
	if err := os.Remove(f.key); err != nil {
		t.Fatal(err)
	}
	clock = clock.Add(certificateCheck)
	expect("without the key", "second", 2)
}

func TestNewCertificateRefuses(t *testing.T) {
	folder := t.TempDir()
	f := files{t, filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")}
	f.put(f.cert, newPair(t, "a").cert)
	for name, key := range map[string][]byte{"another key": newPair(t, "b").key, "no PEM": []byte("key"), "empty": nil} {
		f.put(f.key, key)
		if _, err := NewCertificate(f.cert, f.key, nil); err == nil || !strings.Contains(err.Error(), f.key) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := NewCertificate(f.cert, filepath.Join(folder, "none"), nil); err == nil {
		t.Error("without a key")
	}
}

// TestOldTLSIsRefused holds that connections use TLS 1.2 at least.
func TestOldTLSIsRefused(t *testing.T) {
	if got := (&Certificate{}).Config().MinVersion; got < tls.VersionTLS12 {
		t.Errorf("version %x", got)
	}
}
