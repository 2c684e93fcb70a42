import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchmarkDefinition } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { at, create, createContractTestbed, listAt, textAt } from '../contract/contract-testbed.js'
import { workspaceRoot } from '../workspace-sources.js'

const page = readFileSync(join(workspaceRoot, 'docs/systems/voice.md'), 'utf8')
type Simulator = BenchmarkDefinition['environment']['simulators'][number]

/** The configurations of the page that a conversation follows. */
const examples = [...page.matchAll(/```json\n((?:(?!```)[\s\S])*)```(?:(?!```)[\s\S])*```text\n([\s\S]*?)```/g)].map(
  ([, configuration = '', conversation = '']) => {
    const config: NonNullable<Simulator['config']> = JSON.parse(configuration)
    const [, number = '+15550100142'] = /^\(calls (.*)\)$/m.exec(conversation) ?? []
    return { config, number, lines: conversation.trimEnd().split('\n') }
  },
)

it('has its examples', () => expect(examples.map(({ number }) => number)).toEqual(['+15550100142', '+15550100160']))

it.each(examples)(
  'the example with $number works as shown on the page, at noon in Chicago',
  async ({ config, number, lines }) => {
    // The clock of the testbed starts on Monday, 2 March 2026, at 18:00 UTC.
    const { call, clock } = await createContractTestbed()
    const environment = await create(call, '/environments', { name: 'Telephone' })
    const simulator = await create(call, '/simulators', { type: 'Voice', name: 'Telephone', config })
    await call('POST', `/environments/${environment}/simulators/${simulator}`)
    const playground = await create(call, '/playgrounds', { environment_id: environment })
    const { body: sandboxes } = await call('GET', `/sandboxes?playground_id=${playground}`)
    const base = `/sandboxes/${textAt(sandboxes, 'data', 0, 'id')}/voice/calls`
    const id = await create(call, base, { to: number })
    for (const line of lines) {
      const [, seconds] = /^\((\d+) seconds\)$/.exec(line) ?? []
      if (seconds !== undefined) clock.advance(Number(seconds) * 1000)
      const [, said] = /^agent: (.*)$/.exec(line) ?? []
      if (said === undefined) continue
      const [, keys] = /^\[(.*)\]$/.exec(said) ?? []
      const { status } = await call('POST', `${base}/${id}/turns`, keys === undefined ? { text: said } : { dtmf: keys })
      expect(status).toBe(200)
    }
    const { body } = await call('GET', `${base}/${id}`)
    const heard = listAt(body, 'turns').map((turn) => {
      const text = textAt(turn, 'text')
      return `${textAt(turn, 'speaker')}: ${at(turn, 'dtmf') === true ? `[${text}]` : text}`
    })
    expect(heard).toEqual(lines.filter((line) => !line.startsWith('(')))
    expect(heard.length).toBeGreaterThan(10)
  },
)
