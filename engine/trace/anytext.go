// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"io"
	"os"
	"strings"
)

// ReadText returns the text of a file as UTF-8. It may have any encoding that Read knows, and
// may be compressed. ok is false for a workbook and for a web page, whose rows ReadRows returns.
// The errors are those of ReadFile.
func ReadText(ctx context.Context, path string, o Options) (text string, ok bool, err error) {
	err = withFile(path, func(f *os.File) error {
		o = o.withDefaults()
		c := newCollector(ctx, path, o)
		src, head, err := open(ctx, f, o)
		switch {
		case err != nil:
		case src.fit != nil:
			err = c.fault(ErrFormat, 0, 0, "the file is no table", "choose a CSV or XLSX file")
		case src.archive == nil && !isHTML(head):
			ok = true
			text, err = allText(src)
		}
		if err != nil {
			return c.explain(err)
		}
		return nil
	})
	return text, ok && err == nil, err
}

func allText(src *source) (string, error) {
	var out strings.Builder
	_, err := io.Copy(&out, src.text)
	if failed := src.failed(); failed != nil {
		err = failed
	}
	return out.String(), err
}
