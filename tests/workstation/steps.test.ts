import { beforeAll, describe, expect, it } from 'vitest'
import { listAt } from '../contract/contract-testbed.js'
import type { StartedPayer } from '../portal/open-portal.js'
import { clickPayer } from './click-payer.js'
import type { Clicker } from './clicker.js'

// A long form can be filled in step by step, with a summary before it is sent.

let payer: StartedPayer
let clicker: Clicker
beforeAll(async () => {
  ;({ payer, clicker } = await clickPayer())
  await clicker.follow('Payer')
  await clicker.follow('New request')
  await clicker.follow('Step by step')
})

function heading(): string {
  return clicker.page.elements.find(({ tag }) => tag === 'h1')?.text ?? ''
}

const patient = { '/patient_member_id': 'MBR-1001', '/patient_dob': '1961-04-30' }
const service = {
  '/procedure_code': '72148',
  '/diagnosis_codes': 'M54.16\nM51.26',
  '/service_date': '2026-02-14',
}

describe('a form in steps', () => {
  it('keeps what was entered from step to step, back too, and sends nothing before its summary', async () => {
    expect(heading()).toBe('New request, step 1 of 5: Patient')
    await clicker.press('Continue', patient)
    await clicker.press('Continue', { ...service, '/units': 'a dozen' })
    expect([clicker.page.status, heading()]).toEqual([422, 'New request, step 2 of 5: Service'])
    await clicker.press('Continue', { '/units': '1', '/clinical_notes': 'Eight weeks.\n\nNo red flags.' })
    await clicker.press('Back', {})
    const notes = clicker.page.elements.find(({ attributes }) => attributes.name === '/clinical_notes')
    expect(notes?.text.trim()).toBe('Eight weeks.\n\nNo red flags.')
    await clicker.press('Continue', {})
    await clicker.press('Continue', { '/provider_npi': '1234567893' })
    while (!heading().includes('Attachments')) await clicker.press('Continue', {})
    await clicker.press('Add attachments', {})
    const report = new File([new Uint8Array([0x25, 0x50, 0xff, 0x00])], 'mri.pdf', { type: 'application/pdf' })
    await clicker.press('Continue', {
      '/attachments/0/document_type': 'imaging_report',
      '/attachments/0/content_base64': report,
    })
    expect([heading(), clicker.page.text]).toEqual([
      expect.stringContaining('Check and send'),
      expect.stringContaining('M54.16'),
    ])
    const rows = async () =>
      listAt(await payer.call(payer.runToken, 'GET', `/v1/benchmark-runs/${payer.runId}/portal/prior-auths`), 'data')
    const before = await rows()
    await clicker.press('New request', {})
    expect(clicker.page.text).toContain('The request has been submitted.')
    const [sent, ...others] = await rows()
    expect(others).toEqual(before.slice(0, others.length))
    expect(sent).toMatchObject({
      diagnosis_codes: ['M54.16', 'M51.26'],
      clinical_notes: 'Eight weeks.\n\nNo red flags.',
      units: 1,
      document_types: ['imaging_report'],
    })
  })
})
