// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"reflect"
	"testing"

	"roadsnap/engine/trace"
)

// settingsMap keeps settings in memory.
type settingsMap map[string][]byte

func (m settingsMap) Setting(_ context.Context, name string) ([]byte, error) { return m[name], nil }
func (m settingsMap) SetSetting(_ context.Context, name string, value []byte) error {
	m[name] = value
	return nil
}

func TestSavedRecipes(t *testing.T) {
	ctx, s := context.Background(), settingsMap{}
	recipe := func(name, shape string, lat int) trace.Recipe {
		return trace.Recipe{Name: name, Shape: shape, Header: 1, Columns: []trace.Column{{Role: "lat", Number: lat}, {Role: "lon", Number: lat + 1}}}
	}
	names := func() (list []string) {
		all, err := Recipes(ctx, s)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range all {
			list = append(list, r.Name)
		}
		return list
	}
	if got := names(); got != nil {
		t.Errorf("at first: %v", got)
	}
	for _, r := range []trace.Recipe{recipe("a", "1", 1), recipe("b", "2", 1), recipe("a", "3", 5), recipe("c", "2", 3)} {
		if err := SaveRecipe(ctx, s, r); err != nil {
			t.Fatal(err)
		}
	}
	if got := names(); !reflect.DeepEqual(got, []string{"c", "a"}) {
		t.Errorf("saved: %v", got)
	}
	if all, err := Recipes(ctx, s); err != nil || !reflect.DeepEqual(all[1], recipe("a", "3", 5)) {
		t.Errorf("%+v, %v", all, err)
	}
	if err := SaveRecipe(ctx, s, trace.Recipe{Name: "bad"}); err == nil {
		t.Error("a recipe without columns was saved")
	}
	for old, name := range map[string]string{"c": "d", "gone": "x"} {
		before := names()
		err := RenameRecipe(ctx, s, old, name)
		if got := names(); err != nil || old == "gone" && !reflect.DeepEqual(got, before) {
			t.Errorf("%s renamed to %s: %v, %v", old, name, got, err)
		}
		if err := RenameRecipe(ctx, s, name, old); err != nil || !reflect.DeepEqual(names(), before) {
			t.Errorf("%s renamed back: %v, %v", name, names(), err)
		}
	}
	if err := RenameRecipe(ctx, s, "a", "c"); err != nil || !reflect.DeepEqual(names(), []string{"c", "a"}) {
		t.Errorf("renamed to a name that is taken: %v, %v", names(), err)
	}
	if err := RemoveRecipe(ctx, s, "c"); err != nil || !reflect.DeepEqual(names(), []string{"a"}) {
		t.Errorf("removed: %v, %v", names(), err)
	}
	s[recipesSetting] = []byte(`[{"columns":[{"role":"weight","number":1}]}]`)
	if got := names(); got != nil {
		t.Errorf("of a later version: %v", got)
	}
}
