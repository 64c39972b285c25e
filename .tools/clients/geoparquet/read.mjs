// SPDX-License-Identifier: MIT

// Reads the provinces in a GeoParquet file, and fails if they are not what they should be.
import assert from 'node:assert/strict'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'

const file = await asyncBufferFromFile(process.argv[2])
const metadata = await parquetMetadataAsync(file)
const geo = JSON.parse(metadata.key_value_metadata.find((pair) => pair.key === 'geo').value)
assert.equal(geo.version, '1.1.0')
const column = geo.columns[geo.primary_column]
assert.equal(column.encoding, 'WKB')
assert.deepEqual(column.geometry_types, ['MultiPolygon'])
const [west, south, east, north] = column.bbox
assert.ok(west > 102 && west < 103 && south < 9 && east > 111 && north > 23 && north < 24, String(column.bbox))

const rows = await parquetReadObjects({ file })
assert.equal(rows.length, 34)
assert.equal(rows[0].prov_code, '01')
assert.equal(rows[0].prov_fname, 'Thành phố Hà Nội')
const hcm = rows.find((row) => row.prov_code === '79')
assert.equal(hcm.former, 'Tỉnh Bình Dương; Tỉnh Bà Rịa - Vũng Tàu; Thành phố Hồ Chí Minh')
for (const row of rows) {
  assert.equal(row[geo.primary_column].type, 'MultiPolygon', row.prov_code)
  const [lon, lat] = row[geo.primary_column].coordinates[0][0][0]
  assert.ok(lon >= west && lon <= east && lat >= south && lat <= north, row.prov_code)
  assert.ok(row.area_km2 > 500 && row.area_km2 < 30000, row.prov_code)
}
console.log(`${rows.length} provinces, ${metadata.row_groups.length} group of rows`)
