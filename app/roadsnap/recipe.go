// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"roadsnap/engine/trace"
)

// recipeChoice holds the option that names a recipe.
type recipeChoice struct {
	Recipe string `help:"Read tables as this recipe says; roadsnap recipe makes one." placeholder:"RECIPE" type:"existingfile"`
}

// load returns the recipe, nil if none is named.
func (c *recipeChoice) load() (*trace.Recipe, error) {
	if c.Recipe == "" {
		return nil, nil
	}
	content, err := readSmall(c.Recipe, maxSmallJSON, "not a recipe; roadsnap recipe makes one")
	if err != nil {
		return nil, err
	}
	r, err := trace.ParseRecipe(content)
	if err != nil {
		return nil, &exitError{exitUsage, fmt.Errorf("%s: %s; roadsnap recipe makes one", c.Recipe, strings.TrimPrefix(err.Error(), trace.ErrFormat.Error()+": "))}
	}
	return &r, nil
}

// recipeCmd is `roadsnap recipe`.
type recipeCmd struct {
	recipeChoice
	Sheet string `help:"The sheet of a workbook; without it, the first one with positions." placeholder:"NAME"`
	Name  string `help:"The name of the recipe." placeholder:"NAME"`
	File  string `arg:"" help:"A table: CSV, XLSX, or a web page with a table." type:"existingfile"`
}

// recipeRows is the number of rows that are read to make a recipe.
const recipeRows = 1000

// doubtText is the English text of each doubt.
var doubtText = map[trace.Doubt]string{
	trace.DoubtUnnamed:   "no row has known column names; the columns were found by their values",
	trace.DoubtProjected: "the coordinates look like metres; set crs to the coordinate system",
	trace.DoubtSwapped:   "latitude and longitude look exchanged",
	trace.DoubtNoTime:    "no column has times",
	trace.DoubtDates:     "dates such as 01/02/2026 were read with the day first; set dates to mdy if the month is first",
	trace.DoubtEncoding:  "letters are in an old encoding; set encoding if they look odd",
	trace.DoubtLoss:      "some rows cannot be read",
}

// Run prints the recipe of the table, and what is doubtful in it.
func (c *recipeCmd) Run(ctx context.Context, s streams) error {
	given, err := c.load()
	if err != nil {
		return err
	}
	p, err := trace.PreviewFile(ctx, c.File, c.Sheet, recipeRows, trace.Options{Recipe: given})
	if err != nil {
		return err
	}
	if !p.Table && p.Err == nil {
		return fmt.Errorf("%s is no table; recipes are for CSV, XLSX and web pages", c.File)
	}
	for _, d := range p.Doubts {
		fmt.Fprintln(s.notes, "note:", doubtText[d])
	}
	for _, system := range p.Systems {
		fmt.Fprintf(s.notes, "      EPSG:%d is %s\n", system.EPSG, system.Name)
	}
	if len(p.Recipe.Columns) == 0 {
		return p.Err
	}
	r := p.Recipe
	if c.Name != "" {
		r.Name = c.Name
	}
	if c.Sheet != "" {
		r.Sheets = []string{c.Sheet}
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(s.out, "%s\n", text); err != nil {
		return err
	}
	if p.Err != nil {
		return &exitError{exitPartly, errors.Join(p.Err)}
	}
	return nil
}
