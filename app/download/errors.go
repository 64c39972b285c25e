// SPDX-License-Identifier: MIT

package download

import (
	"errors"
	"fmt"
	"time"

	"roadsnap/engine/errclass"
)

// The reasons for which a download ends.
var (
	// ErrInsecure reports an address, or a redirect to one, that does not begin with https.
	ErrInsecure = errclass.New(errclass.NoDownload, "the address is not https")
	// ErrCertificate reports a server, or a proxy that reads all traffic, whose certificate
	// this computer does not trust.
	ErrCertificate = errclass.New(errclass.NoDownload, "the certificate of the server is not trusted")
	// ErrRedirects reports redirects that lead in a circle.
	ErrRedirects = errclass.New(errclass.NoDownload, "the server redirects without end")
	// ErrNoFile reports an answer other than the file: an error, or a page for people, such
	// as the sign-in page of a guest network.
	ErrNoFile = errclass.New(errclass.NoDownload, "the server does not give the file")
	// ErrConnection reports that the server cannot be reached, or that the connection broke
	// again and again.
	ErrConnection = errclass.New(errclass.NoNetwork, "the connection fails")
	// ErrBusy reports a server that asks to come back later than a download waits.
	ErrBusy = errclass.New(errclass.NoNetwork, "the server is busy")
	// ErrChecksum reports that the file arrived twice with a wrong checksum.
	ErrChecksum = errclass.New(errclass.BadDownload, "the file is damaged on the way, or changed on the server")
	// ErrSpace reports that the folder has too little free space; see SpaceError.
	ErrSpace = errclass.New(errclass.NoSpace, "there is too little free space")
	// ErrRunning reports that another process downloads the same file.
	ErrRunning = errclass.New(errclass.InstallRunning, "another window or command downloads this file")
)

// SpaceError says how much free space is missing.
type SpaceError struct {
	Folder     string
	Need, Free int64 // bytes
}

func (e *SpaceError) Error() string {
	return fmt.Sprintf("%v in %s: %d MB are needed, %d MB are free", ErrSpace, e.Folder, e.Need/1e6+1, e.Free/1e6)
}

func (e *SpaceError) Unwrap() error { return ErrSpace }

// statusError is an answer with a status that has no file.
type statusError struct {
	status string // such as "404 Not Found"
	code   int
	url    string
	after  time.Duration // when to try again, if the server says so
}

func (e *statusError) Error() string { return fmt.Sprintf("%s answers %s", e.url, e.status) }

func (e *statusError) Unwrap() error { return ErrNoFile }

// temporary reports whether the same request may succeed later.
func (e *statusError) temporary() bool {
	return e.code == 408 || e.code == 429 || e.code >= 500
}

// errChanged reports that the server now has another file than the one that the part is of.
var errChanged = errors.New("the file has changed on the server")

// errStall reports a connection that is open but sends nothing.
var errStall = errors.New("nothing arrives")

// errSum reports a wrong checksum.
var errSum = errors.New("the checksum is wrong")
