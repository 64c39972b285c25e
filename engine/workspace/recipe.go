// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"encoding/json"
	"slices"

	"roadsnap/engine/trace"
)

// recipesSetting is the name of the setting that holds the saved recipes as JSON.
const recipesSetting = "recipes"

// maxRecipes is the largest number of saved recipes. The oldest ones make room.
const maxRecipes = 200

// Settings keeps values under names. A Workspace is one.
type Settings interface {
	Setting(ctx context.Context, name string) ([]byte, error)
	SetSetting(ctx context.Context, name string, value []byte) error
}

// Recipes returns the saved recipes, the latest first. A recipe that this version cannot use
// is left out.
func Recipes(ctx context.Context, s Settings) ([]trace.Recipe, error) {
	value, err := s.Setting(ctx, recipesSetting)
	if err != nil || len(value) == 0 {
		return nil, err
	}
	var list []trace.Recipe
	if err := json.Unmarshal(value, &list); err != nil {
		return nil, nil //nolint:nilerr // a later version may write another form
	}
	return slices.DeleteFunc(list, func(r trace.Recipe) bool { return r.Validate() != nil }), nil
}

// SaveRecipe saves a recipe, in place of one with the same name or for the same shape.
func SaveRecipe(ctx context.Context, s Settings, r trace.Recipe) error {
	if err := r.Validate(); err != nil {
		return err
	}
	list, err := Recipes(ctx, s)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(old trace.Recipe) bool {
		return old.Name == r.Name || old.Shape != "" && old.Shape == r.Shape && old.Delimiter == r.Delimiter
	})
	list = slices.Insert(list, 0, r)
	return setRecipes(ctx, s, list[:min(len(list), maxRecipes)])
}

// RenameRecipe gives a recipe another name. It does nothing if there is none with the old one
// or one with the new.
func RenameRecipe(ctx context.Context, s Settings, old, name string) error {
	list, err := Recipes(ctx, s)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(list, func(r trace.Recipe) bool { return r.Name == old })
	if at < 0 || slices.ContainsFunc(list, func(r trace.Recipe) bool { return r.Name == name }) {
		return nil
	}
	list[at].Name = name
	if err := list[at].Validate(); err != nil {
		return err
	}
	return setRecipes(ctx, s, list)
}

// RemoveRecipe removes the recipe with a name.
func RemoveRecipe(ctx context.Context, s Settings, name string) error {
	list, err := Recipes(ctx, s)
	if err != nil {
		return err
	}
	return setRecipes(ctx, s, slices.DeleteFunc(list, func(r trace.Recipe) bool { return r.Name == name }))
}

func setRecipes(ctx context.Context, s Settings, list []trace.Recipe) error {
	value, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return s.SetSetting(ctx, recipesSetting, value)
}
