// SPDX-License-Identifier: MIT

package mapview

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/mapdraw/view"
)

// TestSheetLaysThePictureWhereTheMapIs checks that the shader samples a pixel of
// the view at the same place of the picture, however the view has moved since.
func TestSheetLaysThePictureWhereTheMapIs(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	rng := rand.New(rand.NewPCG(seed, 1))
	at := func() view.Viewport {
		return view.Viewport{
			Center: geo.Point{Lat: 10.7 + 0.02*rng.Float64(), Lon: 106.6 + 0.02*rng.Float64()},
			Zoom:   11 + 3*rng.Float64(), Width: 300 + rng.IntN(500), Height: 200 + rng.IntN(500), Scale: 1,
		}
	}
	for range 1000 {
		drawn, now := at(), at()
		margin := rng.IntN(80)
		s := newSheet()
		drawn.Bleed = margin
		s.put(shot{picture: image.NewRGBA(image.Rect(0, 0, drawn.Width+2*margin, drawn.Height+2*margin)), view: drawn})
		s.lay(now, color.RGBA{})
		x, y := rng.Float64()*float64(now.Width), rng.Float64()*float64(now.Height)
		wantX, wantY := drawn.ToScreen(now.ToPoint(x, y))
		u := s.shader.Uniforms
		gotX := (x/float64(now.Width)*float64(u["scaleX"])+float64(u["shiftX"]))*float64(drawn.Width+2*margin) - float64(margin)
		gotY := (y/float64(now.Height)*float64(u["scaleY"])+float64(u["shiftY"]))*float64(drawn.Height+2*margin) - float64(margin)
		// Shaders use single precision.
		if d := math.Hypot(gotX-wantX, gotY-wantY); d > 0.02*math.Exp2(math.Abs(drawn.Zoom-now.Zoom)) {
			t.Fatalf("seed %d: pixel %.1f, %.1f of %+v lies at %.2f, %.2f of the picture of %+v, want %.2f, %.2f", seed, x, y, now, gotX, gotY, drawn, wantX, wantY)
		}
	}
}

func TestSheetOfTheSameViewIsLaidPixelByPixel(t *testing.T) {
	v := view.Viewport{Center: geo.Point{Lat: 10.7, Lon: 106.6}, Zoom: 14.25, Width: 801, Height: 600, Scale: 1.5, Bleed: 96}
	s := newSheet()
	s.put(shot{picture: image.NewRGBA(image.Rect(0, 0, 801+192, 600+192)), view: v})
	l := s.layFor(v)
	for got, want := range map[float64]float64{l.shiftX * 993: 96, l.shiftY * 792: 96, l.scaleX * 993: 801, l.scaleY * 792: 600} {
		if math.Abs(got-want) > 1e-6 {
			t.Errorf("%v pixels, want %v", got, want)
		}
	}
	if !s.has(v.Pan(96, -96)) || s.has(v.Pan(97, 0)) || s.has(v.ZoomAt(400, 300, -1)) || !s.has(v.ZoomAt(400, 300, 1)) {
		t.Error("the sheet does not know what it has")
	}
}

// workshop composes when the test calls finish.
type workshop struct {
	t     *testing.T
	ui    *jobtest.UI
	began chan shot
	done  chan bool
}

func newWorkshop(t *testing.T) (*frames, *workshop, *[]shot) {
	w := &workshop{t: t, ui: jobtest.New(t), began: make(chan shot, 1), done: make(chan bool)}
	var got []shot
	f := &frames{
		jobs: w.ui.Jobs, arrived: func(s shot) { got = append(got, s) },
		compose: func(s shot) bool { w.began <- s; return <-w.done },
	}
	return f, w, &got
}

// finish completes the current picture and delivers it on the UI goroutine.
func (w *workshop) finish(complete bool) {
	w.done <- complete
	w.ui.Rest(w.t)
}

func TestPicturesAreComposedOneAtATimeAndTheLastWishRemains(t *testing.T) {
	f, w, got := newWorkshop(t)
	v := view.Viewport{Width: 40, Height: 30, Scale: 1}
	f.begin(v, nil)
	first := <-w.began
	if size := first.picture.Rect.Size(); size != image.Pt(40+2*bleed, 30+2*bleed) {
		t.Errorf("the picture has %v", size)
	}
	for range 3 {
		f.begin(v, nil)
	}
	w.finish(true)
	if len(*got) != 1 || !(*got)[0].complete || !f.again || f.busy {
		t.Fatalf("%d pictures, again %t, busy %t", len(*got), f.again, f.busy)
	}
	f.begin(v, nil)
	second := <-w.began
	if f.again {
		t.Error("the earlier request is still pending")
	}
	f.give(first.picture)
	w.finish(false)
	f.begin(v, nil)
	third := <-w.began
	// The same pixels at another address: the toolkit identifies pictures by
	// address.
	if third.picture == first.picture || &third.picture.Pix[0] != &first.picture.Pix[0] || &second.picture.Pix[0] == &third.picture.Pix[0] {
		t.Error("the memory of the first picture is not used again, or the toolkit takes it for the first one")
	}
	w.finish(true)
}

func TestPicturesOfAnotherSizeUseTheSameMemory(t *testing.T) {
	f, _, _ := newWorkshop(t)
	wide := view.Viewport{Width: 90, Height: 30, Scale: 1}
	narrow := view.Viewport{Width: 60, Height: 30, Scale: 1}
	first := f.take(wide)
	for _, v := range []view.Viewport{narrow, wide, narrow} {
		f.give(first)
		next := f.take(v)
		if want := image.Rect(0, 0, v.Width, v.Height); next.Rect != want || next.Stride != 4*v.Width || len(next.Pix) != 4*v.Width*v.Height {
			t.Fatalf("a picture of %v with %d bytes, want %v", next.Rect, len(next.Pix), want)
		}
		if &next.Pix[0] != &first.Pix[0] {
			t.Fatalf("%v has memory of its own", next.Rect)
		}
		first = next
	}
	f.give(first)
	if small := f.take(view.Viewport{Width: 20, Height: 30, Scale: 1}); cap(small.Pix) > 2*len(small.Pix) {
		t.Errorf("a picture of %d bytes holds %d", len(small.Pix), cap(small.Pix))
	}
}

func TestSheetThatStaysAsItIsIsNotPaintedAgain(t *testing.T) {
	v := view.Viewport{Center: geo.Point{Lat: 10.7, Lon: 106.6}, Zoom: 14, Width: 80, Height: 60, Scale: 1}
	s := newSheet()
	picture := func() shot { return shot{picture: image.NewRGBA(image.Rect(0, 0, 80, 60)), view: v} }
	s.put(picture())
	s.lay(v, color.RGBA{})
	painted := func(lay func()) bool {
		s.shader.Uniforms["scaleX"] = -1
		lay()
		return s.shader.Uniforms["scaleX"] != -1
	}
	if painted(func() { s.lay(v, color.RGBA{}) }) {
		t.Error("an unchanged picture is painted again")
	}
	for name, lay := range map[string]func(){
		"another view":    func() { s.lay(v.Pan(1, 0), color.RGBA{}) },
		"another ground":  func() { s.lay(v.Pan(1, 0), color.RGBA{R: 9}) },
		"another picture": func() { s.put(picture()); s.lay(v, color.RGBA{}) },
	} {
		if !painted(lay) {
			t.Errorf("%s is not painted", name)
		}
	}
}

func TestChangesMadeTogetherAreOnePicture(t *testing.T) {
	m := newBench(t)
	m.ui.Rest(t)
	f, w, _ := newWorkshop(t)
	m.frames = *f
	m.Together(func() {
		m.resize(500, 400, 500)
		m.Together(m.Recompose)
		m.Recompose()
		m.Recompose()
	})
	if s := <-w.began; s.view.Width != 500 {
		t.Errorf("the picture was begun before the last change: it is %d wide", s.view.Width)
	}
	if m.frames.again {
		t.Error("a second picture is to be made")
	}
	w.finish(true)
	m.Together(func() {})
	if m.frames.busy {
		t.Error("a picture is made without a change")
	}
}
