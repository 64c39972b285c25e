// SPDX-License-Identifier: MIT

package kit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// ThemeChoice selects the light or the dark palette.
type ThemeChoice string

// The theme choices.
const (
	ThemeSystem ThemeChoice = "system"
	ThemeLight  ThemeChoice = "light"
	ThemeDark   ThemeChoice = "dark"
)

// UsualTextSize is the size of texts unless another is chosen (percent).
const UsualTextSize = 100

// TextSizes are the sizes of texts that can be chosen (percent of the usual one).
var TextSizes = []int{90, UsualTextSize, 115, 130}

// Palette is Fyne's theme with muted colours, so that the map stands out. Blue is the only
// accent, as on the snapped route.
type Palette struct {
	fyne.Theme
	choice ThemeChoice
	text   float32 // size of texts; 1 is the usual one
}

// NewPalette returns the palette of a choice, with texts of the usual size.
func NewPalette(choice ThemeChoice) Palette { return Palette{theme.DefaultTheme(), choice, 1} }

// Sized returns p with texts of a size, one of TextSizes.
func (p Palette) Sized(percent int) Palette {
	p.text = float32(percent) / UsualTextSize
	return p
}

// Variant returns the variant to use if the variant of the system is system.
func (p Palette) Variant(system fyne.ThemeVariant) fyne.ThemeVariant {
	switch p.choice {
	case ThemeLight:
		return theme.VariantLight
	case ThemeDark:
		return theme.VariantDark
	case ThemeSystem:
	}
	return system
}

type shades struct{ light, dark color.NRGBA }

var colours = map[fyne.ThemeColorName]shades{
	theme.ColorNamePrimary:             {hex(0x1A5FB4), hex(0x78AEED)},
	theme.ColorNameForegroundOnPrimary: {hex(0xFFFFFF), hex(0x0E1A2B)},
	theme.ColorNameHyperlink:           {hex(0x1A5FB4), hex(0x78AEED)},
	theme.ColorNameFocus:               {hexA(0x1A5FB4, 0x60), hexA(0x78AEED, 0x60)},
	theme.ColorNameSelection:           {hexA(0x1A5FB4, 0x2C), hexA(0x78AEED, 0x38)},
	theme.ColorNameBackground:          {hex(0xF6F5F2), hex(0x1E2126)},
	theme.ColorNameMenuBackground:      {hex(0xFFFFFF), hex(0x282C33)},
	theme.ColorNameOverlayBackground:   {hex(0xFFFFFF), hex(0x282C33)},
	theme.ColorNameInputBackground:     {hex(0xFFFFFF), hex(0x14171B)},
	theme.ColorNameInputBorder:         {hex(0xCFCBC3), hex(0x3C424B)},
	theme.ColorNameButton:              {hex(0xE9E6E0), hex(0x30353D)},
	theme.ColorNameHover:               {hexA(0x000000, 0x0F), hexA(0xFFFFFF, 0x14)},
	theme.ColorNameSeparator:           {hex(0xDDD9D1), hex(0x343940)},
	theme.ColorNameForeground:          {hex(0x23262B), hex(0xE8E6E1)},
	theme.ColorNamePlaceHolder:         {hex(0x6F7076), hex(0x9C9FA6)},
	theme.ColorNameDisabled:            {hex(0x74757B), hex(0x90949C)},
	theme.ColorNameWarning:             {hex(0xB26A00), hex(0xFFB84D)},
	theme.ColorNameError:               {hex(0xB3261E), hex(0xFF8A80)},
	theme.ColorNameSuccess:             {hex(0x2E7D32), hex(0x81C784)},
	theme.ColorNameShadow:              {hexA(0x000000, 0x26), hexA(0x000000, 0x66)},
}

// Color implements fyne.Theme.
func (p Palette) Color(name fyne.ThemeColorName, system fyne.ThemeVariant) color.Color {
	variant := p.Variant(system)
	c, ok := colours[name]
	switch {
	case !ok:
		return p.Theme.Color(name, variant)
	case variant == theme.VariantDark:
		return c.dark
	default:
		return c.light
	}
}

// Size implements fyne.Theme.
func (p Palette) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameText:
		return textHeight * p.text
	case theme.SizeNameCaptionText:
		return 11 * p.text
	case theme.SizeNameSubHeadingText:
		return 16 * p.text
	case theme.SizeNameHeadingText, theme.SizeNameInlineIcon:
		return p.Theme.Size(name) * p.text
	case theme.SizeNameInnerPadding:
		return 7
	default:
		return p.Theme.Size(name)
	}
}

// textHeight is the size of most texts at 100 % (logical pixels).
const textHeight = 13

// WithText returns a width for the current size of texts. width is for the usual size (both in
// logical pixels).
func WithText(width float32) float32 { return width * theme.TextSize() / textHeight }

func hex(rgb uint32) color.NRGBA { return hexA(rgb, 0xFF) }

func hexA(rgb uint32, alpha uint8) color.NRGBA {
	return color.NRGBA{R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: alpha}
}
