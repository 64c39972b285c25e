// SPDX-License-Identifier: MIT

// Package handover lets a second start of a program hand its files to the process that is
// open already.
//
// The first process holds a lock on a file and listens on a Unix domain socket in a folder
// that only its user may enter. The lock file holds the path of the socket, so that both
// find it whatever their environment is. The system releases the lock when the process
// ends, even by a crash. Then the next start takes the lock and removes the old socket.
//
// A client sends one message and gets one answer. Each is a length (4 bytes, big endian)
// and that many bytes of JSON: the paths to open, and then what went wrong, if anything.
package handover
