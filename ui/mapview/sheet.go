// SPDX-License-Identifier: MIT

package mapview

import (
	"image"
	"image/color"

	"fyne.io/fyne/v2/canvas"

	"roadsnap/ui/mapdraw/view"
)

// sheet shows pictures of a map on the screen. It moves the last picture to the
// place where the map shows that part now, so that the map follows the pointer at
// once while the next picture is being composed. Only a texture moves, and no
// pixel is drawn again. A canvas.Shader is used because a canvas.Raster uploads
// its pixels for each change.
type sheet struct {
	shader *canvas.Shader
	shown  shot     // no picture at first
	last   sheetLay // last state sent to the screen
}

// sheetLay is the state of the shader.
type sheetLay struct {
	picture *image.RGBA
	part    laid
	ground  color.RGBA
}

// sheetTexture is the name of the picture in the shader.
const sheetTexture = "picture"

// sheetSource samples the picture at a scaled and shifted place and shows the
// ground beyond its edges. The toolkit's quad is a pixel larger than the object
// on each side; that margin stays transparent.
const sheetSource = `
uniform vec2 frame;
uniform vec4 bounds;
uniform sampler2D picture;
uniform float scaleX, scaleY, shiftX, shiftY;
uniform float red, green, blue;

void main() {
	vec2 at = vec2(gl_FragCoord.x, frame.y - gl_FragCoord.y);
	vec2 part = (at - bounds.xy) / (bounds.zw - bounds.xy);
	vec2 from = part * vec2(scaleX, scaleY) + vec2(shiftX, shiftY);
	vec2 in0 = step(vec2(0.0), from) * step(from, vec2(1.0));
	vec2 in1 = step(vec2(0.0), part) * step(part, vec2(1.0));
	vec3 ground = vec3(red, green, blue);
	gl_FragColor = vec4(mix(ground, texture2D(picture, from).rgb, in0.x * in0.y), in1.x * in1.y);
}
`

func newSheet() *sheet {
	const desktop = "#version 110\n"
	const embedded = "#version 100\n#ifdef GL_FRAGMENT_PRECISION_HIGH\nprecision highp float;\n#else\nprecision mediump float;\n#endif\n"
	s := &sheet{shader: canvas.NewShader("roadsnap.map", []byte(desktop+sheetSource), []byte(embedded+sheetSource))}
	s.shader.Uniforms = map[string]float32{}
	s.shader.Hide() // a shader without its texture shows the texture of another
	return s
}

// put replaces the picture.
func (s *sheet) put(picture shot) {
	if s.shown = picture; picture.picture == nil {
		return
	}
	s.shader.Textures = map[string]image.Image{sheetTexture: picture.picture}
	s.shader.Show()
}

// has reports whether the current picture shows all of v.
func (s *sheet) has(v view.Viewport) bool {
	if s.shown.picture == nil {
		return false
	}
	const rounding = 1e-6
	l := s.layFor(v)
	return min(l.shiftX, l.shiftY) >= -rounding && max(l.shiftX+l.scaleX, l.shiftY+l.scaleY) <= 1+rounding
}

// lay places the picture for v, on a ground of the given colour. It does not
// repaint the window if nothing changes, for example when tiles have arrived
// whose picture is still to be composed.
func (s *sheet) lay(v view.Viewport, ground color.RGBA) {
	if s.shown.picture == nil {
		return
	}
	l := s.layFor(v)
	next := sheetLay{s.shown.picture, l, ground}
	if next == s.last {
		return
	}
	s.last = next
	set := s.shader.Uniforms
	set["scaleX"], set["scaleY"], set["shiftX"], set["shiftY"] = float32(l.scaleX), float32(l.scaleY), float32(l.shiftX), float32(l.shiftY)
	set["red"], set["green"], set["blue"] = float32(ground.R)/255, float32(ground.G)/255, float32(ground.B)/255
	s.shader.Refresh()
}

// laid is the part of a picture that fills a view, in shares of its width and
// height: from shift to shift + scale.
type laid struct{ scaleX, scaleY, shiftX, shiftY float64 }

func (s *sheet) layFor(v view.Viewport) laid {
	r := s.shown.picture.Rect
	width, height := float64(r.Dx()), float64(r.Dy())
	x, y, ratio := s.shown.view.Under(v)
	margin := float64(s.shown.view.Bleed)
	return laid{
		scaleX: float64(v.Width) * ratio / width, scaleY: float64(v.Height) * ratio / height,
		shiftX: (x + margin) / width, shiftY: (y + margin) / height,
	}
}
