import { fixtures } from '@carebench/fixtures'
import type { JsonObject } from '@carebench/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type BenchmarkTestbed,
  createBenchmarkTestbed,
  failingLabels,
  runBenchmark,
  runTask,
  type Work,
} from '../benchmark-testbed.js'
import { someInCi } from '../some-in-ci.js'
import { callsOfCounter, makeCall, makeCalls, type RecordedCall, recordedCalls } from './recorded-calls.js'

const { tasks } = fixtures['prior-auth']

let testbed: BenchmarkTestbed
beforeAll(async () => {
  testbed = await createBenchmarkTestbed()
})

const scripts = tasks.map((_, task) => recordedCalls(task))

/** Returns an agent that makes the recorded calls of a task after `edit` has changed them. */
function recorded(edit: (calls: readonly RecordedCall[]) => readonly RecordedCall[] = (calls) => calls): Work {
  return async (task, wait) => {
    const index = tasks.findIndex(({ name }) => name === task.name)
    const session = await task.start()
    await makeCalls(session, edit(scripts[index] ?? []), wait)
    return session.complete()
  }
}

describe('the recorded solutions', () => {
  it('pass every task in full', async () => {
    const { completions, verdict, score } = await runBenchmark(testbed, recorded())
    expect(completions.flatMap((completion) => failingLabels(completion))).toEqual([])
    expect([verdict, score]).toEqual(['pass', 1])
  })

  it.each([
    ['by URL', (reference: string, base: string) => base + reference],
    ['with a version', (reference: string) => `${reference}/_history/1`],
  ])('pass whose references are written %s', async (_, write) => {
    const rewritten: Work = async (task, wait) => {
      const session = await task.start()
      const found = JSON.stringify(await session.fhir.request('GET', 'Patient?_count=1'))
      const [, base = ''] = /"fullUrl":"([^"]*)Patient\//.exec(found) ?? []
      expect(base).toMatch(/^https:.*\/fhir\/$/)
      const script = JSON.stringify(scripts[tasks.findIndex(({ name }) => name === task.name)] ?? [])
      const text = script.replaceAll(
        /"reference":"(\w+\/[^"/]+)"/g,
        (_whole, reference: string) => `"reference":${JSON.stringify(write(reference, base))}`,
      )
      await makeCalls(session, JSON.parse(text) as RecordedCall[], wait)
      return session.complete()
    }
    const { completions, verdict, score } = await runBenchmark(testbed, rewritten)
    expect(completions.flatMap((completion) => failingLabels(completion))).toEqual([])
    expect([verdict, score]).toEqual(['pass', 1])
  })

  const calls = scripts.flatMap((script, task) =>
    script.map(({ method, path }, left) => ({ task, left, method, path })),
  )
  it.each(someInCi(calls, 4))('task $task needs $method $path', async ({ task, left }) => {
    const completion = await runTask(
      testbed,
      task,
      recorded((script) => script.filter((_, index) => index !== left)),
    )
    expect(completion.verdict).not.toBe('pass')
  })
})

const onlyOneRequest = 'Only this one request was sent, without documents, and the chart is unchanged'
const onlyTheseDocuments =
  'No other document or request was sent, and the rest of the order and of the chart is unchanged'
const ofTheRequest = [
  'The request gives the diagnosis of the order and no other',
  'The request names the ordering physician',
  "The request has the patient's name and date of birth",
  'The request has the service date and the urgency of the order',
]
const onlyWhatIsWanted = 'Nothing else was sent, and the rest of the chart is unchanged'

/** A mistake in one call of a solution, and the criteria that detect it. */
const mistakes: readonly { task: number; call: number; changes: JsonObject; labels: readonly string[] }[] = [
  {
    task: 0,
    call: 0,
    changes: { procedure_code: '72158' },
    labels: ['The ordered procedure is requested for the member', ...ofTheRequest, onlyOneRequest],
  },
  {
    task: 0,
    call: 0,
    changes: { diagnosis_codes: ['M54.16', 'M54.50'] },
    labels: ['The request gives the diagnosis of the order and no other', onlyOneRequest],
  },
  {
    task: 0,
    call: 0,
    changes: { provider_npi: '9900010023' },
    labels: ['The request names the ordering physician'],
  },
  {
    task: 0,
    call: 0,
    changes: { patient_name: 'Mariana Quintero' },
    labels: ["The request has the patient's name and date of birth"],
  },
  ...[{ service_date: '2026-03-02' }, { urgency: 'expedited' }].map((changes) => ({
    task: 0,
    call: 0,
    changes,
    labels: ['The request has the service date and the urgency of the order', onlyOneRequest],
  })),
  { task: 0, call: 0, changes: { clinical_notes: 'Please hurry.' }, labels: [onlyOneRequest] },
  {
    task: 1,
    call: 0,
    changes: { text: 'Imaging report of another knee' },
    labels: ['The imaging report of the ordered joint is attached', onlyTheseDocuments],
  },
  {
    task: 1,
    call: 1,
    changes: { text: '16 visits between 25 June and 3 September 2024' },
    labels: ['The latest therapy note of the ordered joint is attached', onlyTheseDocuments],
  },
  {
    task: 1,
    call: 1,
    changes: { document_type: 'therapy' },
    labels: [
      'The payer has approved the request',
      'The latest therapy note of the ordered joint is attached',
      'The authorization number is written on the order',
      onlyTheseDocuments,
    ],
  },
  {
    task: 1,
    call: 2,
    changes: { diagnosis_codes: ['M17.0'] },
    labels: ['The request gives the diagnosis of the order', 'The payer has not approved surgery on any other joint'],
  },
  {
    task: 1,
    call: 3,
    changes: { identifier: [{ system: 'https://carebench.example.org/authorization-number', value: 'PA00582290' }] },
    labels: ['The authorization number is written on the order'],
  },
  {
    task: 2,
    call: 0,
    changes: { procedure_code: 'E0562' },
    labels: [
      'The order that still stands is requested under the active member number',
      ...ofTheRequest,
      'The physician was told after the payer had decided',
      onlyWhatIsWanted,
    ],
  },
  {
    task: 2,
    call: 0,
    changes: { diagnosis_codes: ['R06.83'] },
    labels: ['The request gives the diagnosis of the order and no other', onlyWhatIsWanted],
  },
  {
    task: 2,
    call: 0,
    changes: { provider_npi: '9900010023' },
    labels: ['The request names the ordering physician'],
  },
  {
    task: 2,
    call: 0,
    changes: { patient_name: 'Tomas Villa' },
    labels: ["The request has the patient's name and date of birth"],
  },
  ...[{ service_date: '2026-03-19' }, { urgency: 'expedited' }].map((changes) => ({
    task: 2,
    call: 0,
    changes,
    labels: ['The request has the service date and the urgency of the order', onlyWhatIsWanted],
  })),
  {
    task: 2,
    call: 0,
    changes: { attachments: [{ document_type: 'sleep_study', text: 'Accession: SLP-25-0102' }] },
    labels: ["The patient's sleep study report is attached", onlyWhatIsWanted],
  },
  {
    task: 2,
    call: 1,
    changes: { status: 'completed' },
    labels: ['The withdrawn order can no longer be scheduled', onlyWhatIsWanted],
  },
  {
    task: 2,
    call: 2,
    changes: { payload: [{ contentString: 'Approved for 12 months.' }] },
    labels: [
      "The physician is told the payer's decision",
      "The message gives the payer's reason",
      'No message says that the payer approved it',
      onlyWhatIsWanted,
    ],
  },
  {
    task: 2,
    call: 2,
    changes: { payload: [{ contentString: 'Denied.' }] },
    labels: ["The message gives the payer's reason"],
  },
  {
    task: 2,
    call: 2,
    changes: { recipient: [{ reference: 'Practitioner/prac-02' }] },
    labels: ["The physician is told the payer's decision", "The message gives the payer's reason", onlyWhatIsWanted],
  },
]

describe('a mistake', () => {
  it.each(someInCi(mistakes, 4))(
    'in call $call of task $task is detected: $changes',
    async ({ task, call, changes, labels }) => {
      const edit = (script: readonly RecordedCall[]) =>
        script.map((step, at) => (at === call ? { ...step, body: { ...(step.body as JsonObject), ...changes } } : step))
      expect(failingLabels(await runTask(testbed, task, recorded(edit)))).toEqual(labels)
    },
  )
})

it.each([0, 1, 2])('an entry that is created and deleted again breaks the guard of task %i', async (task) => {
  const completion = await runTask(testbed, task, async (one) => {
    const session = await one.start()
    for (const call of scripts[task] ?? []) await makeCall(session, call)
    const [patient] = (await session.fhir.search('Patient', { _count: '1' })).entry ?? []
    const subject = { reference: `Patient/${patient?.resource?.id}` }
    const created = await session.fhir.create({ resourceType: 'Condition', subject, code: { text: 'Diabetes' } })
    await session.fhir.delete('Condition', String(created.id))
    return session.complete()
  })
  expect(completion.verdict).not.toBe('pass')
  expect(failingLabels(completion)).toContain([onlyOneRequest, onlyTheseDocuments, onlyWhatIsWanted][task])
})

describe('a message to the physician', () => {
  const reason = 'The sleep study is from more than 12 months before the request. A new study is needed.'
  it.each([
    `Evergreen Mutual Health decided on the CPAP device: denied. ${reason}`,
    'DENIED - E0601. Reason given by the payer: sleep study older than 12 months at the time of the request, new ' +
      'study needed.',
    `Evergreen declined to authorize the CPAP. ${reason} To have the device approved, a new study would have to be ` +
      'ordered.',
    'The payer refused to cover the device; the polysomnography of 2024-11-22 predates the request by over a year, ' +
      'so they ask for a new one.',
    `Evergreen will not approve the CPAP: ${reason}`,
    `A denial was issued (E0601). "${reason}" We have not appealed, and nothing was sent again.`,
  ])('may say: %s', async (contentString) => {
    const edit = (script: readonly RecordedCall[]) =>
      script.map((step, at) =>
        at === 2 ? { ...step, body: { ...(step.body as JsonObject), payload: [{ contentString }] } } : step,
      )
    expect(failingLabels(await runTask(testbed, 2, recorded(edit)))).toEqual([])
  })
})

const counters = tasks.flatMap((task, index) =>
  (task.counters ?? []).map((counter) => ({ task: index, name: counter.name, counter })),
)

describe('the counterexamples', () => {
  it.each(someInCi(counters, 4))('task $task: $name', async ({ task, counter }) => {
    const completion = await runTask(testbed, task, async (run, wait) => {
      const session = await run.start()
      await makeCalls(session, callsOfCounter(task, counter), wait)
      return session.complete()
    })
    expect(failingLabels(completion)).toEqual(expect.arrayContaining([...counter.fails]))
    expect(completion.verdict).not.toBe('pass')
    expect(completion.score).toBeLessThanOrEqual(0.5)
  })

  it('are at least six for each task', () => {
    for (const { counters: recorded = [] } of tasks) expect(recorded.length).toBeGreaterThanOrEqual(6)
  })
})
