import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { at, create, createContractTestbed, listAt, textAt } from '../contract/contract-testbed.js'
import { workspaceRoot } from '../workspace-sources.js'

function readPage(name: string) {
  return readFileSync(join(workspaceRoot, 'docs/systems', name), 'utf8')
}

/** Returns the values of a page's JSON blocks, in order. */
function readBlocks(page: string): readonly JsonObject[] {
  return [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text))
}

async function openSystem(type: string, config: JsonObject | undefined, group: string) {
  const { call } = await createContractTestbed()
  const environment = await create(call, '/environments', { name: type })
  const id = await create(call, '/simulators', { type, name: type, config })
  await call('POST', `/environments/${environment}/simulators/${id}`)
  const playground = await create(call, '/playgrounds', { environment_id: environment })
  const { body } = await call('GET', `/sandboxes?playground_id=${playground}`)
  const sandbox = textAt(listAt(body, 'data')[0], 'id')
  return (path: string, json: JsonObject) => call('POST', `/sandboxes/${sandbox}/${group}/${path}`, json)
}

it('the clearinghouse accepts the bodies of its page', async () => {
  const page = readPage('x12.md')
  const [config] = readBlocks(page)
  const [, eligibility = ''] = /The body is `(\{"patient_id".*?\})` or a 270/.exec(page) ?? []
  const claim = readBlocks(page).find((block) => 'lines' in block) ?? {}
  const exchange = await openSystem('X12', config, 'clearinghouse')
  const active = await exchange('eligibility', JSON.parse(eligibility))
  expect([active.status, at(active.body, 'status')]).toEqual([200, 'active'])
  const accepted = await exchange('claims', claim)
  expect([accepted.status, at(listAt(accepted.body, 'claims')[0], 'accepted')]).toEqual([201, true])
  const status = await exchange('claim-status', { patient_account: claim.patient_account ?? null })
  expect(at(status.body, 'status')).toBe('pending')
})

it('the payer responds to the request of its page as shown', async () => {
  const [config] = readBlocks(readPage('payer.md'))
  const blocks = readBlocks(readPage('payer-portal.md'))
  const request = blocks.find((block) => 'attachments' in block && !('auth_number' in block)) ?? {}
  const shown = blocks.find((block) => 'auth_number' in block) ?? {}
  const submit = await openSystem('Payer', config, 'portal')
  const { status, body } = await submit('prior-auths', request)
  expect(status).toBe(201)
  const times = Object.fromEntries(
    ['auth_number', 'determined_at', 'submitted_at', 'updated_at', 'history'].map((name) => [name, expect.anything()]),
  )
  expect(body).toMatchObject({ ...shown, ...times })
})
