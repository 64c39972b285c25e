// SPDX-License-Identifier: MIT

package doctest

import (
	"fmt"
	"net"
	"os"
	"runtime"
	"testing"
)

// FreeAddress returns an address with a free port that stays free until a program listens
// on it. On 127.0.0.1 a connection of another test could take the port in the meantime, so
// this process uses a loopback address of its own if there are several.
func FreeAddress(t *testing.T) string {
	t.Helper()
	host := "127.0.0.1"
	if id := os.Getpid(); runtime.GOOS == "linux" {
		host = fmt.Sprintf("127.%d.%d.%d", 1+id>>16&0x7F, id>>8&0xFF, id&0xFF)
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}
