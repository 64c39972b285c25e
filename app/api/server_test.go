// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// patience is the longest time of one step on the slowest machine.
const patience = time.Minute

func shutDown(tb testing.TB, s *Server) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := s.Shutdown(ctx); err != nil {
		tb.Errorf("shutdown: %v", err)
	}
}

func TestNewRefuses(t *testing.T) {
	e := &fakeEngine{}
	for name, o := range map[string]Options{
		"no engine":          {},
		"negative rate":      {Engine: e, RatePerSecond: -1},
		"no rate":            {Engine: e, RatePerSecond: math.NaN()},
		"endless rate":       {Engine: e, RatePerSecond: math.Inf(1)},
		"location keys":      {Engine: e, LocationKeys: "lng"},
		"origin with a path": {Engine: e, AllowedOrigins: []string{"https://a.example/x"}},
		"origin of a file":   {Engine: e, AllowedOrigins: []string{"null"}},
		"any origin":         {Engine: e, AllowedOrigins: []string{"*"}},
		"any host":           {Engine: e, AllowedHosts: []string{"*"}},
		"host with a path":   {Engine: e, AllowedHosts: []string{"https://a.example"}},
		"empty host":         {Engine: e, AllowedHosts: []string{""}},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := New(o); !errors.Is(err, ErrOptions) {
				t.Errorf("error %v, want ErrOptions", err)
			}
		})
	}
}

func TestStartErrors(t *testing.T) {
	running := startServer(t)
	for _, c := range []struct {
		name, addr string
		want       error
		remedy     string
	}{
		{"in use", running.Addr(), ErrAddressInUse, "port 0"},
		{"no port", "127.0.0.1", ErrAddress, "host:port"},
		{"not ours", "192.0.2.1:0", ErrAddress, "127.0.0.1"},
		{"no such port", "127.0.0.1:70000", ErrAddress, "up to 65535"},
		{"port of letters", "127.0.0.1:80x", ErrAddress, "up to 65535"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newServer(t)
			err := s.Start(c.addr)
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.remedy) {
				t.Errorf("error %v, want %v with %q", err, c.want, c.remedy)
			}
			if s.Addr() != "" || s.URL() != "" {
				t.Errorf("address %q, %q of a server that does not listen", s.Addr(), s.URL())
			}
			startOn(t, s, "127.0.0.1:0") // it can be started at another address
		})
	}
	t.Run("twice", func(t *testing.T) {
		if err := running.Start("127.0.0.1:0"); !errors.Is(err, ErrStarted) {
			t.Errorf("error %v, want ErrStarted", err)
		}
	})
}

func TestLifeCycle(t *testing.T) {
	s := newServer(t)
	startOn(t, s, "127.0.0.1:0")
	url := s.URL()
	if getReply(t, s, "/healthz").status != 200 {
		t.Fatal("not healthy")
	}
	select {
	case <-s.Done():
		t.Fatal("done while it runs")
	default:
	}
	shutDown(t, s)
	shutDown(t, s) // a second call has no effect
	if err := s.Wait(); err != nil {
		t.Errorf("Wait: %v", err)
	}
	if c, err := net.DialTimeout("tcp", strings.TrimPrefix(url, "http://"), time.Second); err == nil {
		_ = c.Close()
		t.Error("still listening")
	}
	if err := s.Start("127.0.0.1:0"); !errors.Is(err, ErrStarted) {
		t.Errorf("restart: %v, want ErrStarted", err)
	}
	never := newServer(t)
	shutDown(t, never)
	if err := never.Wait(); err != nil {
		t.Errorf("Wait of a server never started: %v", err)
	}
}

func TestWaitTellsWhyServingEnded(t *testing.T) {
	s := newServer(t)
	startOn(t, s, "127.0.0.1:0")
	if err := s.listener.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Wait(); err == nil {
		t.Error("no error although the listener failed")
	}
}

func TestTimeoutsAreSet(t *testing.T) {
	h := startServer(t).http
	if h.ReadHeaderTimeout <= 0 || h.ReadTimeout <= 0 || h.WriteTimeout < workTimeout+h.ReadTimeout || h.IdleTimeout <= 0 || h.MaxHeaderBytes <= 0 {
		t.Errorf("timeouts %v %v %v %v, header %d bytes", h.ReadHeaderTimeout, h.ReadTimeout, h.WriteTimeout, h.IdleTimeout, h.MaxHeaderBytes)
	}
}

// blocking returns a snap function that waits for let, and reports each call on
// entered.
func blocking() (snap func(context.Context, []geo.Point, bool) (match.Snapped, error), entered chan struct{}, let chan struct{}) {
	entered, let = make(chan struct{}, 4096), make(chan struct{})
	return func(ctx context.Context, path []geo.Point, interpolate bool) (match.Snapped, error) {
		entered <- struct{}{}
		select {
		case <-let:
			return echo(ctx, path, interpolate)
		case <-ctx.Done():
			return match.Snapped{}, ctx.Err()
		}
	}, entered, let
}

func TestShutdownWaitsForRequests(t *testing.T) {
	snap, entered, let := blocking()
	s := startServer(t, withSnap(snap))
	status := make(chan int)
	go func() { status <- postSnap(t, s, goodBody).status }()
	<-entered
	ended := make(chan error)
	go func() { ended <- s.Shutdown(context.Background()) }()
	select {
	case err := <-ended:
		t.Fatalf("shutdown returned %v with a request under way", err)
	case <-time.After(50 * time.Millisecond):
	}
	close(let)
	if got := <-status; got != 200 {
		t.Errorf("the request under way got %d", got)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestShutdownCutsOff(t *testing.T) {
	snap, entered, _ := blocking()
	cancelled := make(chan error, 1)
	s := newServer(t, withSnap(func(ctx context.Context, path []geo.Point, interpolate bool) (match.Snapped, error) {
		snapped, err := snap(ctx, path, interpolate)
		cancelled <- err
		return snapped, err
	}))
	if err := s.Start("127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	go func() {
		r, err := http.Post(s.URL()+snapPath+"?apikey="+testKey, "application/json", strings.NewReader(goodBody)) //nolint:noctx // cut off by the server
		if err == nil {
			_ = r.Body.Close()
		}
	}()
	<-entered
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := s.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "cut off 1") {
		t.Errorf("error %v", err)
	}
	if err := <-cancelled; !errors.Is(err, context.Canceled) {
		t.Errorf("the engine's context ended with %v", err)
	}
	if err := s.Wait(); err != nil {
		t.Error(err)
	}
}

// TestShutdownIsQuick checks that connections without a complete request neither
// delay the end nor make it an error.
func TestShutdownIsQuick(t *testing.T) {
	for name, c := range map[string]struct {
		sent  string
		grace time.Duration
	}{
		"nothing sent":  {"", 4 * time.Second}, // http.Server alone waits 5 s
		"half a header": {"GET / HTTP/1.1\r\nHost:", 200 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			if err := s.Start("127.0.0.1:0"); err != nil {
				t.Fatal(err)
			}
			client, err := net.Dial("tcp", s.Addr())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = client.Close() }()
			if _, err := io.WriteString(client, c.sent); err != nil {
				t.Fatal(err)
			}
			getReply(t, s, "/healthz") // the client has been accepted now
			ctx, cancel := context.WithTimeout(context.Background(), c.grace)
			defer cancel()
			if err := s.Shutdown(ctx); err != nil {
				t.Error(err)
			}
			if c.sent == "" && ctx.Err() != nil {
				t.Error("waited for a connection on which nothing was asked")
			}
		})
	}
}

// TestParallel checks that 300 concurrent requests are all answered, while no
// more of them work than there are processors.
func TestParallel(t *testing.T) {
	const requests = 300
	var working, most atomic.Int64
	s := startServer(t, withSnap(func(ctx context.Context, path []geo.Point, interpolate bool) (match.Snapped, error) {
		now := working.Add(1)
		defer working.Add(-1)
		for m := most.Load(); now > m && !most.CompareAndSwap(m, now); m = most.Load() {
		}
		time.Sleep(time.Millisecond)
		return echo(ctx, path, interpolate)
	}))
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range requests {
		wg.Go(func() {
			<-start
			body := fmt.Sprintf(`{"path":[{"lat":%d,"lon":1},{"lat":2,"lon":2}]}`, i%90)
			got := postSnap(t, s, body)
			if want := fmt.Sprintf(`"lat":%d.000000`, i%90); got.status != 200 || !strings.Contains(string(got.body), want) {
				t.Errorf("request %d: %d %s", i, got.status, got.body)
			}
		})
	}
	close(start)
	wg.Wait()
	if limit := int64(runtime.GOMAXPROCS(0)); most.Load() > limit {
		t.Errorf("%d worked at once, want at most %d", most.Load(), limit)
	}
}

// TestLongMethod checks that a client cannot fill the log with its method.
func TestLongMethod(t *testing.T) {
	seen := make(chan RequestInfo, 1)
	s := startServer(t, func(o *Options) { o.OnRequest = func(i RequestInfo) { seen <- i } })
	r, err := http.NewRequestWithContext(t.Context(), strings.Repeat("A", 60_000), s.URL()+"/x", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if info := <-seen; info.Method != strings.Repeat("A", 16) {
		t.Errorf("observed a method of %d bytes", len(info.Method))
	}
}

// TestClientGone checks that a client that disconnects causes no internal error,
// and that its slot is free again.
func TestClientGone(t *testing.T) {
	snap, entered, _ := blocking()
	seen := make(chan RequestInfo, 1)
	s := startServer(t, withSnap(snap), func(o *Options) { o.OnRequest = func(i RequestInfo) { seen <- i } })
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL()+snapPath+"?apikey="+testKey, strings.NewReader(goodBody))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	go func() {
		<-entered
		cancel()
	}()
	if response, err := http.DefaultTransport.RoundTrip(r); err == nil {
		_ = response.Body.Close()
		t.Error("an answer although the client had gone")
	}
	if info := <-seen; info.Status != statusClientGone || info.Code != "" || info.Operation != "snapToRoads" {
		t.Errorf("observed %+v", info)
	}
}

// TestNoAnswerToAClientThatIsGone ends the context of a request while the client still reads:
// it gets no answer, rather than an empty one with status 200.
func TestNoAnswerToAClientThatIsGone(t *testing.T) {
	s := newServer(t, withSnap(failing(context.Canceled)))
	ended := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithCancel(r.Context())
		cancel()
		s.ServeHTTP(w, r.WithContext(ctx))
	})
	server := httptest.NewServer(ended)
	defer server.Close()
	answer, err := http.Get(server.URL + snapPath + "?path=1,1|2,2&apikey=" + testKey)
	if err == nil {
		_ = answer.Body.Close()
		t.Errorf("an answer with status %d", answer.StatusCode)
	}
}

// TestObserver checks the observed requests, and that neither the observer nor
// the log gets the key.
func TestObserver(t *testing.T) {
	var mu sync.Mutex
	var seen []RequestInfo
	var log strings.Builder
	s := newServer(t, func(o *Options) {
		o.OnRequest = func(i RequestInfo) { mu.Lock(); seen = append(seen, i); mu.Unlock() }
		o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	startOn(t, s, "127.0.0.1:0")
	ok := getSnap(t, s, "path=1,1|2,2", header("X-Request-Id", "mine"))
	getSnap(t, s, "path=1", header("X-API-Key", testKey), header("Authorization", "Bearer "+testKey))
	getReply(t, s, snapPath+"?apikey=not-"+testKey, header("X-Request-Id", "for\tged"))
	getReply(t, s, "/"+strings.Repeat("ệ", 1000))
	shutDown(t, s)
	want := []struct {
		status          int
		code, operation string
	}{
		{200, "", "snapToRoadsGet"}, {400, "INVALID_REQUEST_DATA", "snapToRoadsGet"},
		{401, codeOfNoKey, "snapToRoadsGet"}, {404, "NOT_FOUND", ""},
	}
	if len(seen) != len(want) {
		t.Fatalf("%d requests observed, want %d", len(seen), len(want))
	}
	for i, w := range want {
		got := seen[i]
		if got.Status != w.status || got.Code != w.code || got.Operation != w.operation || got.Method != http.MethodGet || got.Client != "127.0.0.1" ||
			got.Duration <= 0 || got.Bytes == 0 || got.ID == "" || len(got.Path) > 256 || time.Since(got.Time) > time.Minute {
			t.Errorf("observed %+v, want %+v", got, w)
		}
	}
	if seen[0].ID != "mine" || seen[0].Bytes != len(ok.body) || strings.ContainsAny(seen[2].ID, "\t ") {
		t.Errorf("observed %+v, %+v", seen[0], seen[2])
	}
	if strings.Contains(log.String(), testKey) || strings.Contains(fmt.Sprint(seen), testKey) {
		t.Error("the key was leaked")
	}
	if n := strings.Count(log.String(), "msg=request"); n != len(want) {
		t.Errorf("%d records in the log, want %d", n, len(want))
	}
}

// TestSlowBody checks that a body that ends early is an error of the client.
func TestSlowBody(t *testing.T) {
	s := startServer(t)
	c, err := net.Dial("tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_, err = fmt.Fprintf(c, "POST %s?apikey=%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", snapPath, testKey)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(c)
	if err != nil {
		t.Fatal(err)
	}
	if len(answer) > 0 && !strings.HasPrefix(string(answer), "HTTP/1.1 400 ") {
		t.Errorf("answer %q", answer)
	}
}

func TestLogWarnsOfAMapWithoutRoads(t *testing.T) {
	for _, unready := range []error{nil, engine.ErrNoRoads} {
		var log strings.Builder
		startServer(t, func(o *Options) {
			o.Engine = &fakeEngine{table: testUnits(t), unready: unready}
			o.Log = slog.New(slog.NewTextHandler(&log, nil))
		})
		if warned := strings.Contains(log.String(), "level=WARN") && strings.Contains(log.String(), "has no roads"); warned != (unready != nil) {
			t.Errorf("%v: the log is %s", unready, log.String())
		}
	}
}

func TestReadiness(t *testing.T) {
	e := &fakeEngine{table: testUnits(t)}
	s := startServer(t, func(o *Options) { o.Engine = e })
	if got := getReply(t, s, "/readyz"); got.status != 200 {
		t.Errorf("with roads: %d", got.status)
	}
	for want, err := range map[string]error{"no map is installed": engine.ErrNoMap, "has no roads": engine.ErrNoRoads} {
		e.unready = err
		if got := getReply(t, s, "/readyz"); got.status != 503 || got.header.Get("Retry-After") == "" || !strings.Contains(string(got.body), want) {
			t.Errorf("%v: %d %s", err, got.status, got.body)
		}
	}
	if got := getReply(t, s, "/healthz"); got.status != 200 || !strings.Contains(string(got.body), `"version":"1.2.3"`) {
		t.Errorf("health without a map: %d %s", got.status, got.body)
	}
	s.stopping.Store(true)
	e.unready = nil
	if got := getReply(t, s, "/readyz"); got.status != 503 {
		t.Errorf("while stopping: %d", got.status)
	}
}
