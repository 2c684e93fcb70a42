import { readFileSync } from 'node:fs'
import { createManualClock, createSeededRandom, validatorFor } from '@carebench/protocol'
import {
  callInMemory,
  createIdSource,
  createMemoryStore,
  createService,
  defaultSystems,
  publishBenchmark,
} from '@carebench/service'
import { describe, expect, it } from 'vitest'
import { importTasks } from './import-tasks.js'
import { readSourceTasks, type SourceTask } from './source-task.js'

const invented = readSourceTasks(readFileSync(new URL('invented-tasks.json', import.meta.url), 'utf8'))

const now = "It's 2025-04-08T09:20:00+00:00 now."

/** Imports the tasks and publishes them on a new service in memory, which audits them. */
async function publish(tasks: readonly SourceTask[]) {
  const clock = createManualClock(Date.parse('2025-04-08T09:20:00Z'))
  const random = createSeededRandom(1)
  const secret = new Uint8Array(32).fill(7)
  const service = createService({
    store: createMemoryStore(),
    clock,
    random,
    ids: createIdSource(clock, random),
    systems: defaultSystems,
    secret,
    cursorKeys: [{ id: '1', secret }],
  })
  const { organizationKey } = await service.provisionOrganization('Importer')
  const { benchmark } = importTasks(tasks)
  if (benchmark === null) throw new Error('Expected a benchmark.')
  return publishBenchmark(callInMemory(service, organizationKey), benchmark)
}

describe('importTasks', () => {
  it('imports lookups, measurements and referrals into a benchmark whose audit finds nothing', async () => {
    const { benchmark, skipped } = importTasks(invented)
    expect(skipped).toEqual([])
    expect(validatorFor('benchmarkDefinition')(benchmark)).toBeNull()
    expect(benchmark?.tasks.map(({ name, tags }) => [name, tags])).toEqual([
      ['lookup_1', ['patient-lookup']],
      ['vitals_1', ['record-vital-sign']],
      ['referral_1', ['referral']],
    ])
    const { audit } = await publish(invented)
    expect(audit.tasks.flatMap((task) => task.findings)).toEqual([])
    for (const task of audit.tasks) {
      expect(task).toMatchObject({ null_floor: 0, spam_floor: 0, solutions: [{ score: 1, verdict: 'pass' }] })
    }
  })

  it('imports a lookup of a patient who does not exist, with an empty chart', () => {
    const [lookup] = invented
    if (lookup === undefined) throw new Error('Expected a lookup.')
    const { eval_MRN: _, ...rest } = lookup
    const { benchmark } = importTasks([{ ...rest, sol: ['Patient not found'] }])
    expect(benchmark?.environment.datasets[0]?.config).toMatchObject({ bundle: { entry: [] } })
    expect(benchmark?.tasks[0]?.solutions?.[0]?.output).toEqual(['Patient not found'])
  })

  it.each([
    ["What's the age of the patient with MRN of X1?", /date of birth/],
    ['What is the most recent CBG of the patient X1?', /a value that only the record has/],
    ['What is the average CBG of the patient X1 over the last 24 hours?', /a mean/],
    [
      "Check patient X1's most recent potassium level. If low, then order replacement potassium.",
      /what is to be ordered/,
    ],
    [
      'What’s the last HbA1C value for patient X1? If it is greater than 1 year old, order a new test.',
      /answer and order/,
    ],
    ['Water the plants.', /no importer knows/],
    ['Order cardiology referral for patient X1.', /no importer knows/],
    ['', /no importer knows/],
  ])('leaves %j out with a reason', (instruction, reason) => {
    const { benchmark, skipped } = importTasks([{ id: 'one', instruction, context: now }])
    expect(benchmark).toBeNull()
    expect(skipped).toEqual([{ id: 'one', reason: expect.stringMatching(reason) }])
  })

  it('leaves out a lookup without an answer in the file, and a measurement without a time', () => {
    const [lookup, vitals] = invented
    if (lookup === undefined || vitals === undefined) throw new Error('Expected two tasks.')
    const { sol: _, ...unanswered } = lookup
    expect(importTasks([unanswered, { ...vitals, context: '' }]).skipped.map(({ id }) => id)).toEqual([
      'lookup_1',
      'vitals_1',
    ])
  })
})

describe('readSourceTasks', () => {
  it.each([
    ['no JSON', /Expected JSON/],
    ['{"id": "a"}', /Expected an array of tasks/],
    ['[3]', /Expected entry 1 to be an object/],
    ['[{"id": 3}]', /"id" of entry 1 to be a string, found 3/],
    ['[{"id": "a"}]', /"instruction" of a/],
    ['[{"id": "a", "instruction": "x", "sol": "y"}]', /"sol" of a to be an array, found "y"/],
    ['[{"id": "a", "instruction": "x", "sol": [1]}]', /"sol" of a to be a string, found 1/],
    ['[{"id": "a", "instruction": "x", "eval_MRN": null}]', /"eval_MRN" of a to be a string, found null/],
  ])('says what is wrong with %s', (text, message) => {
    expect(() => readSourceTasks(text)).toThrow(message)
  })
})
