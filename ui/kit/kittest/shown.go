// SPDX-License-Identifier: MIT

// Package kittest looks into widgets for tests.
package kittest

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// Shown returns the visible widgets of a type in o.
func Shown[T fyne.CanvasObject](o fyne.CanvasObject) (list []T) {
	if o == nil || !o.Visible() {
		return nil
	}
	if w, ok := o.(T); ok {
		return []T{w}
	}
	switch o := o.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			list = append(list, Shown[T](child)...)
		}
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			list = append(list, Shown[T](child)...)
		}
	}
	return list
}
