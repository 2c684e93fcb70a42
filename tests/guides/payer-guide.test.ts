import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { at, create, createContractTestbed, listAt, textAt } from '../contract/contract-testbed.js'
import { workspaceRoot } from '../workspace-sources.js'

const page = readFileSync(join(workspaceRoot, 'docs/systems/payer.md'), 'utf8')
const [, simulators = ''] = /```json simulators\n([\s\S]*?)```/.exec(page) ?? []
const [, calls = ''] = /```text calls\n([\s\S]*?)```/.exec(page) ?? []

it('the payers of the page decide as shown on it', async () => {
  const { call } = await createContractTestbed()
  const environment = await create(call, '/environments', { name: 'Payers' })
  for (const { key, ...simulator } of JSON.parse(simulators) as { readonly key?: string }[]) {
    const id = await create(call, '/simulators', simulator)
    await call('POST', `/environments/${environment}/simulators/${id}`, key === undefined ? undefined : { key })
  }
  const playground = await create(call, '/playgrounds', { environment_id: environment })
  const { body: sandboxes } = await call('GET', `/sandboxes?playground_id=${playground}`)
  const clearinghouse = listAt(sandboxes, 'data').find((sandbox) => at(sandbox, 'type') === 'X12')
  const shown = calls.trimEnd().split('\n')
  const first: string[] = []
  for (let line = 0; line < shown.length; line += 2) {
    const [, path = '', body = ''] = /^POST (\S+) (.*)$/.exec(shown[line] ?? '') ?? []
    const { body: answer } = await call('POST', `/sandboxes/${textAt(clearinghouse, 'id')}/${path}`, JSON.parse(body))
    const error = listAt(answer, 'errors')[0]
    const parts =
      error === undefined
        ? [at(answer, 'status'), at(answer, 'action'), at(answer, 'reason')]
        : [at(answer, 'status'), at(error, 'code'), at(error, 'message')]
    const said = parts.filter((part) => part !== null && part !== undefined).join(' ')
    first.push(String(at(answer, 'auth_number')))
    expect(said.replace(first[0] ?? '', '{number of the first}')).toBe(shown[line + 1])
  }
  expect(shown.length).toBe(12)
})
