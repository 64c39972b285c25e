// SPDX-License-Identifier: MIT

package xinput

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// display is the number of an X server on this machine.
type display int

// parseDisplay parses the value of DISPLAY, such as ":0", "unix:0" or ":0.0". It returns
// an error for displays over a network.
func parseDisplay(name string) (display, error) {
	host, number, _ := strings.Cut(name, ":")
	number, _, _ = strings.Cut(number, ".")
	n, err := strconv.ParseUint(number, 10, 16)
	if err != nil || host != "" && host != "unix" {
		return 0, fmt.Errorf("%w: DISPLAY is %q", errDisplay, name)
	}
	return display(n), nil
}

// dial connects to the socket of d: the one in the file system or, if that fails, the
// abstract one, because a sandbox may provide only that.
func (d display) dial(ctx context.Context) (net.Conn, error) {
	path := fmt.Sprintf("/tmp/.X11-unix/X%d", d)
	var dialer net.Dialer
	c, err := dialer.DialContext(ctx, "unix", path)
	if err != nil {
		if abstract, err := dialer.DialContext(ctx, "unix", "@"+path); err == nil {
			return abstract, nil
		}
	}
	return c, err
}

// cookie returns the authorization of d from the user's Xauthority file: the name of the
// protocol and the cookie. Both are empty if there is none.
func (d display) cookie() (name string, cookie []byte) {
	path := os.Getenv("XAUTHORITY")
	if path == "" {
		path = filepath.Join(os.Getenv("HOME"), ".Xauthority")
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return "", nil
	}
	host, err := os.Hostname()
	if err != nil {
		return "", nil
	}
	return findCookie(file, host, strconv.Itoa(int(d)))
}

// cookieKind is the only supported authorization protocol, in which the client sends the
// cookie as it is.
const cookieKind = "MIT-MAGIC-COOKIE-1"

// findCookie finds the cookie of a display of this machine in an Xauthority file. The file
// is a list of entries. An entry is an address family and four fields, each preceded by
// its length: address, display, protocol, cookie. All numbers are big-endian.
func findCookie(file []byte, host, number string) (name string, cookie []byte) {
	const (
		familyLocal = 256
		familyWild  = 65535 // matches any address
	)
	for len(file) >= 2 {
		family := binary.BigEndian.Uint16(file)
		file = file[2:]
		var fields [4][]byte
		for i := range fields {
			if len(file) < 2 {
				return "", nil
			}
			length := int(binary.BigEndian.Uint16(file))
			if file = file[2:]; length > len(file) {
				return "", nil
			}
			fields[i], file = file[:length], file[length:]
		}
		ours := family == familyWild || family == familyLocal && string(fields[0]) == host
		if ours && (len(fields[1]) == 0 || string(fields[1]) == number) && string(fields[2]) == cookieKind {
			return cookieKind, bytes.Clone(fields[3])
		}
	}
	return "", nil
}
