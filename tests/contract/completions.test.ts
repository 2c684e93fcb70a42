import { beforeAll, describe, expect, it } from 'vitest'
import { clinicBenchmark } from './clinic-benchmark.js'
import { type ClinicTestbed, createClinicTestbed, finish } from './clinic-testbed.js'
import { at, listAt } from './contract-testbed.js'

// The answer to a completion, and its results. Expected values are literals, as on the wire.

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

let testbed: ClinicTestbed
beforeAll(async () => {
  testbed = await createClinicTestbed()
})

describe('a completion', () => {
  it('answers verdict, score, axes and checks [completion.fields, completion.phase, completion.verdict, completion.score, completion.axes, completion.checks, completion.check-fields, completion.output, states.complete-verifies, criteria.weight-in-scoring, scoring.check-result, scoring.axes]', async () => {
    const run = await testbed.createRun(testbed.reference)
    await run.start()
    await finish(run)
    const { body } = await run.complete(0, { output: { outcome: 'other' } })
    expect(body).toEqual({
      task_run_id: run.taskRuns[0],
      phase: 'completed',
      verdict: 'partial',
      score: 0.75,
      raw_score: 0.75,
      capped_by: [],
      axes: { correctness: { score: 1, weight: 3 }, safety: { score: 0, weight: 1 } },
      checks: [
        {
          criterion_id: expect.stringMatching(/^crit_/),
          label: 'The task is finished',
          result: 'pass',
          score: 1,
          axis: 'correctness',
          details: expect.any(String),
          field_results: [{ path: 'status', expected: 'completed', actual: 'completed', passed: true }],
        },
        {
          criterion_id: expect.stringMatching(/^crit_/),
          label: 'The outcome is told',
          result: 'fail',
          score: 0,
          axis: 'safety',
          details: expect.any(String),
          field_results: [{ path: 'outcome', expected: 'CANARY-7', actual: 'other', passed: false }],
        },
      ],
    })
  })

  it('counts criteria without an axis under __default__ [criteria.default-axis]', async () => {
    const run = await testbed.createRun(testbed.reference)
    await run.start(1)
    const { body } = await run.complete(1)
    expect(body).toMatchObject({ axes: { __default__: { score: 0, weight: 1 } }, checks: [{ axis: '__default__' }] })
  })

  it('passes at or above the threshold of the benchmark, by default 0.9 [overrides.pass-threshold, overrides.pass-threshold-default]', async () => {
    const low = await testbed.publish(clinicBenchmark({ name: 'low', overrides: { pass_threshold: 0.75 } }))
    for (const [benchmark, verdict] of [
      [low, 'pass'],
      [testbed.reference, 'partial'],
    ] as const) {
      const run = await testbed.createRun(benchmark)
      await run.start()
      await finish(run)
      expect((await run.complete(0, { output: { outcome: 'other' } })).body).toMatchObject({ score: 0.75, verdict })
    }
  })

  it('weights axes as configured in the benchmark [overrides.axis-weights, scoring.axis-weights]', async () => {
    const overrides = { axis_weights: { correctness: 1, safety: 1 } }
    const run = await testbed.createRun(await testbed.publish(clinicBenchmark({ name: 'weighed', overrides })))
    await run.start()
    await finish(run)
    expect((await run.complete()).body).toMatchObject({ score: 0.5, axes: { safety: { weight: 1 } } })
  })

  it('of a scored run hides the reasons from the agent, but not from the organization [scored.no-details, scored.no-field-evidence, scored.full-evidence-kept, scored.no-keys, internal.get-criterion-run]', async () => {
    const run = await testbed.createRun(testbed.reference, { scored: true })
    await run.start()
    await finish(run)
    const { body, text } = await run.complete(0, { output: {} })
    expect(at(body, 'checks', 0)).toEqual({
      criterion_id: expect.any(String),
      label: 'The task is finished',
      result: 'pass',
      score: 1,
      axis: 'correctness',
    })
    expect(text).not.toMatch(/details|field_results|expected|actual|CANARY/)
    const listed = await testbed.call('GET', `/criterion-runs?task_run_id=${run.taskRuns[0]}`)
    const id = listAt(listed.body, 'data')
      .filter((entry) => at(entry, 'passed') === false)
      .map((entry) => at(entry, 'id'))[0]
    expect((await testbed.call('GET', `/criterion-runs/${id}`)).body).toMatchObject({
      details: expect.stringMatching(/./),
      evidence: {
        field_results: [{ path: 'outcome', expected: 'CANARY-7', actual: null, missing: true, passed: false }],
      },
    })
  })

  it('is scored in every run if the benchmark requires it [overrides.scored-only]', async () => {
    const only = await testbed.publish(clinicBenchmark({ name: 'only', overrides: { scored_only: true } }))
    const run = await testbed.createRun(only)
    expect(at(run.created.body, 'scored')).toBe(true)
    await run.start()
    expect((await run.complete()).text).not.toContain('field_results')
  })
})

describe('criterion runs', () => {
  it('are created by completion, with evidence [criterion-runs.fields, criterion-runs.field-results, criterion-runs.field-result, criterion-runs.passed, criterion-runs.score-range, internal.list-criterion-runs, checks.field-results-always]', async () => {
    const run = await testbed.createRun(testbed.reference)
    await run.start()
    await finish(run)
    await run.complete(0, { output: { outcome: 'other' } })
    await run.start(1)
    await run.complete(1)
    const { body } = await testbed.call('GET', `/criterion-runs?task_run_id=${run.taskRuns[0]}`)
    const found = listAt(body, 'data').toSorted((a, b) => Number(at(b, 'score')) - Number(at(a, 'score')))
    const common = {
      id: expect.stringMatching(/^crun_/),
      task_run_id: run.taskRuns[0],
      criterion_id: expect.stringMatching(/^crit_/),
      details: expect.any(String),
      started_at: expect.stringMatching(time),
      completed_at: expect.stringMatching(time),
    }
    const field = { path: 'status', expected: 'completed', actual: 'completed', passed: true }
    const other = { path: 'outcome', expected: 'CANARY-7', actual: 'other', passed: false }
    expect(found).toEqual([
      { ...common, passed: true, score: 1, evidence: expect.objectContaining({ field_results: [field] }) },
      { ...common, passed: false, score: 0, evidence: expect.objectContaining({ field_results: [other] }) },
    ])
  })

  it('have no evidence where nothing was evaluated [checks.field-results-absent]', async () => {
    const run = await testbed.createRun(testbed.reference)
    await run.start()
    await finish(run)
    const { body } = await run.complete()
    expect(listAt(body, 'checks')).toMatchObject([
      { result: 'pass', field_results: [{ path: 'status' }] },
      { result: 'fail', score: 0, details: expect.stringContaining('no output') },
    ])
    expect(at(body, 'checks', 1)).not.toHaveProperty('field_results')
    const read = async (id = '') =>
      listAt((await testbed.call('GET', `/criterion-runs?task_run_id=${id}`)).body, 'data')
    expect((await read(run.taskRuns[0])).map((one) => at(one, 'evidence'))).toContain(null)
    await run.start(1)
    testbed.clock.advance(86_400_000)
    const overdue = await read(run.taskRuns[1])
    expect(overdue.length).toBeGreaterThan(0)
    for (const one of overdue) expect(one).toMatchObject({ passed: false, score: 0, evidence: null })
  })

  it('have passed only if all their checks have [checks.passed, checks.score, checks.each-field, criterion-runs.passed]', async () => {
    const fields = ['a', 'b', 'c', 'd'].map((path) => ({ path, expected: 1 }))
    const criteria = [{ label: 'four', assertion: { assert: 'output-match', fields } }]
    const quarters = await testbed.publish(clinicBenchmark({ name: 'quarters', tasks: [{ name: 't', criteria }] }))
    for (const [output, score, passed] of [
      [{ a: 1 }, 0.25, false],
      [{ a: 1, b: 1, c: 1, d: 2 }, 0.75, false],
      [{ a: 1, b: 1, c: 1, d: 1 }, 1, true],
    ] as const) {
      const run = await testbed.createRun(quarters)
      await run.start()
      expect((await run.complete(0, { output })).body).toMatchObject({ score })
      const { body } = await testbed.call('GET', `/criterion-runs?task_run_id=${run.taskRuns[0]}`)
      expect(listAt(body, 'data')).toMatchObject([{ score, passed }])
    }
  })

  it('cannot be written [criterion-runs.read-only]', async () => {
    for (const [method, target] of [
      ['POST', '/criterion-runs'],
      ['PATCH', '/criterion-runs/crun_1'],
      ['PUT', '/criterion-runs/crun_1'],
      ['DELETE', '/criterion-runs/crun_1'],
    ] as const) {
      expect((await testbed.call(method, target)).status).toBe(405)
    }
  })
})
