import fc from 'fast-check'
import { at, listAt } from '../exchange/exchange.js'
import type { AgentRun } from '../scenario/agent-run.js'
import type { Kit } from '../scenario/kit.js'
import { expectStatus, type FuzzProperty } from './fuzz-context.js'
import { judge } from './judge.js'

/** The expected state of a task run. Specification 3. */
interface Model {
  phase: 'created' | 'started' | 'completed'
  cancelled: boolean
  result: string | null
}

interface Real {
  readonly kit: Kit
  readonly run: AgentRun
}

type Command = fc.AsyncCommand<Model, Real>

function command(name: string, run: Command['run']): Command {
  return { check: () => true, run, toString: () => name }
}

const start = command('start', async (model, { run }) => {
  const answer = await run.start()
  if (model.cancelled && model.phase === 'created') return void expectStatus(answer, 409)
  // The specification does not define the response to a repeated start after the end.
  if (model.phase === 'completed' || model.cancelled) return void expectStatus(answer, 200, 409)
  expectStatus(answer, 200)
  model.phase = 'started'
})

const complete = command('complete', async (model, { run }) => {
  const answer = await run.complete()
  if (model.phase === 'completed') {
    expectStatus(answer, 200, 409)
    if (answer.status === 200 && answer.text !== model.result)
      throw new Error('A second completion gets a different response than the first')
    return
  }
  if (model.phase === 'created' || model.cancelled) return void expectStatus(answer, 409)
  expectStatus(answer, 200)
  model.phase = 'completed'
  model.result = answer.text
})

const cancel = command('cancel', async (model, { kit, run }) => {
  expectStatus(await kit.call('POST', `/task-runs/${run.taskRun()}/cancel`), 200, 202, 204)
  model.cancelled = true
})

const read = command('look', async (model, { kit, run }) => {
  const { body } = expectStatus(await kit.call('GET', `/task-runs/${run.taskRun()}`), 200)
  const seen = {
    phase: at(body, 'phase'),
    cancelled: at(body, 'status') === 'cancelled',
    judged: listAt(body, 'criterion_runs').length > 0,
    scored: at(body, 'score') !== null,
  }
  const judged = model.phase === 'completed'
  const expected = { phase: model.phase, cancelled: model.cancelled, judged, scored: judged }
  if (JSON.stringify(seen) !== JSON.stringify(expected))
    throw new Error(`The task run is ${JSON.stringify(seen)}, expected ${JSON.stringify(expected)}`)
  expectStatus(await run.read(), 200)
})

const touch = command('touch', async (model, { run }) => {
  const answer = await run.system('GET', 'files/inbox')
  if (model.phase !== 'started' || model.cancelled) expectStatus(answer, 404, 409)
})

/** Sequences of starts, completions, cancellations and reads follow the states of the specification. */
export const runPrograms: FuzzProperty = {
  name: 'A task run follows its states, for any order of calls',
  ids: ['states.start', 'states.complete', 'states.cancel', 'cancelling.keeps', 'completion.repeated'],
  needs: 'benchmark',
  async check({ kit, exchanges }, runs, seed) {
    const reference = await kit.reference()
    const commands = fc.commands(
      [start, complete, cancel, read, touch].map((action) => fc.constant(action)),
      { maxCommands: 12, size: '+1' },
    )
    return judge(
      fc.asyncProperty(commands, async (program) => {
        const run = await kit.createRun(reference)
        await fc.asyncModelRun(
          () => ({ model: { phase: 'created', cancelled: false, result: null } as Model, real: { kit, run } }),
          program,
        )
      }),
      Math.ceil(runs / 3),
      seed,
      exchanges,
    )
  },
}
