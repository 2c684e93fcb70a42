import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchmarkDefinition } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { at, create, createContractTestbed, listAt, textAt } from '../contract/contract-testbed.js'
import { workspaceRoot } from '../workspace-sources.js'

const page = ['voice', 'personas']
  .map((name) => readFileSync(join(workspaceRoot, `docs/systems/${name}.md`), 'utf8'))
  .join('\n')
type Simulator = BenchmarkDefinition['environment']['simulators'][number]

/** The configurations of the two pages that a conversation follows. */
const examples = [...page.matchAll(/```json\n((?:(?!```)[\s\S])*)```(?:(?!```)[\s\S])*```text\n([\s\S]*?)```/g)].map(
  ([, configuration = '', conversation = '']) => {
    const config: NonNullable<Simulator['config']> = JSON.parse(configuration)
    const [, number = '+15550100142'] = /^\(calls (.*)\)$/m.exec(conversation) ?? []
    return { config, number, lines: conversation.trimEnd().split('\n') }
  },
)

it('has its examples', () =>
  expect(examples.map(({ number }) => number)).toEqual(['+15550100142', '+15550100160', '+15550100161']))

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
    const ids = [await create(call, base, { to: number })]
    for (const line of lines) {
      const path = `${base}/${ids.at(-1)}`
      const [, seconds] = /^\((\d+) seconds\)$/.exec(line) ?? []
      if (seconds !== undefined) clock.advance(Number(seconds) * 1000)
      if (line === '(hangs up)') await call('POST', `${path}/hangup`)
      if (line === '(answers)') {
        const { body: ringing } = await call('GET', `${base}?status=ringing`)
        ids.push(textAt(ringing, 'data', 0, 'id'))
        expect((await call('POST', `${base}/${ids.at(-1)}/answer`)).status).toBe(200)
      }
      const [, said] = /^agent: (.*)$/.exec(line) ?? []
      if (said === undefined) continue
      const [, keys] = /^\[(.*)\]$/.exec(said) ?? []
      const { status } = await call('POST', `${path}/turns`, keys === undefined ? { text: said } : { dtmf: keys })
      expect(status).toBe(200)
    }
    const heard: string[] = []
    for (const id of ids) {
      const { body } = await call('GET', `${base}/${id}`)
      for (const turn of listAt(body, 'turns')) {
        const text = textAt(turn, 'text')
        heard.push(`${textAt(turn, 'speaker')}: ${at(turn, 'dtmf') === true ? `[${text}]` : text}`)
      }
    }
    expect(heard).toEqual(lines.filter((line) => !line.startsWith('(')))
    expect(heard.length).toBeGreaterThan(4)
  },
)

const patients = [
  ...readFileSync(join(workspaceRoot, 'docs/systems/patient.md'), 'utf8').matchAll(/```json.*\n([\s\S]*?)```/g),
].map(([, configuration = '']) => ({ config: JSON.parse(configuration) as NonNullable<Simulator['config']> }))

it('the configurations of the patient are accepted as shown on the page', async () => {
  expect(patients).toHaveLength(2)
  for (const { config } of patients) {
    const { call } = await createContractTestbed()
    const environment = await create(call, '/environments', { name: 'People' })
    const simulator = await create(call, '/simulators', { type: 'Patient', name: 'People', config })
    await call('POST', `/environments/${environment}/simulators/${simulator}`)
    await create(call, '/playgrounds', { environment_id: environment })
  }
})
