import type { JsonObject, JsonValue } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { readTrajectory } from './read-trajectory.js'

const step: JsonObject = { step_id: 1, source: 'agent', message: 'Done.' }
const agent = { name: 'another', version: '2.0' }

function document(members: JsonObject = {}): JsonObject {
  return { schema_version: 'ATIF-v1.4', session_id: 's', agent, steps: [step], ...members }
}

it.each([0, 1, 2, 3, 4, 5, 6])('reads version 1.%i as version 1.7', (minor) => {
  const version = `ATIF-v1.${minor}`
  expect(readTrajectory(document({ schema_version: version, extra: { job: 7 } }))).toEqual({
    kind: 'valid',
    trajectory: { ...document(), schema_version: 'ATIF-v1.7', extra: { job: 7, schema_version: version } },
  })
})

it('leaves a document in the current version as it is', () => {
  const current = document({ schema_version: 'ATIF-v1.7' })
  expect(readTrajectory(current)).toEqual({ kind: 'valid', trajectory: current })
})

it('keeps references to subagents by session alone', () => {
  const references = [{ session_id: 'a' }, { session_id: 'b', trajectory_path: 'b.json' }]
  const results = [{ content: 'x', subagent_trajectory_ref: references, extra: { own: 1 } }]
  const read = readTrajectory(document({ steps: [{ ...step, observation: { results } }] }))
  expect(read).toMatchObject({
    trajectory: {
      steps: [
        {
          observation: {
            results: [
              {
                extra: { own: 1, subagent_session_ids: ['a'] },
                subagent_trajectory_ref: [references[1] as JsonObject],
              },
            ],
          },
        },
      ],
    },
  })
  // In the current version, such a reference is a fault.
  const now = document({ schema_version: 'ATIF-v1.7', steps: [{ ...step, observation: { results } }] })
  expect(readTrajectory(now)).toMatchObject({
    kind: 'invalid',
    faults: [{ path: '/steps/0/observation/results/0/subagent_trajectory_ref/0' }],
  })
})

function nested(depth: number): JsonValue {
  return Array.from({ length: depth }).reduce<JsonValue>((inner) => [inner], [])
}

it.each<[string, JsonValue, string]>([
  ['a later version', document({ schema_version: 'ATIF-v1.8' }), '/schema_version'],
  ['no version', document({ schema_version: null }), '/schema_version'],
  ['no object', 'ATIF-v1.4', ''],
  ['metadata that is not an object', document({ extra: 'x' }), '/extra'],
  ['invalid steps', document({ steps: 'x' }), '/steps'],
  ['invalid results', document({ steps: [{ ...step, observation: { results: 1 } }] }), '/steps/0/observation/results'],
  ['a document nested deeply', document({ extra: { deep: nested(3000) } }), ''],
])('refuses %s', (_, value, path) => {
  expect(readTrajectory(value)).toMatchObject({ kind: 'invalid', faults: [{ path }] })
})
