/**
 * Verifier: 10 field checks on a row that is found by its key, for 1, 10 and 100 criteria on 1,000 and 10,000 rows.
 *
 * The contenders take turns in every round; the figure of each is its median round, in microseconds a criterion. All
 * give the same number of passed checks for each criterion before anything is timed. The floors are written by hand and
 * make no evidence: a scan a criterion, an inverted join (a Map of the wanted keys, one pass) and an index that is kept.
 * `ratio` is the time against the better of scan and join, or against the kept index where ours keeps one too.
 * Run: pnpm --filter @carebench/bench bench verifier.ts
 */
import { compileCriteria, prepareEvidence, verify } from '@carebench/verifier'
import { Engine } from 'json-rules-engine'

type Row = Readonly<Record<string, string | number>>
interface Wanted {
  readonly key: string
  readonly checks: readonly { readonly path: string; readonly expected: string | number }[]
}
interface Contender {
  readonly name: string
  /** What its ratio is taken against. */
  readonly floor: 'located' | 'kept'
  run(): readonly number[] | Promise<readonly number[]>
}

const fields = Array.from({ length: 10 }, (_, index) => `field_${index}`)

const makeRows = (size: number): readonly Row[] =>
  Array.from({ length: size }, (_, number) => ({
    auth_number: `PA-${number}`,
    ...Object.fromEntries(fields.map((field, index) => [field, `value ${(number * 7 + index) % 97}`])),
  }))

/** Criteria spread over the rows; one check of three fails. */
const makeWanted = (rows: readonly Row[], count: number): readonly Wanted[] =>
  Array.from({ length: count }, (_, number) => {
    const row = rows[Math.floor(((number + 0.5) * rows.length) / count)] as Row
    const checks = fields.map((path, index) => ({
      path,
      expected: index % 3 === number % 3 ? 'other' : (row[path] as string | number),
    }))
    return { key: row.auth_number as string, checks }
  })

const countPassed = (row: Row | undefined, wanted: Wanted): number => {
  let passed = 0
  if (row !== undefined) for (const { path, expected } of wanted.checks) if (row[path] === expected) passed++
  return passed
}

const scan = (rows: readonly Row[], wanted: readonly Wanted[]): readonly number[] =>
  wanted.map((one) => {
    let best = 0
    for (const row of rows) if (row.auth_number === one.key) best = Math.max(best, countPassed(row, one))
    return best
  })

const join = (rows: readonly Row[], wanted: readonly Wanted[]): readonly number[] => {
  const found = new Map<string | number | undefined, Row[]>(wanted.map((one) => [one.key, []]))
  for (const row of rows) found.get(row.auth_number)?.push(row)
  return wanted.map((one) => Math.max(0, ...(found.get(one.key) ?? []).map((row) => countPassed(row, one))))
}

const contendersOf = (rows: readonly Row[], wanted: readonly Wanted[]): readonly Contender[] => {
  const evidence = { version: 1, portal: { requests: rows } } as const
  const criteria = compileCriteria(
    wanted.map(({ key, checks }) => ({
      label: key,
      assertion: {
        assert: 'portal-state-match',
        correlate_by: { resource: 'requests', key: 'auth_number', value: key },
        assertions: checks,
      },
    })),
  )
  const kept = new Map(rows.map((row) => [row.auth_number, row]))
  const prepared = prepareEvidence(evidence)
  const passedOf = (from: Parameters<typeof verify>[0]['evidence']): readonly number[] =>
    verify({ criteria, evidence: from }).criterion_runs.map((run) => Math.round(run.score * fields.length))
  const engines = wanted.map(({ checks }) => {
    const engine = new Engine([], { allowUndefinedFacts: true })
    for (const { path, expected } of checks) {
      const condition = { fact: 'row', path: `$.${path}`, operator: 'equal', value: expected }
      engine.addRule({ conditions: { all: [condition] }, event: { type: path } })
    }
    return engine
  })
  return [
    { name: 'floor: scan', floor: 'located', run: () => scan(rows, wanted) },
    { name: 'floor: inverted join', floor: 'located', run: () => join(rows, wanted) },
    { name: 'floor: kept index', floor: 'kept', run: () => wanted.map((one) => countPassed(kept.get(one.key), one)) },
    { name: '@carebench/verifier, snapshot', floor: 'located', run: () => passedOf(evidence) },
    { name: '@carebench/verifier, prepared', floor: 'kept', run: () => passedOf(prepared) },
    {
      name: 'json-rules-engine, row located',
      floor: 'kept',
      run: () =>
        Promise.all(
          wanted.map(async (one, index) => {
            const result = await engines[index]?.run({ row: kept.get(one.key) })
            return result?.events.length ?? 0
          }),
        ),
    },
  ]
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN

const measure = async (size: number, count: number): Promise<void> => {
  const rows = makeRows(size)
  const wanted = makeWanted(rows, count)
  const contenders = contendersOf(rows, wanted)
  const answer = JSON.stringify(scan(rows, wanted))
  for (const { name, run } of contenders) {
    const given = JSON.stringify(await run())
    if (given !== answer) throw new Error(`${name}: expected ${answer}, got ${given}`)
  }
  const times = contenders.map((): number[] => [])
  const passes = Math.max(1, Math.round(200 / count))
  for (let round = 0; round < 21; round++) {
    for (const [index, contender] of contenders.entries()) {
      const few = contender.name.startsWith('json-rules') ? Math.ceil(passes / 20) : passes
      const start = performance.now()
      for (let pass = 0; pass < few; pass++) await contender.run()
      // The first rounds warm up.
      if (round >= 5) times[index]?.push(((performance.now() - start) * 1000) / (few * count))
    }
  }
  const medians = times.map(median)
  const located = Math.min(medians[0] ?? Number.NaN, medians[1] ?? Number.NaN)
  contenders.forEach(({ name, floor }, index) => {
    const time = medians[index] ?? Number.NaN
    const ratio = time / (floor === 'kept' ? (medians[2] ?? Number.NaN) : located)
    const result = { bench: 'verifier', rows: size, criteria: count, name, us_per_criterion: time, ratio }
    console.log(
      JSON.stringify(result, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value)),
    )
  })
}

for (const size of [1_000, 10_000]) for (const count of [1, 10, 100]) await measure(size, count)
