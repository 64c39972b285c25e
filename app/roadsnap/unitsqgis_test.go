// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// qgisReader opens layers in QGIS and prints what it finds, a line of JSON for each. It ends without
// QGIS's own end, which crashes in some versions.
const qgisReader = `
import json, os, sys
from qgis.core import QgsApplication, QgsVectorLayer, QgsWkbTypes
app = QgsApplication([], False)
app.initQgis()
for provider, source in (a.split(" ", 1) for a in sys.argv[1:]):
    layer = QgsVectorLayer(source, "units", provider)
    features = list(layer.getFeatures())
    print(json.dumps({
        "Valid": layer.isValid(), "Count": len(features), "System": layer.crs().authid(),
        "Polygons": layer.geometryType() == QgsWkbTypes.PolygonGeometry,
        "Broken": sum(not f.geometry().isGeosValid() for f in features),
        "Names": [f["prov_fname"] for f in features],
    }), flush=True)
os._exit(0)
`

// TestUnitsAreReadByQGIS opens exports in QGIS: CSV by its own reader of delimited text, the others
// by GDAL as QGIS uses it. QGIS must know the coordinate system by itself.
func TestUnitsAreReadByQGIS(t *testing.T) {
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import qgis.core").Run(); err != nil {
		t.Skipf("QGIS for Python is not installed (Debian's package python3-qgis, 190 MB): %v", err)
	}
	folder := t.TempDir()
	type export struct {
		name, system string
		args         []string
	}
	exports := []export{{"grid.gpkg", "EPSG:9210", []string{"--province", "79", "--crs", "vn2000"}}, {"grid.fgb", "EPSG:32648", []string{"--province", "79", "--crs", "utm48"}}}
	for _, name := range []string{"x.gpkg", "x.fgb", "x.geojson", "x.shp", "x.kml", "x.csv"} {
		exports = append(exports, export{name, "EPSG:4326", nil})
	}
	args := []string{"-c", qgisReader}
	for _, e := range exports {
		path := filepath.Join(folder, e.name)
		if got := roadsnap(t, "", append([]string{"units", "export", "--out", path}, e.args...)...); got.code != exitOK {
			t.Fatal(got.err)
		}
		layer := "ogr " + path
		if strings.HasSuffix(path, ".csv") {
			layer = "delimitedtext file://" + path + "?type=csv&wktField=wkt&geomType=polygon&crs=EPSG:4326"
		}
		args = append(args, layer)
	}
	cmd := exec.Command(python, args...)
	cmd.Env = append(cmd.Environ(), "QT_QPA_PLATFORM=offscreen")
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, complaints.String())
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(exports) {
		t.Fatalf("%d layers: %s%s", len(lines), out, complaints.String())
	}
	for i, e := range exports {
		var layer struct {
			Valid, Polygons bool
			Count, Broken   int
			System          string
			Names           []string
		}
		if err := json.Unmarshal([]byte(lines[i]), &layer); err != nil {
			t.Fatal(err)
		}
		count, name := 34, "Thành phố Hà Nội"
		if e.args != nil {
			count, name = 1, "Thành phố Hồ Chí Minh"
		}
		if !layer.Valid || !layer.Polygons || layer.Count != count || layer.Broken != 0 || layer.System != e.system || !strings.Contains(strings.Join(layer.Names, ";"), name) {
			t.Errorf("%s: %+v", e.name, layer)
		}
	}
}
