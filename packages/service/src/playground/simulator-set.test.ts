import type { RunningSimulator } from '@carebench/systems'
import { describe, expect, it } from 'vitest'
import { SimulatorSet } from './simulator-set.js'

/** Returns a running simulator with these parts, which leaves these members in the evidence. */
function leaving(parts: readonly string[], members: readonly string[], type = 'Pharmacy'): RunningSimulator {
  return {
    simulator: {
      type,
      group: null,
      calls: [],
      dataset: null,
      records: parts.map((name) => ({ name })),
      headers: [],
      scenarioSteps: [],
      configSchema: {},
      seed: () => leaving(parts, members, type),
      noise: function* () {},
    },
    fork: () => leaving(parts, members, type),
    handle: () => ({ response: { status: 200, headers: {}, body: null }, effects: [], events: [] }),
    due: () => ({ effects: [], events: [] }),
    inject: () => ({ effects: [], events: [] }),
    apply() {},
    evidence: () => Object.fromEntries(members.map((name) => [name, [{ name }]])),
  }
}

describe('the evidence of some simulators', () => {
  it('has the parts of the first of each type as members, and those of the others by key', () => {
    const set = new SimulatorSet([
      { running: leaving(['refills', 'orders'], ['refills']) },
      { running: leaving(['refills'], ['refills']), key: 'west' },
      { running: leaving(['visits'], ['visits'], 'Clinic') },
    ])
    expect(set.evidence()).toEqual({
      refills: [{ name: 'refills' }],
      visits: [{ name: 'visits' }],
      systems: { west: { refills: [{ name: 'refills' }] } },
    })
  })

  it.each([undefined, 'west'])('has no member that a simulator does not declare, with the key %s', (key) => {
    const set = new SimulatorSet([{ running: leaving(['refills', 'orders'], ['refills', 'refils']), key }])
    expect(() => set.evidence()).toThrow(
      'Expected the evidence of Pharmacy to consist of its parts ("refills", "orders"), got the member "refils".',
    )
  })
})
