// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// lentCertificate writes a certificate for 127.0.0.1 and its key to files, and returns a
// client that trusts it.
func lentCertificate(t *testing.T) (cert, key string, client *http.Client) {
	t.Helper()
	lender := httptest.NewTLSServer(nil)
	t.Cleanup(lender.Close)
	private, err := x509.MarshalPKCS8PrivateKey(lender.TLS.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	cert, key = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for name, block := range map[string]*pem.Block{
		cert: {Type: "CERTIFICATE", Bytes: lender.Certificate().Raw}, key: {Type: "PRIVATE KEY", Bytes: private},
	} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key, lender.Client()
}

// TestServeTLS holds that the printed address works with the user's certificate.
func TestServeTLS(t *testing.T) {
	cert, key, client := lentCertificate(t)
	base, errOut, stop := serving(t, "--addr", ":0", "--tls-cert", cert, "--tls-key", key)
	defer stop()
	response, err := client.Get(base + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK || !strings.HasPrefix(base, "https://") {
		t.Errorf("%s: %s", base, response.Status)
	}
	if awaitLog(t, errOut, "other machines can reach it"); strings.Contains(errOut.String(), "without encryption") {
		t.Error(errOut.String())
	}
}

// TestServeListenFlags holds that flags which cannot work are refused before the start.
func TestServeListenFlags(t *testing.T) {
	cert, key, _ := lentCertificate(t)
	for _, c := range []struct {
		args []string
		code int
		text string
	}{
		{[]string{"--tls-cert", cert}, exitUsage, "need each other"},
		{[]string{"--tls-key", key}, exitUsage, "need each other"},
		{[]string{"--tls-cert", key, "--tls-key", cert}, exitFailed, "--tls-cert"},
		{[]string{"--addr", "unix:/s", "--socket-mode", "rw"}, exitUsage, "octal"},
		{[]string{"--addr", "unix:/s", "--socket-mode", "7777"}, exitUsage, "octal"},
		{[]string{"--socket-mode", "600"}, exitUsage, "add --addr unix:PATH"},
		{[]string{"--trusted-proxy", "127.0.0.1"}, exitUsage, `--trusted-proxy: "127.0.0.1" is no network; write it as 127.0.0.1/32`},
		{[]string{"--addr", "unix:" + cert}, exitFailed, "not a socket"},
	} {
		var errOut bytes.Buffer
		code := run(context.Background(), append([]string{"serve", "--api-key", "a-key-for-this-test-only"}, c.args...), streams{out: io.Discard, err: &errOut})
		if code != c.code || !strings.Contains(errOut.String(), c.text) {
			t.Errorf("%q: exit code %d: %s", c.args, code, errOut.String())
		}
	}
}

// TestServeOnAUnixSocket holds that a server answers on a Unix socket, tells the service
// manager when it is ready and when it stops, and removes the socket.
func TestServeOnAUnixSocket(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no systemd")
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "s")
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(folder, "n"), Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	t.Setenv("NOTIFY_SOCKET", filepath.Join(folder, "n"))
	notified := func() string {
		b := make([]byte, 100)
		if err := manager.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		n, err := manager.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		return string(b[:n])
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	var errOut syncBuffer
	go func() {
		ended <- run(ctx, []string{"serve", "--api-key", "a-key-for-this-test-only", "--addr", "unix:" + path}, streams{out: io.Discard, err: &errOut})
	}()
	if got := notified(); got != "READY=1" {
		t.Errorf("the service manager got %q", got)
	}
	if status := askSocket(t, path); status != http.StatusOK {
		t.Errorf("status %d", status)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o660 {
		t.Errorf("%v %v", info, err)
	}
	cancel()
	if got := notified(); got != "STOPPING=1" {
		t.Errorf("the service manager got %q", got)
	}
	if code := <-ended; code != exitOK {
		t.Errorf("exit code %d: %s", code, errOut.String())
	}
	if _, err := os.Lstat(path); err == nil {
		t.Error("the socket is left behind")
	}
}

// TestServeTLSOnAUnixSocket holds that the note at the start has the scheme that clients need.
func TestServeTLSOnAUnixSocket(t *testing.T) {
	cert, key, _ := lentCertificate(t)
	path := filepath.Join(t.TempDir(), "s")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	var errOut syncBuffer
	go func() {
		ended <- run(ctx, []string{"serve", "--api-key", "a-key-for-this-test-only", "--addr", "unix:" + path, "--tls-cert", cert, "--tls-key", key}, streams{out: io.Discard, err: &errOut})
	}()
	awaitLog(t, &errOut, "https://localhost/openapi.json on the socket "+path)
	cancel()
	if code := <-ended; code != exitOK {
		t.Errorf("exit code %d: %s", code, errOut.String())
	}
}

// askSocket asks a server on a Unix socket whether it is ready.
func askSocket(t *testing.T, path string) int {
	t.Helper()
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}}
	defer transport.CloseIdleConnections()
	response, err := (&http.Client{Transport: transport}).Get("http://localhost/readyz")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

// TestServeOnASocketOfSystemd lets the real systemd-socket-activate start a server at the
// first connection.
func TestServeOnASocketOfSystemd(t *testing.T) {
	activate, err := exec.LookPath("systemd-socket-activate")
	if err != nil {
		t.Skip("there is no systemd-socket-activate")
	}
	folder := t.TempDir()
	binary := filepath.Join(folder, "roadsnap")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	path := filepath.Join(folder, "s")
	server := exec.Command(activate, "-l", path, "-E", "ROADSNAP_API_KEY=a-key-for-this-test-only", "-E", "XDG_DATA_HOME="+t.TempDir(), binary, "serve")
	var errOut syncBuffer
	server.Stderr = &errOut
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = server.Process.Signal(os.Interrupt)
		if err := server.Wait(); err != nil {
			t.Errorf("%v\n%s", err, errOut.String())
		}
	}()
	deadline := time.Now().Add(time.Minute)
	for { // the file is there before the socket listens
		first, err := net.Dial("unix", path)
		if err == nil {
			defer first.Close()
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("no socket: %v: %s", err, errOut.String())
		}
		runtime.Gosched()
	}
	if status := askSocket(t, path); status != http.StatusOK {
		t.Errorf("status %d: %s", status, errOut.String())
	}
}
