// SPDX-License-Identifier: MIT

package fleet

import (
	"strings"

	"roadsnap/engine/units"
)

// role is the meaning of a column.
type role uint8

const (
	roleRecord role = iota // which kind of record the row is, as WriteCSV writes it
	rolePlate
	roleKind
	roleGroup
	roleNorm
	roleTransport
	roleBody
	roleSeats
	rolePayload
	roleDriver
	roleLicence
	rolePhone
	roleFrom
	roleTo
	numRoles
)

// header are the names of the columns that WriteCSV writes.
var header = [numRoles]string{"record", "plate", "kind", "group", "norm", "transport", "body", "seats", "payload", "driver", "licence", "phone", "from", "to"}

// roleNames maps column names to roles. The names are folded and without units.
var roleNames = map[string]role{
	"record": roleRecord, "ban ghi": roleRecord,

	"plate": rolePlate, "plate number": rolePlate, "license plate": rolePlate, "licence plate": rolePlate, "number plate": rolePlate,
	"registration": rolePlate, "registration number": rolePlate, "vehicle": rolePlate, "vehicle number": rolePlate,
	"bien so": rolePlate, "bien so xe": rolePlate, "bien kiem soat": rolePlate, "bien ks": rolePlate, "bks": rolePlate, "bsx": rolePlate,
	"bien xe": rolePlate, "so xe": rolePlate, "xe": rolePlate, "bien dang ky": rolePlate, "bien so dang ky": rolePlate, "phuong tien": rolePlate,

	"kind": roleKind, "type": roleKind, "vehicle type": roleKind, "vehicle kind": roleKind, "model": roleKind,
	"loai": roleKind, "loai xe": roleKind, "loai phuong tien": roleKind, "chung loai": roleKind, "dong xe": roleKind,

	"group": roleGroup, "team": roleGroup, "depot": roleGroup, "fleet": roleGroup, "department": roleGroup,
	"nhom": roleGroup, "nhom xe": roleGroup, "doi": roleGroup, "doi xe": roleGroup, "to": roleGroup, "to xe": roleGroup, "bo phan": roleGroup, "don vi": roleGroup,
	"chi nhanh": roleGroup, "bai xe": roleGroup, "phong ban": roleGroup,

	"norm": roleNorm, "fuel norm": roleNorm, "fuel": roleNorm, "consumption": roleNorm, "fuel consumption": roleNorm,
	"dinh muc": roleNorm, "dinh muc nhien lieu": roleNorm, "dinh muc dau": roleNorm, "dinh muc xang": roleNorm, "dinh muc xang dau": roleNorm,
	"dinh muc tieu hao": roleNorm, "dinh muc tieu hao nhien lieu": roleNorm, "tieu hao": roleNorm, "tieu hao nhien lieu": roleNorm, "muc tieu hao": roleNorm,

	"transport": roleTransport, "kind of transport": roleTransport, "loai hinh": roleTransport, "loai hinh van tai": roleTransport, "loai hinh hoat dong": roleTransport,
	"loai hinh kinh doanh": roleTransport, "hinh thuc van tai": roleTransport,

	"body": roleBody, "kieu xe": roleBody, "kieu than xe": roleBody, "than xe": roleBody,

	"seats": roleSeats, "so cho": roleSeats, "so ghe": roleSeats, "so cho ngoi": roleSeats,

	"payload": rolePayload, "trong tai": rolePayload, "tai trong": rolePayload, "trong tai kg": rolePayload, "payload kg": rolePayload,

	"driver": roleDriver, "driver name": roleDriver, "name": roleDriver, "full name": roleDriver,
	"lai xe": roleDriver, "ten lai xe": roleDriver, "tai xe": roleDriver, "ten tai xe": roleDriver, "ho ten": roleDriver, "ho va ten": roleDriver,
	"ten": roleDriver, "ho ten lai xe": roleDriver, "ho va ten lai xe": roleDriver, "ho ten tai xe": roleDriver, "ho va ten tai xe": roleDriver, "nguoi lai": roleDriver,
	"lai xe phu trach": roleDriver,

	"licence": roleLicence, "license": roleLicence, "driving licence": roleLicence, "driving license": roleLicence, "licence number": roleLicence, "license number": roleLicence,
	"driver license": roleLicence, "driver licence": roleLicence, "giay phep": roleLicence,
	"giay phep lai xe": roleLicence, "so giay phep lai xe": roleLicence, "gplx": roleLicence, "so gplx": roleLicence, "bang lai": roleLicence, "so bang lai": roleLicence, "bang lai xe": roleLicence,

	"phone": rolePhone, "telephone": rolePhone, "mobile": rolePhone, "phone number": rolePhone, "tel": rolePhone,
	"dien thoai": rolePhone, "so dien thoai": rolePhone, "sdt": rolePhone, "dt": rolePhone, "so dt": rolePhone, "di dong": rolePhone, "so di dong": rolePhone,

	"from": roleFrom, "from date": roleFrom, "start": roleFrom, "start date": roleFrom, "since": roleFrom, "valid from": roleFrom,
	"tu": roleFrom, "tu ngay": roleFrom, "ngay bat dau": roleFrom, "bat dau": roleFrom, "bat dau tu": roleFrom, "ngay nhan xe": roleFrom, "nhan xe": roleFrom, "ngay nhan": roleFrom,

	"to date": roleTo, "until": roleTo, "end": roleTo, "end date": roleTo, "valid to": roleTo, "valid until": roleTo,
	"den": roleTo, "den ngay": roleTo, "ngay ket thuc": roleTo, "ket thuc": roleTo, "den het ngay": roleTo, "den het": roleTo, "ngay tra xe": roleTo, "tra xe": roleTo, "ngay tra": roleTo,
}

// normUnits are suffixes of the name of a norm, folded.
var normUnits = []string{" l 100km", " l 100 km", " lit 100km", " lit 100 km", " litres per 100 km"}

// roleOf returns the role that the name of a column has.
func roleOf(name string) (role, bool) {
	if i := strings.IndexAny(name, "(["); i > 0 {
		name = name[:i]
	}
	// English "to" and Vietnamese "tổ" fold to the same.
	if strings.EqualFold(strings.TrimSpace(name), header[roleTo]) {
		return roleTo, true
	}
	folded := units.Fold(name)
	for _, unit := range normUnits {
		folded = strings.TrimSuffix(folded, unit)
	}
	r, ok := roleNames[folded]
	return r, ok
}

// columns are the column of each role (counted from 0), and which roles have one.
type columns struct {
	at    [numRoles]int
	found [numRoles]bool
	names [numRoles]string
}

// columnsOf returns the columns that a row names, and their number. again is the second
// column with a role, or −1.
func columnsOf(cells []string) (c columns, count, again int) {
	again = -1
	for i, cell := range cells {
		r, ok := roleOf(cell)
		switch {
		case !ok:
		case c.found[r]:
			if again < 0 {
				again = i
			}
		default:
			c.at[r], c.found[r], c.names[r] = i, true, clean(cell)
			count++
		}
	}
	return c, count, again
}

// usable reports whether rows under these columns can say anything.
func (c *columns) usable() bool { return c.found[rolePlate] || c.found[roleDriver] }

// clean returns a cell without line breaks and with single spaces.
func clean(cell string) string { return strings.Join(strings.Fields(cell), " ") }

// blank reports whether a cell is empty, a placeholder or the fault of a formula.
func blank(cell string) bool {
	switch strings.ToLower(cell) {
	case "", "-", "--", "–", "—", "n/a", "#n/a", "#ref!", "#name?", "#value!", "#null!", "#num!", "#div/0!":
		return true
	}
	return false
}
