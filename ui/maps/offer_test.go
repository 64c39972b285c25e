// SPDX-License-Identifier: MIT

package maps

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"roadsnap/assets"
	"roadsnap/ui/text"
)

// TestOfferSaysWhatItDoes checks the buttons and the description by the state.
func TestOfferSaysWhatItDoes(t *testing.T) {
	test.NewTempApp(t)
	words, err := text.Load(assets.Translations(), "vi")
	if err != nil {
		t.Fatal(err)
	}
	b := newOfferBox(words, Offer{Name: map[string]string{"vi": "Việt Nam"}, Download: 330e6, Space: 1848e6, Memory: 850e6, Free: 5e9, FreeMemory: 3e9}, nil, nil, nil)
	for _, c := range []struct {
		state State
		says  string
		about bool
	}{
		{State{Installed: true, IsSample: true}, "Cài bản đồ Việt Nam", true},
		{State{}, "Cài bản đồ Việt Nam", true},
		{State{Installed: true, IsSample: true, Started: true}, "Cài tiếp bản đồ Việt Nam", true},
		{State{Installed: true}, "Cập nhật bản đồ Việt Nam", false},
		{State{Installed: true, IsSample: true, Busy: true}, "Cài bản đồ Việt Nam", false},
	} {
		b.show(c.state)
		if b.get.Text != c.says || b.about.Visible() != c.about || b.need.Visible() == c.state.Busy || b.get.Disabled() != c.state.Busy || b.files.Disabled() != c.state.Busy {
			t.Errorf("%+v: %q, description %v, disabled %v", c.state, b.get.Text, b.about.Visible(), b.get.Disabled())
		}
	}
	if want := "Hiện chỉ có bản đồ mẫu Andorra. Để làm việc ở Việt Nam, hãy cài bản đồ: tải về khoảng 315 MB, mất khoảng 6 phút với mạng 10 Mbit/s. Trong lúc đó bạn vẫn dùng chương trình được."; b.about.Text != want {
		t.Errorf("the description is %q", b.about.Text)
	}
	b.show(State{Installed: true})
	if b.content.Resize(fyne.NewSize(280, 400)); b.need.Position().Y < b.get.Position().Y {
		t.Error("what the installation needs is said before its button")
	}
	if want := "Việc này cần khoảng 811 MB bộ nhớ và 1,7 GB dung lượng đĩa. Còn trống 2,8 GB bộ nhớ và 4,7 GB dung lượng đĩa."; b.need.Text != want {
		t.Errorf("the needs are %q", b.need.Text)
	}
	for want, p := range map[string]Progress{
		"Đang tải về · 1,0 MB / 4,0 MB · 512 KB/s · còn 6 giây": {Stage: StageDownload, Done: 1 << 20, Total: 4 << 20, Bytes: true, Rate: 1 << 19},
		"Đang tải về · mất kết nối, thử lại sau 8 giây":         {Stage: StageDownload, Done: 1, Total: 4, Bytes: true, Pause: 8 * time.Second},
		"Đang kiểm tra bản đồ":                                  {Stage: StageVerify, Done: 1, Total: 4},
	} {
		if got := stageText(words, p); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
