import {
  between,
  bounded,
  type Find,
  findPlace,
  goThrough,
  groupRows,
  lookThrough,
  lookUp,
  lookUpAndFilter,
  lookUpPrefix,
  orderedBy,
  pageFrom,
  patientsInstead,
  withPatients,
} from './floor-indexes.js'
import type { Row } from './grid-record.js'

type MakeIndex = (rows: readonly Row[]) => Find
type Fits = (parameters: URLSearchParams) => (row: Row) => boolean

const day = 86_400_000
const second = 1000

/** Makes the index that is the floor of a case of the grid. */
export function findFloor(name: string, rows: readonly Row[]): Find {
  const make = floors[name]
  if (make === undefined) throw new Error(`The case "${name}" of the grid must have a floor in floors.ts.`)
  return make(rows)
}

const codeOf = ({ group }: Row) => `code-${group}`
const patientOf = ({ patient }: Row) => `p${patient}`
const textOf = ({ group }: Row) => `value ${group} of the test`
const statusOf = ({ status }: Row) => status
const otherStatusOf = ({ status }: Row) => (status === 'final' ? 'amended' : 'final')

const byDate = (rows: readonly Row[]) =>
  orderedBy(
    rows,
    ({ start }) => start,
    ({ end }) => end,
  )
const byUpdate = (rows: readonly Row[]) => orderedBy(rows, ({ updated }) => updated)
const byValue = (rows: readonly Row[]) => orderedBy(rows, ({ value }) => value)

/** Returns a function that returns the places of all rows. */
const all = (rows: readonly Row[]) => () => [0, rows.length] as const

const inDates: MakeIndex = (rows) => {
  const order = byDate(rows)
  return between(order, bounded(order, 'date', Date.parse, second))
}
const inUpdates: MakeIndex = (rows) => {
  const order = byUpdate(rows)
  return between(order, bounded(order, '_lastUpdated', Date.parse, second))
}
const inQuantities: MakeIndex = (rows) => {
  const order = byValue(rows)
  return between(order, bounded(order, 'value-quantity', readNumber, 1))
}
const datesPaged =
  (backwards: boolean): MakeIndex =>
  (rows) => {
    const order = byDate(rows)
    return pageFrom(order, backwards, bounded(order, 'date', Date.parse, second))
  }

/** Reads the number of a quantity such as `5|http://unitsofmeasure.org|mg`. All values have this unit. */
function readNumber(text: string): number {
  const end = text.indexOf('|')
  return Number(end < 0 ? text : text.slice(0, end))
}

const hasStatus: Fits = (parameters) => {
  const wanted = parameters.get('status')
  return ({ status }) => status === wanted
}
const lacksCode: Fits = (parameters) => {
  const unwanted = parameters.get('code:not')
  return (row) => codeOf(row) !== unwanted
}
const endsAfter: Fits = (parameters) => {
  const time = Date.parse((parameters.get('date') ?? '').slice(2))
  return ({ end }) => end > time
}
const hasComposite: Fits = (parameters) => {
  const [code, bound = ''] = (parameters.get('code-value-quantity') ?? '').split('$')
  const least = readNumber(bound.slice(2))
  return (row) => codeOf(row) === code && row.value >= least
}
const both =
  (one: Fits, other: Fits): Fits =>
  (parameters) => {
    const [fitsOne, fitsOther] = [one(parameters), other(parameters)]
    return (row) => fitsOne(row) && fitsOther(row)
  }

const ofPatient =
  (fitsIn: Fits): MakeIndex =>
  (rows) =>
    lookUpAndFilter(rows, patientOf, 'patient', fitsIn)

function latest(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => other.start - one.start)
}

function counter(lists: ReadonlyMap<string, readonly unknown[]>, name: string) {
  return (parameters: URLSearchParams) => lists.get(parameters.get(name) ?? '')?.length ?? 0
}

const floors: Readonly<Record<string, MakeIndex>> = {
  token: (rows) => lookUp(rows, (row) => `http://loinc.org|${codeOf(row)}`, 'code'),
  'token, two values': (rows) => lookUp(rows, codeOf, 'code'),
  'token:text': (rows) => lookUp(rows, ({ group }) => `kind ${group} end`, 'code:text'),
  'token:not': (rows) => lookUp(rows, otherStatusOf, 'status:not'),
  'token:missing': (rows) => lookUp(rows, ({ noted }) => String(!noted), 'encounter:missing'),
  _tag: (rows) => lookUp(rows, ({ group }) => `urn:tags|tag-${group}`, '_tag'),
  uri: (rows) => lookUp(rows, ({ group }) => `urn:source:${group}`, '_source'),
  reference: (rows) => lookUp(rows, (row) => `Patient/${patientOf(row)}`, 'patient'),
  'reference:Type': (rows) => lookUp(rows, patientOf, 'subject:Patient'),
  string: (rows) => lookUpPrefix(rows, textOf, 'value-string'),
  'string:exact': (rows) => lookUp(rows, ({ group }) => `Value ${group} of the test`, 'value-string:exact'),
  'string:contains': (rows) => lookThrough(rows, textOf, 'value-string:contains'),
  'date ge': inDates,
  'date gt': inDates,
  'date lt': inDates,
  'date eb': inDates,
  'date, one day or another': (rows) => {
    const { rows: ordered, starts, ends } = byDate(rows)
    return (parameters) => {
      const page = (parameters.get('date') ?? '').split(',').flatMap((text) => {
        const midnight = Date.parse(text)
        return ordered.slice(findPlace(starts, midnight), findPlace(ends, midnight + day + 1))
      })
      page.sort((one, other) => one.index - other.index)
      return { page, total: page.length, more: false }
    }
  },
  'date ge and lt': inDates,
  'date gt and le': inDates,
  '_lastUpdated ge and lt': inUpdates,
  'quantity gt': inQuantities,
  'quantity ge and lt, in a unit': inQuantities,
  composite: (rows) => {
    const lists = groupRows(rows, codeOf)
    return (parameters) => {
      const [code = '', bound = ''] = (parameters.get('code-value-quantity') ?? '').split('$')
      const least = readNumber(bound.slice(2))
      const page = (lists.get(code) ?? []).filter(({ value }) => value >= least)
      return { page, total: page.length, more: false }
    }
  },
  chain: (rows) => lookUp(rows, ({ patient }) => `name${patient}x`, 'patient.family'),
  _has: (rows) => patientsInstead(lookUp(rows, codeOf, '_has:Observation:patient:code')),
  'reference, _include': (rows) => withPatients(lookUp(rows, codeOf, 'code')),

  'sort by date': (rows) => pageFrom(byDate(rows), false, all(rows)),
  'latest first': (rows) => pageFrom(byDate(rows), true, all(rows)),
  'status, latest first': (rows) => goThrough(latest(rows), hasStatus, counter(groupRows(rows, statusOf), 'status')),
  'half the record, latest first': datesPaged(true),
  'half the record, earliest first': datesPaged(false),
  'date ge and lt, latest first': datesPaged(true),
  'patient, latest first': (rows) => lookUp(latest(rows), patientOf, 'patient'),
  _lastUpdated: (rows) => pageFrom(byUpdate(rows), false, all(rows)),
  '_lastUpdated descending': (rows) => pageFrom(byUpdate(rows), true, all(rows)),
  'by status and date': (rows) => {
    const order = orderedBy(rows, ({ status, start }) => (status === 'final' ? 1e15 : 0) - start)
    return pageFrom(order, false, all(rows))
  },
  'by value, descending': (rows) => pageFrom(byValue(rows), true, all(rows)),
  'status, not code, latest first, no total': (rows) => goThrough(latest(rows), both(hasStatus, lacksCode)),

  all: (rows) =>
    goThrough(
      rows,
      () => () => true,
      () => rows.length,
    ),
  status: (rows) => lookUp(rows, statusOf, 'status'),
  'status, no total': (rows) => goThrough(rows, hasStatus),
  'half the record': (rows) => {
    const order = byDate(rows)
    const places = bounded(order, 'date', Date.parse, second)
    return goThrough(rows, endsAfter, (parameters) => {
      const [from, to] = places(parameters)
      return to - from
    })
  },
  'half the record, no total': (rows) => goThrough(rows, both(endsAfter, hasStatus)),
  'all but a group': (rows) => {
    const count = counter(groupRows(rows, codeOf), 'code:not')
    return goThrough(rows, lacksCode, (parameters) => rows.length - count(parameters))
  },
  'codes of a system': (rows) => lookUp(rows, () => 'http://loinc.org|', 'code'),
  'not missing': (rows) => lookUp(rows, ({ noted }) => String(!noted), 'encounter:missing'),
  'status and half the record': (rows) => {
    const orders = new Map([...groupRows(rows, statusOf)].map(([status, list]) => [status, byDate(list)]))
    return goThrough(rows, both(endsAfter, hasStatus), (parameters) => {
      const order = orders.get(parameters.get('status') ?? '')
      if (order === undefined) return 0
      const [from, to] = bounded(order, 'date', Date.parse, second)(parameters)
      return to - from
    })
  },

  'patient, status': ofPatient(hasStatus),
  'patient, status:not': ofPatient((parameters) => {
    const unwanted = parameters.get('status:not')
    return ({ status }) => status !== unwanted
  }),
  'patient, half the record': ofPatient(endsAfter),
  'patient, date ge and lt': ofPatient((parameters) => {
    const [from = 0, to = 0] = parameters.getAll('date').map((text) => Date.parse(text.slice(2)))
    return ({ start, end }) => end > from && start < to
  }),
  'patient, quantity gt': ofPatient((parameters) => {
    const bound = readNumber((parameters.get('value-quantity') ?? '').slice(2))
    return ({ value }) => value > bound
  }),
  'patient, string': ofPatient((parameters) => {
    const wanted = (parameters.get('value-string') ?? '').toLowerCase()
    return (row) => textOf(row).startsWith(wanted)
  }),
  'patient, composite': ofPatient(hasComposite),
  'patient, _lastUpdated descending': (rows) =>
    lookUp(
      rows.toSorted((one, other) => other.updated - one.updated),
      patientOf,
      'patient',
    ),
  'patient, status, latest first': (rows) => lookUpAndFilter(latest(rows), patientOf, 'patient', hasStatus),
}
