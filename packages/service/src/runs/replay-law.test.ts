import type { ScenarioStepInput } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { verify } from '@carebench/systems/verifier'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { versions } from '../documents/collections/authoring.js'
import { taskRuns } from '../documents/collections/running.js'
import { buildBase } from '../playground/base-cache.js'
import { createAppendKeys } from '../playground/log/append-entries.js'
import { Playground } from '../playground/playground.js'
import type { PlaygroundEvidence } from '../playground/playground-evidence.js'
import { replayLog } from '../playground/replay/replay.js'
import { agentCall, taskId } from '../testing/agent-call.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

const appendKey = createAppendKeys('one')

const scale = inject('scale')

const scenarioStep: fc.Arbitrary<ScenarioStepInput> = fc.oneof(
  fc.nat(7200).map((seconds) => ({ type: 'advance_clock' as const, seconds })),
  taskId.map((id) => ({
    type: 'upsert_fhir' as const,
    resource: { resourceType: 'Task', id, status: 'requested', intent: 'order' },
  })),
)

const program = fc.record({
  seed: fc.nat(),
  scenario: fc.array(scenarioStep, { maxLength: 3 }),
  steps: fc.array(fc.oneof(agentCall, fc.integer({ min: 1, max: 4_000 })), { maxLength: 12 }),
})

it('gives the same evidence and result, byte for byte, when a log is replayed', async () => {
  await fc.assert(
    fc.asyncProperty(program, async ({ seed, scenario, steps }) => {
      const under = await createServiceUnderTest()
      const criteria = smallBenchmark().tasks.flatMap((task) => task.criteria)
      const run = await under.createRun(
        await under.publish(
          smallBenchmark({ overrides: { seed }, tasks: [{ name: 'all', scenario: { steps: scenario }, criteria }] }),
        ),
      )
      const [taskRun] = run.task_runs
      const token = run.bearer_token
      await under.call(token, 'POST', taskRun?.start_url ?? '')
      let reached = 0
      for (const step of steps) {
        if (typeof step === 'number') under.clock.advance(step)
        else {
          const answer = await under.call(token, step.method, `${run.endpoints[step.group]}/${step.path}`, step.body)
          // Calls that the service itself rejects (with a number that a double cannot represent, say) reach no
          // simulated system.
          if (!answer.text.includes('"request_id"')) reached++
        }
      }
      const completed = await under.call(token, 'POST', taskRun?.complete_url ?? '')
      expect(completed.status).toBe(200)

      const stored = await under.store.get(taskRuns, taskRun?.id ?? '')
      const version = await under.store.get(versions, stored?.doc.version_id ?? '')
      if (stored === undefined || version === undefined) throw new Error('The run must be stored.')
      const entries = await under.store.log.read(stored.doc.playground_id)
      expect(entries.filter(({ action }) => action.kind === 'call')).toHaveLength(reached)
      const base = () => buildBase(version.doc, new Map(defaultSystems.map((simulator) => [simulator.type, simulator])))
      expect(replayLog(base(), stored.doc.seed, JSON.parse(JSON.stringify(entries)))).toBeNull()

      const options = { id: 'again', log: under.store.log, appendKey, now: () => 0, seed: stored.doc.seed }
      const again = () => new Playground({ ...options, base: base(), entries: JSON.parse(JSON.stringify(entries)) })
      const evidence = again().evidence()
      expect(writeText(again().evidence())).toBe(writeText(evidence))
      const [frozen] = version.doc.tasks
      const verified = verify({
        criteria: frozen?.criteria ?? [],
        evidence: { ...evidence.final, initial: evidence.initial, events: evidence.events },
      })
      const listed = await under.call(under.organizationKey, 'GET', `/task-runs/${taskRun?.id}`)
      const runs = listed.body.criterion_runs as { score: number; details: string; evidence: unknown }[]
      expect(
        JSON.stringify(verified.criterion_runs.map(({ score, details, evidence: seen }) => [score, details, seen])),
      ).toBe(JSON.stringify(runs.map(({ score, details, evidence: seen }) => [score, details, seen])))
      expect(verified.score).toBe(completed.body.score)
    }),
    { numRuns: 5 * scale },
  )
})

/** Returns the evidence as text, with its FHIR stores as resources. */
function writeText({ final, initial, events }: PlaygroundEvidence): string {
  const show = (state: PlaygroundEvidence['final']) => ({
    ...state,
    fhir: [...(state.fhir?.resources() ?? [])].map(({ resource }) => resource),
  })
  return JSON.stringify([show(final), show(initial), events])
}
