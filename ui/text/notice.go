// SPDX-License-Identifier: MIT

package text

import (
	"errors"
	"fmt"
	"io/fs"

	"roadsnap/engine/errclass"
)

// Notice explains an error to the user.
type Notice struct {
	Sentence string // key of the text on the error; "" for no notice
	Remedy   string // key of the text on its remedy
	Detail   string // text of the error, in English
}

// DetailText returns the detail, marked as a technical one in the language of words, because
// it is in English. It is "" if there is none.
func (n Notice) DetailText(words Catalogue) string {
	if n.Detail == "" {
		return ""
	}
	return words.T("dialog.detail", "detail", n.Detail)
}

// Empty reports whether there is no notice.
func (n Notice) Empty() bool { return n.Sentence == "" }

// Explain returns the notice for the class of an error. An error without a class is an
// internal error of the app.
func Explain(err error) Notice { return NoticeOf("error."+string(errclass.Of(err)), err) }

// errNoFolder reports that a file was to be created in a folder that does not exist.
var errNoFolder = errclass.New("no_folder", "the folder does not exist")

// Writing classifies an error of creating a file. If the folder does not exist, it wraps
// err in a class of its own, because the remedy differs from that for a missing file.
func Writing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", errNoFolder, err)
	}
	return err
}

// NoticeOf returns the notice of a key, with the text of err as detail.
func NoticeOf(key string, err error) Notice {
	return Notice{Sentence: key, Remedy: key + ".remedy", Detail: err.Error()}
}

// ErrEnded reports packs that an earlier run was opening when it ended.
var ErrEnded = errclass.New("map_ended", "the last run ended while it opened or drew this pack")
