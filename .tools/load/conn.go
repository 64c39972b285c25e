// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// client is an HTTP/1.1 connection that costs little: it sends prepared bytes, and reads
// no more of an answer than it must.
type client struct {
	addr string
	conn net.Conn
	in   *bufio.Reader
}

// answer is what a client reads of an answer.
type answer struct {
	status     int
	retryAfter string
	took       time.Duration
	closed     bool // the server closes the connection
}

// errUnanswered means that the server closed a connection on which a request was sent.
var errUnanswered = errors.New("the connection was closed without an answer")

// do sends a prepared request and reads the answer. The error is errUnanswered, or that of
// connecting.
func (c *client) do(request []byte) (a answer, err error) {
	if c.conn == nil {
		if c.conn, err = net.Dial("tcp", c.addr); err != nil {
			return answer{}, err
		}
		c.in = bufio.NewReaderSize(c.conn, 64<<10)
	}
	begin := time.Now()
	if _, err := c.conn.Write(request); err != nil && c.in.Buffered() == 0 {
		// The server may have answered before it read the whole body.
		if _, peek := c.in.Peek(1); peek != nil {
			c.close()
			return answer{}, errUnanswered
		}
	}
	a, err = c.read()
	a.took = time.Since(begin)
	if err != nil || a.closed {
		c.close()
	}
	if err != nil {
		err = errUnanswered
	}
	return a, err
}

func (c *client) read() (a answer, err error) {
	line, err := c.in.ReadString('\n')
	if err != nil || len(line) < 12 {
		return a, errUnanswered
	}
	if a.status, err = strconv.Atoi(line[9:12]); err != nil {
		return a, err
	}
	length := int64(-1)
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return a, err
		}
		name, value, _ := strings.Cut(strings.TrimRight(string(line), "\r\n"), ": ")
		switch name {
		case "":
			if length >= 0 {
				_, err = io.CopyN(io.Discard, c.in, length)
				return a, err
			}
			return a, c.chunks()
		case "Content-Length":
			length, _ = strconv.ParseInt(value, 10, 64)
		case "Retry-After":
			a.retryAfter = value
		case "Connection":
			a.closed = value == "close"
		}
	}
}

// chunks skips a body in chunks.
func (c *client) chunks() error {
	for {
		line, err := c.in.ReadString('\n')
		if err != nil {
			return err
		}
		n, err := strconv.ParseInt(strings.TrimSpace(line), 16, 64)
		if err != nil {
			return err
		}
		if _, err := io.CopyN(io.Discard, c.in, n+2); err != nil || n == 0 {
			return err
		}
	}
}

func (c *client) close() {
	if c.conn != nil {
		_ = c.conn.Close()
		c.conn = nil
	}
}

// get prepares a GET request.
func get(target string, headers ...string) []byte {
	return fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n", target, lines(headers))
}

// post prepares a POST of JSON.
func post(target, body string, headers ...string) []byte {
	return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n%s", target, len(body), lines(headers), body)
}

func lines(headers []string) string {
	var b strings.Builder
	for _, h := range headers {
		b.WriteString(h + "\r\n")
	}
	return b.String()
}
