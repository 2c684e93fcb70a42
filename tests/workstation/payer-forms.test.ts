import { isJsonObject } from '@carebench/protocol'
import { beforeAll, expect, it } from 'vitest'
import { listAt } from '../contract/contract-testbed.js'
import type { StartedPayer } from '../portal/open-portal.js'
import { clickPayer } from './click-payer.js'
import type { Clicker } from './clicker.js'

// The forms of a payer, and what the payer receives from them.

let payer: StartedPayer
let clicker: Clicker
beforeAll(async () => {
  ;({ payer, clicker } = await clickPayer())
})

const path = () => `/v1/benchmark-runs/${payer.runId}/portal/prior-auths`
const request = {
  patient_member_id: 'MBR-1001',
  patient_dob: '1961-04-30',
  procedure_code: '72148',
  units: 3,
  diagnosis_codes: ['M54.16'],
  provider_npi: '1234567893',
  service_date: '2026-02-14',
  urgency: 'expedited',
}

it('shows the fields of a long form in sections, and the filters of a list above it', async () => {
  await clicker.follow('Payer')
  const search = clicker.page.elements.find(({ attributes }) => attributes.role === 'search')
  expect(search?.descendants.flatMap(({ attributes: { name } }) => name ?? [])).toContain('status')
  expect(clicker.page.elements.some(({ tag }) => tag === 'details')).toBe(false)
  await clicker.follow('New request')
  const sections = clicker.page.elements.filter(({ attributes }) => attributes.class === 'section')
  const named = sections.map(({ descendants }) => descendants.find(({ tag }) => tag === 'legend')?.text)
  expect(named.slice(0, 3)).toEqual(['Patient', 'Service', 'Provider'])
})

it('sends the value that the schema prescribes for fields that a correction empties', async () => {
  const sent = await payer.call(payer.runToken, 'POST', path(), request)
  const number = isJsonObject(sent) ? String(sent.auth_number) : ''
  await clicker.follow('Payer')
  const row = clicker.page.elements.find(({ tag, text }) => tag === 'tr' && text.includes(number))
  const status = row?.descendants.find(({ attributes }) => attributes.class?.startsWith('status') === true)
  expect([status?.text, status?.attributes.class]).toEqual(['More information needed', 'status ask'])
  await clicker.follow(number)
  await clicker.follow('Correct or resubmit')
  await clicker.press('Correct or resubmit', { '/units': '', '/urgency': '' })
  expect(clicker.page.text).toContain('The request has been resubmitted.')
  const rows = listAt(await payer.call(payer.runToken, 'GET', path()), 'data')
  expect(rows.find((one) => isJsonObject(one) && one.auth_number === number)).toMatchObject({
    units: 1,
    urgency: 'standard',
  })
})

it('marks the optional fields of a search, and gives no hint that repeats its label', async () => {
  await clicker.follow('Payer')
  const hints = () => clicker.page.elements.filter(({ attributes }) => attributes.class === 'hint')
  expect(hints().map(({ text }) => text)).toEqual(['Part of the name.'])
  await clicker.follow('Requirements')
  await clicker.press('Show', {})
  expect(clicker.page.text).toContain('Enter at least one of these: Procedure code.')
  const labels = clicker.page.elements.filter(({ tag }) => tag === 'label').map(({ text }) => text.trim())
  expect(labels.filter((label) => !label.endsWith(' (optional)'))).toEqual(['Procedure code'])
  expect(labels).toHaveLength(6)
})

it('finds requirements by codes with spaces around them and in lower case', async () => {
  await clicker.follow('Payer')
  await clicker.follow('Requirements')
  await clicker.press('Show', { procedure_code: ' e0601 ', diagnosis_code: 'm54.5 , E11.9' })
  expect([clicker.page.status, clicker.page.text]).toEqual([200, expect.stringMatching(/authorization/i)])
})
