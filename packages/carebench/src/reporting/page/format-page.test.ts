import { createHash } from 'node:crypto'
import { defaultParts } from '@carebench/systems/verifier'
import { checkRecord, type TaskRunRecord } from '@carebench/verifier'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { readBases } from '../../files/record-file.js'
import { makeCall, makeEvidence, makeRunRecord, makeTaskRecord } from '../../testing/make-records.js'
import { formatJunit } from '../format-junit.js'
import { describeRun } from '../model/describe-run.js'
import { makeReport } from '../model/make-report.js'
import { formatPage } from './format-page.js'

function makeReportFor(tasks: readonly TaskRunRecord[], agents: readonly string[] = ['agent'], file = 'record.json') {
  const record = makeRunRecord(tasks)
  const run = describeRun({ record, seal: checkRecord(record) }, { file, bases: readBases() }, defaultParts)
  return makeReport(agents.map((agent) => ({ agent, run })))
}

function makePage(...tasks: readonly TaskRunRecord[]): string {
  return formatPage(makeReportFor(tasks))
}

/** A record with one text in every place that can contain text. */
function everywhere(text: string): readonly TaskRunRecord[] {
  const value = { [text]: text, list: [text, null] }
  const run = {
    criterion_id: text,
    label: text,
    outcome: text,
    passed: false,
    score: 0,
    details: text,
    evidence: { [text]: value, field_results: [{ path: text, expected: value, actual: text, passed: false }] },
    axis: text,
    weight: 1,
    guard: true,
  }
  const call = makeCall(1, { path: text, method: text })
  const task = makeTaskRecord({
    name: text,
    id: text,
    instruction: text,
    status: text,
    criteria: [{ id: text, label: text, assertion: { assert: text } }] as never,
    evidence: {
      version: 1,
      initial: { portal: { [text]: [{ id: text, was: text }] }, files: [], fhir: [] },
      portal: { [text]: [{ id: text, [text]: text }] },
      files: [{ path: text, content: text, seeded: false }],
      fhir: [{ resourceType: text, id: text }],
      x12: [],
      output: value,
    } as never,
    log: [{ ...call, at: text, actor: text, action: { ...call.action, simulator: text }, events: [value] }] as never,
    result: { score: 0, verdict: 'fail', axes: { [text]: { score: 0.5, weight: 1 } }, criterion_runs: [run] } as never,
  })
  return [task]
}

/** The elements of a page and the names of their attributes. */
function listTags(page: string): readonly string[] {
  return [...page.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replaceAll(/"[^"]*"/g, '""'))
}

const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '</b>',
        '<b>',
        '<!--',
        ']]>',
        '\u2028',
        '\u202e',
        '\0',
        '\ud800',
        '`',
        '${',
      ),
      fc.string({ unit: 'binary', maxLength: 1 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => `h${parts.join('')}`)

describe('the content of a record', () => {
  it('never becomes markup of the page, or of the XML', () => {
    const [page, junit] = [
      listTags(formatPage(makeReportFor(everywhere('hx')))),
      listTags(formatJunit(makeReportFor(everywhere('hx')))),
    ]
    expect(page.length).toBeGreaterThan(150)
    fc.assert(
      fc.property(nasty, (text) => {
        const report = makeReportFor(everywhere(text), ['agent'], text)
        expect(listTags(formatPage(report))).toEqual(page)
        expect(listTags(formatJunit(report))).toEqual(junit)
      }),
    )
  })

  it('never becomes markup of a comparison', () => {
    const compared = (text: string) => {
      const tasks = (status: string) => [makeTaskRecord({ name: text, id: text, evidence: makeEvidence(status) })]
      const [first, second] = [makeReportFor(tasks('done'), [`${text}1`]), makeReportFor(tasks('open'), [`${text}2`])]
      const runs = [first, second].flatMap(({ agents }) =>
        agents.map(({ name, runs }) => ({ agent: name, run: runs[0] as never })),
      )
      return listTags(formatPage(makeReport(runs)))
    }
    const tags = compared('hx')
    fc.assert(
      fc.property(nasty, (text) => {
        expect(compared(text)).toEqual(tags)
      }),
      { numRuns: 10 * inject('scale') },
    )
  })

  it('is complete in the data of the steps', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const page = makePage(makeTaskRecord({ log: [makeCall(1, { path: text })] }))
        const data = /<script id="run-1-task-1-steps" type="application\/json">([^<]*)<\/script>/.exec(page)?.[1]
        expect(JSON.parse(data ?? '')[0][4]).toBe(`GET /${text}`)
      }),
      { numRuns: 10 * inject('scale') },
    )
  })
})

it('labels consecutive pauses in separate rows, with the time that passed on the clock', () => {
  const start = Date.UTC(2026, 2, 2, 9)
  const hours = [0, 2, 4, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 30]
  const log = hours.map((hour, seq) => ({ ...makeCall(seq), at: new Date(start + hour * 3_600_000).toISOString() }))
  const page = makePage(makeTaskRecord({ log }))
  const labels = [...page.matchAll(/<text class="waited" x="[\d.]+" y="(\d+)"[^>]*>([^<]*)</g)]
  expect(labels.map(([, y, label]) => [y, label])).toEqual([
    ['12', '+ 2 h 0 min'],
    ['25', '+ 2 h 0 min'],
    ['38', '+ 2 h 0 min'],
    ['12', '+ 24 h 0 min'],
  ])
  expect(page).toContain('30 h 0 min on its clock')
})

it('allows only the script and style of the page', () => {
  const page = makePage(...everywhere('<script>alert(1)</script>'))
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'")
  const digest = (name: string) => {
    const [, text] = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(page) ?? []
    return createHash('sha256')
      .update(text ?? '')
      .digest('base64')
  }
  expect(policy).toBe(
    `default-src 'none'; style-src 'sha256-${digest('style')}'; script-src 'sha256-${digest('script')}'; img-src ` +
      `data:; base-uri 'none'; form-action 'none'`,
  )
  expect(page).not.toMatch(/ (style|on[a-z]+|src)=/)
  expect(page).not.toMatch(/https?:/)
})

describe('a criterion', () => {
  const outcomeOf = (outcome: string, score: number) => ({
    criterion_id: outcome,
    label: `It is ${outcome}`,
    outcome,
    passed: false,
    score,
    details: '',
    evidence: null,
    axis: 'a',
    weight: 1,
    guard: outcome === 'failed',
  })
  const task = makeTaskRecord({
    result: {
      score: null,
      verdict: null,
      axes: {},
      criterion_runs: [outcomeOf('failed', 0), outcomeOf('undecided', 0), outcomeOf('errored', 0)],
    } as never,
  })

  it('that is errored or undecided does not look like a failed one', () => {
    const page = makePage(task)
    expect([...page.matchAll(/class="criterion tone-([a-z]+)"/g)].map(([, tone]) => tone)).toEqual([
      'failed',
      'undecided',
      'errored',
    ])
    expect(page).toContain('1 failed, 1 with an error, 1 undecided')
    expect(page.match(/>guard</g)).toHaveLength(1)
    const junit = formatJunit(makeReportFor([task]))
    expect(junit).toContain('tests="3" failures="1" errors="1" skipped="1"')
  })

  it('distinguishes missing from null', () => {
    const field = (missing: boolean) => ({
      ...outcomeOf('failed', 0),
      evidence: {
        field_results: [{ path: 'p', expected: null, actual: null, passed: false, ...(missing && { missing }) }],
      },
    })
    const found = (missing: boolean) =>
      /data-name="found">(.*?)<\/td>/.exec(
        makePage(
          makeTaskRecord({
            result: { score: 0, verdict: 'fail', axes: {}, criterion_runs: [field(missing)] } as never,
          }),
        ),
      )?.[1]
    expect(found(true)).toBe('<span class="missing">missing</span>')
    expect(found(false)).toBe('<code>null</code>')
  })
})

it('links a failed criterion to the step that last changed its record', () => {
  const criteria = [
    {
      id: 'c1',
      label: 'It is active',
      assertion: {
        assert: 'fhir-resource-state',
        resource_type: 'Task',
        search: { _id: 'x' },
        fields: [{ path: 'status', expected: 'completed' }],
      },
    },
    {
      id: 'c2',
      label: 'A note is there',
      assertion: { assert: 'fhir-resource-state', resource_type: 'Communication', search: {}, fields: [] },
    },
  ]
  const resource = { resourceType: 'Task', id: 'x', status: 'draft' }
  const put = makeCall(2, { method: 'PUT', path: 'Task/x' })
  const log = [makeCall(1), { ...put, effects: [{ simulator: 'FHIR', effect: { op: 'put', resource } }] }]
  const page = makePage(makeTaskRecord({ criteria, evidence: { version: 1, fhir: [resource] }, log }))
  expect(page).toContain('<a class="to-step" href="#run-1-task-1-happened" data-step="2">#2 PUT /Task/x</a>')
  expect(page).toContain('<h3 id="run-1-task-1-happened">')
  expect(page.match(/Never done\./g)).toHaveLength(1)
})

it('shortens long values, and shows them whole on demand', () => {
  const page = makePage(makeTaskRecord({ evidence: makeEvidence('y'.repeat(30_000)) }))
  expect(page).toMatch(
    new RegExp(
      '<details class="long"><summary><code>&quot;y+…</code>' +
        '<span class="shorter">shorter</span></summary>' +
        '<pre tabindex="0">y{20000}\\n… and 10000 more characters',
    ),
  )
})

it('shows three thousand steps without an element for each', () => {
  const log = Array.from({ length: 3000 }, (_, index) => makeCall(index + 1, { effects: index % 50 === 0 ? 1 : 0 }))
  const page = makePage(makeTaskRecord({ log }))
  expect(listTags(page).length).toBeLessThan(2000)
  expect(page).toContain('3000 steps, 60 with changes')
})

it('says which changes are unknown', () => {
  const states = { portal: {}, faxes: [], pharmacy: [] }
  const evidence = { version: 1 as const, ...states, initial: { portal: {}, pharmacy: [] } }
  const page = makePage(makeTaskRecord({ evidence }))
  expect(page).toContain('The changes in <code>faxes</code> are unknown: only one of the states has it.')
  expect(page).toContain('The changes in <code>pharmacy</code> are unknown: it is from a system that this report')
  expect(page).toContain('No changes elsewhere.')
})
