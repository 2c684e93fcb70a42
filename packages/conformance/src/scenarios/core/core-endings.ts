import { at, listAt } from '../../exchange/exchange.js'
import {
  absent,
  boolean,
  each,
  either,
  filled,
  fraction,
  object,
  orNull,
  Rule,
  same,
} from '../../expectation/pattern.js'
import { memberNames } from '../../scenario/member-names.js'
import { scenario } from '../../scenario/scenario.js'
import { must, UnmetPreconditionError } from '../../scenario/unmet.js'

const status = either('active', 'completed', 'cancelled', 'failed', 'timed_out')

export const scoredRun = scenario({
  name: 'A scored run keeps its reasons',
  ids: [
    'create-run.scored',
    'scored.no-details',
    'scored.no-field-evidence',
    'scored.full-evidence-kept',
    'scored.no-keys',
  ],
  needs: ['organization-key', 'solver-key', 'benchmark'],
  async run(k) {
    const run = await k.createRun(await k.reference(), { scored: true })
    k.answer('create-run.scored', run.created, { status: either(200, 201) })
    const wrong = await k.as(k.solverKey)('POST', '/v1/benchmark-runs', {
      benchmark: await k.reference(),
      scored: 'true',
    })
    k.answer('create-run.scored', wrong, {
      status: new Rule('a status from 400 to 499', (value) => Number(value) >= 400 && Number(value) < 500),
    })
    must(await run.start(), 200)
    const completed = await run.complete()
    k.answer('scored.no-details', completed, { status: 200, body: { checks: each({ details: absent }, 1) } })
    k.answer('scored.no-field-evidence', completed, {
      status: 200,
      body: { checks: each({ field_results: absent, evidence: absent, assertion_results: absent }, 1) },
    })
    const keys = new Set(memberNames(completed.body))
    k.value(
      'scored.no-keys',
      ['details', 'field_results', 'expected', 'actual'].filter(
        (key) => keys.has(key) || completed.text.includes(`"${key}":`),
      ),
      [],
      completed,
    )
    const runs = must(await k.call('GET', `/criterion-runs?task_run_id=${run.taskRun()}`), 200)
    const ids = listAt(runs.body, 'data').map((item) => at(item, 'id'))
    if (ids.length === 0) throw new UnmetPreconditionError('The task run has no criterion runs.', runs.exchange.number)
    let withEvidence = 0
    for (const id of ids) {
      const whole = await k.call('GET', `/criterion-runs/${id}`)
      k.answer('scored.full-evidence-kept', whole, { status: 200, body: { evidence: orNull(object), details: filled } })
      if (listAt(whole.body, 'evidence', 'field_results').length > 0) withEvidence++
    }
    const open = await k.createRun(await k.reference())
    must(await open.start(), 200)
    const shown = must(await open.complete(), 200)
    const expected = listAt(shown.body, 'checks').filter((check) => listAt(check, 'field_results').length > 0).length
    k.value(
      'scored.full-evidence-kept',
      { 'criterion runs with field results': withEvidence },
      { 'criterion runs with field results': expected },
      shown,
    )
  },
})

export const cancelledRuns = scenario({
  name: 'Completion and cancellation by the organization',
  ids: [
    'internal.complete-task-run',
    'states.complete-internal',
    'internal.cancel-task-run',
    'states.cancel',
    'task-runs.status-values',
    'cancelling.any-state',
    'cancelling.keeps',
    'runs.complete-answer',
    'runs.cancel-answer',
  ],
  needs: ['organization-key', 'solver-key', 'benchmark'],
  async run(k) {
    const reference = await k.reference()
    const read = (id: string) => k.call('GET', `/task-runs/${id}`)
    await k.part(async () => {
      const run = await k.createRun(reference)
      must(await run.start(), 200)
      const completed = await k.call('POST', `/task-runs/${run.taskRun()}/complete`)
      k.answer('internal.complete-task-run', completed, { status: either(200, 202, 204) })
      k.answer('runs.complete-answer', completed, {
        status: 200,
        body: { id: run.taskRun(), phase: 'completed', criterion_runs: each({ passed: boolean }, 1) },
      })
      const after = await read(run.taskRun())
      k.answer('states.complete-internal', after, {
        body: {
          phase: 'completed',
          verdict: either('pass', 'partial', 'fail'),
          score: fraction,
          criterion_runs: each({ passed: boolean }, 1),
        },
      })
      const cancelled = await k.call('POST', `/task-runs/${run.taskRun()}/cancel`)
      k.answer('states.cancel', cancelled, { status: either(200, 202, 204) })
      k.answer('cancelling.any-state', cancelled, 200)
      const kept = await read(run.taskRun())
      k.answer('states.cancel', kept, { body: { status: 'cancelled' } })
      const result = {
        phase: at(after.body, 'phase'),
        verdict: at(after.body, 'verdict'),
        score: at(after.body, 'score'),
        criterion_runs: at(after.body, 'criterion_runs'),
      }
      k.value(
        'cancelling.keeps',
        kept.body,
        {
          phase: 'completed',
          verdict: result.verdict as string,
          score: result.score as number,
          criterion_runs: same(result.criterion_runs),
        },
        after,
        kept,
      )
    })
    for (const begin of [false, true]) {
      const run = await k.createRun(reference)
      if (begin) must(await run.start(), 200)
      for (let round = 0; round < 2; round++) {
        const cancelled = await k.call('POST', `/task-runs/${run.taskRun()}/cancel`)
        if (round === 0) k.answer('internal.cancel-task-run', cancelled, { status: either(200, 202, 204) })
        k.answer('cancelling.any-state', cancelled, 200)
        k.answer('runs.cancel-answer', cancelled, { body: { id: run.taskRun(), status: 'cancelled' } })
      }
      const after = await read(run.taskRun())
      k.answer('states.cancel', after, { body: { status: 'cancelled' } })
      k.answer('task-runs.status-values', after, { body: { status } })
      k.answer('cancelling.keeps', after, {
        body: { phase: begin ? 'started' : 'created', verdict: null, score: null },
      })
    }
  },
})
