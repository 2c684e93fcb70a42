import { isoTime, narrow, type Row } from './grid-record.js'

/** One search of the grid, with what a scan of the rows needs to compute the expected answer. */
export interface GridCase {
  readonly name: string
  /** The parameters of the query, not yet encoded. */
  readonly query: readonly (readonly [string, string])[]
  readonly matches: (row: Row) => boolean
  /** The order of the matches; default: that of creation. */
  readonly order?: (left: Row, right: Row) => number
  /** Whether the page includes the patients of its matches. */
  readonly includesPatients?: boolean
  /** Whether the search asks for no total, and so may stop when the page is full. */
  readonly withoutTotal?: boolean
  /** Whether the search finds the patients of the matches instead of the matches. */
  readonly findsPatients?: boolean
  /** Maximum number of matches on the page; default: all. */
  readonly count?: number
}

const page = 20

/** Returns the searches of the grid for a record of these rows. */
export function makeGridCases(rows: readonly Row[]): readonly GridCase[] {
  const size = rows.length
  const middle = Math.floor(size / 2)
  const starts = rows.map(({ start }) => start).sort((a, b) => a - b)
  const updates = rows.map(({ updated }) => updated).sort((a, b) => a - b)
  const at = (times: readonly number[], place: number) => times[place] ?? 0
  const from = at(starts, middle)
  const to = at(starts, middle + narrow)
  const least = size - narrow
  const latest = (left: Row, right: Row) => right.start - left.start
  const earliest = (left: Row, right: Row) => left.start - right.start
  const byUpdate = (left: Row, right: Row) => left.updated - right.updated
  const isFinal = ({ status }: Row) => status === 'final'
  const inRange = ({ start, end }: Row) => end > from && start < to
  const within = ({ start }: Row) => start >= from && start < to
  const date = (prefix: string, time: number) => ['date', prefix + isoTime(time)] as const
  const group7 = ({ group }: Row) => group === 7
  const all = () => true
  // This patient has matches of every search: one that finds nothing would measure only how its request is read.
  const ofPatient = ({ patient }: Row) => patient === 0
  const narrowCases: readonly GridCase[] = [
    { name: 'token', query: [['code', 'http://loinc.org|code-7']], matches: group7 },
    { name: 'token, two values', query: [['code', 'code-7,code-7x']], matches: group7 },
    { name: 'token:text', query: [['code:text', 'kind 7 end']], matches: group7 },
    { name: 'token:not', query: [['status:not', 'final']], matches: (row) => !isFinal(row) },
    { name: 'token:missing', query: [['encounter:missing', 'true']], matches: ({ noted }) => !noted },
    { name: '_tag', query: [['_tag', 'urn:tags|tag-7']], matches: group7 },
    { name: 'uri', query: [['_source', 'urn:source:7']], matches: group7 },
    { name: 'reference', query: [['patient', 'Patient/p0']], matches: ofPatient },
    { name: 'reference:Type', query: [['subject:Patient', 'p0']], matches: ofPatient },
    { name: 'string', query: [['value-string', 'value 7 of']], matches: group7 },
    { name: 'string:exact', query: [['value-string:exact', 'Value 7 of the test']], matches: group7 },
    { name: 'string:contains', query: [['value-string:contains', 'ue 7 of']], matches: group7 },
    { name: 'date ge', query: [date('ge', at(starts, least))], matches: ({ start }) => start >= at(starts, least) },
    { name: 'date gt', query: [date('sa', at(starts, least - 1))], matches: ({ start }) => start >= at(starts, least) },
    { name: 'date lt', query: [date('lt', at(starts, narrow))], matches: ({ start }) => start < at(starts, narrow) },
    { name: 'date eb', query: [date('eb', at(starts, narrow))], matches: ({ end }) => end <= at(starts, narrow) },
    {
      name: 'date, one day or another',
      query: [['date', '2000-01-05,2000-01-07']],
      matches: ({ start, end }) =>
        [4, 6].some((day) => {
          const midnight = Date.UTC(2000, 0, 1 + day)
          return start >= midnight && end <= midnight + 86_400_000
        }),
    },
    { name: 'date ge and lt', query: [date('ge', from), date('lt', to)], matches: inRange },
    { name: 'date gt and le', query: [date('sa', from - 1000), date('le', to - 3_600_000)], matches: within },
    {
      name: '_lastUpdated ge and lt',
      query: [
        ['_lastUpdated', `ge${isoTime(at(updates, middle))}`],
        ['_lastUpdated', `lt${isoTime(at(updates, middle + narrow))}`],
      ],
      matches: ({ updated }) => updated >= at(updates, middle) && updated < at(updates, middle + narrow),
    },
    { name: 'quantity gt', query: [['value-quantity', `gt${least - 1}`]], matches: ({ value }) => value >= least },
    {
      name: 'quantity ge and lt, in a unit',
      query: [
        ['value-quantity', `ge${middle}|http://unitsofmeasure.org|mg`],
        ['value-quantity', `lt${middle + narrow}|http://unitsofmeasure.org|mg`],
      ],
      matches: ({ value }) => value >= middle && value < middle + narrow,
    },
    { name: 'composite', query: [['code-value-quantity', 'code-7$ge0']], matches: group7 },
    { name: 'chain', query: [['patient.family', 'name0x']], matches: ofPatient },
    { name: '_has', query: [['_has:Observation:patient:code', 'code-7']], matches: group7, findsPatients: true },
    { name: 'reference, _include', query: [['code', 'code-7']], matches: group7, includesPatients: true },
  ]
  const sorted: readonly GridCase[] = [
    { name: 'sort by date', query: [['_sort', 'date']], matches: all, order: earliest },
    { name: 'latest first', query: [['_sort', '-date']], matches: all, order: latest },
    {
      name: 'status, latest first',
      query: [
        ['status', 'final'],
        ['_sort', '-date'],
      ],
      matches: isFinal,
      order: latest,
    },
    {
      name: 'half the record, latest first',
      query: [date('lt', from), ['_sort', '-date']],
      matches: ({ start }) => start < from,
      order: latest,
    },
    {
      name: 'half the record, earliest first',
      query: [date('ge', from), ['_sort', 'date']],
      matches: ({ end }) => end > from,
      order: earliest,
    },
    {
      name: 'date ge and lt, latest first',
      query: [date('ge', from), date('lt', to), ['_sort', '-date']],
      matches: inRange,
      order: latest,
    },
    {
      name: 'patient, latest first',
      query: [
        ['patient', 'p0'],
        ['_sort', '-date'],
      ],
      matches: ofPatient,
      order: latest,
    },
    { name: '_lastUpdated', query: [['_sort', '_lastUpdated']], matches: all, order: byUpdate },
    {
      name: '_lastUpdated descending',
      query: [['_sort', '-_lastUpdated']],
      matches: all,
      order: (left, right) => byUpdate(right, left),
    },
    {
      name: 'by status and date',
      query: [['_sort', 'status,-date']],
      matches: all,
      order: (left, right) =>
        left.status === right.status ? latest(left, right) : left.status < right.status ? -1 : 1,
    },
    {
      name: 'by value, descending',
      query: [['_sort', '-value-quantity']],
      matches: all,
      order: (left, right) => right.value - left.value,
    },
    {
      name: 'status, not code, latest first, no total',
      query: [
        ['status', 'final'],
        ['code:not', 'code-7'],
        ['_sort', '-date'],
      ],
      matches: (row) => isFinal(row) && !group7(row),
      order: latest,
      withoutTotal: true,
    },
  ]
  const broad: readonly GridCase[] = [
    { name: 'all', query: [], matches: all },
    { name: 'status', query: [['status', 'final']], matches: isFinal },
    { name: 'status, no total', query: [['status', 'final']], matches: isFinal, withoutTotal: true },
    { name: 'half the record', query: [date('ge', from)], matches: ({ end }) => end > from },
    {
      name: 'half the record, no total',
      query: [date('ge', from), ['status', 'final']],
      matches: (row) => row.end > from && isFinal(row),
      withoutTotal: true,
    },
    { name: 'all but a group', query: [['code:not', 'code-7']], matches: (row) => !group7(row) },
    { name: 'codes of a system', query: [['code', 'http://loinc.org|']], matches: all },
    { name: 'not missing', query: [['encounter:missing', 'false']], matches: ({ noted }) => noted },
    {
      name: 'status and half the record',
      query: [date('ge', from), ['status', 'final']],
      matches: (row) => row.end > from && isFinal(row),
    },
  ]
  const ofOnePatient: readonly GridCase[] = [
    { name: 'status', query: [['status', 'final']], matches: isFinal },
    { name: 'status:not', query: [['status:not', 'final']], matches: (row: Row) => !isFinal(row) },
    { name: 'half the record', query: [date('ge', from)], matches: ({ end }: Row) => end > from },
    {
      name: 'date ge and lt',
      query: [date('ge', at(starts, 0)), date('lt', from)],
      matches: ({ start }: Row) => start < from,
    },
    { name: 'quantity gt', query: [['value-quantity', `gt${middle}`]], matches: ({ value }: Row) => value > middle },
    { name: 'string', query: [['value-string', 'value']], matches: all },
    { name: 'composite', query: [['code-value-quantity', 'code-7$ge0']], matches: group7 },
    {
      name: '_lastUpdated descending',
      query: [['_sort', '-_lastUpdated']],
      matches: all,
      order: (left: Row, right: Row) => byUpdate(right, left),
    },
    {
      name: 'status, latest first',
      query: [
        ['status', 'final'],
        ['_sort', '-date'],
      ],
      matches: isFinal,
      order: latest,
    },
  ]
  return [
    ...narrowCases.map((one) => counted(one, 1000)),
    ...[...sorted, ...broad].map((one) => ({ ...counted(one, page), count: page })),
    ...ofOnePatient.map((one) => {
      const ofBoth = {
        ...one,
        name: `patient, ${one.name}`,
        query: [['patient', 'p0'] as const, ...one.query],
        matches: (row: Row) => ofPatient(row) && one.matches(row),
      }
      return counted(ofBoth, 1000)
    }),
  ]
}

/** Returns a case with `_count` in its query, and with `_total` and `_include` if it has them. */
function counted(one: GridCase, count: number): GridCase {
  const query = [...one.query, ['_count', String(count)] as const]
  if (one.withoutTotal === true) query.push(['_total', 'none'])
  if (one.includesPatients === true) query.push(['_include', 'Observation:patient'])
  return { ...one, query }
}
