package text

import (
	"errors"
	"fmt"
	"io/fs"
	"roadsnap/engine/errclass"
)

// Notice explains an error to the user: a sentence that says what happened and a remedy
// that says what to do, both as keys of Catalogue, and the error's own text.
type Notice struct {
	Sentence string // a key of Catalogue; empty for no notice
	Remedy   string // a key of Catalogue
	Detail   string
}

// Empty reports whether there is no notice.
func (n Notice) Empty() bool { return n.Sentence == "" }

// Explain turns an error into the notice of its class. One without a class is a fault
// of the program.
func Explain(err error) Notice { return NoticeOf("error."+string(errclass.Of(err)), err) }

// errNoFolder is the error of writing a file in a folder that does not exist.
var errNoFolder = errclass.New("no_folder", "the folder does not exist")

// Writing returns the error of creating a file, marked for Explain if its folder
// does not exist, because the remedy is another one than for a file to read.
func Writing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", errNoFolder, err)
	}
	return err
}

// NoticeOf returns the notice of a key, with the error's own words.
func NoticeOf(key string, err error) Notice {
	return Notice{Sentence: key, Remedy: key + ".remedy", Detail: err.Error()}
}

// ErrEnded is of packs during whose opening an earlier run ended.
var ErrEnded = errclass.New("map_ended", "the program ended while this was being opened or drawn")
