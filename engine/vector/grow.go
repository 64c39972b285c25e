// SPDX-License-Identifier: MIT

package vector

import (
	"bytes"
	"errors"
	"io"
)

// readN reads n bytes into buffer, whose memory grows with what is there.
func readN(in io.Reader, buffer *bytes.Buffer, n int64) ([]byte, error) {
	buffer.Reset()
	if _, err := io.CopyN(buffer, in, n); err != nil {
		return nil, cut(err)
	}
	return buffer.Bytes(), nil
}

// cut converts the end of a file within a structure to an error.
func cut(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return corruptf("it ends too early")
	}
	return err
}
