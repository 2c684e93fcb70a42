import { createRequest } from '@carebench/service'
import { beforeAll, describe, expect, it } from 'vitest'
import { type StartedPayer, startPayer } from '../portal/open-portal.js'
import { Visitor } from '../portal/visitor.js'

// Every form is answered with a redirect, so that Back and Reload show the pages again, with what was entered.

const request = {
  patient_member_id: 'MBR-1001',
  patient_dob: '1961-04-30',
  procedure_code: '7',
  diagnosis_codes: 'M54.16',
  provider_npi: '1234567893',
  service_date: '2026-02-14',
  clinical_notes: 'Eight weeks of <b>pain</b>.',
}

let payer: StartedPayer
beforeAll(async () => {
  payer = await startPayer()
})

/** Opens the form of a request: the page, and the `action` of its form. */
const forms = {
  'of the workstation': {
    open: async (visitor: Visitor) => {
      const opened = await payer.call(payer.runToken, 'POST', `/v1/task-runs/${payer.taskRunId}/workstation`)
      await visitor.get((opened as { readonly url: string }).url)
      const action = `/workstations/${payer.taskRunId}/payer/submitPriorAuth`
      return { form: await visitor.get(action), action }
    },
  },
  'of the portal': {
    open: async (visitor: Visitor) => {
      const base = `/portals/${payer.sandboxId}`
      await visitor.signIn(base, payer.username, payer.password)
      return { form: await visitor.get(`${base}/new-prior-auth`), action: `${base}/prior-auths` }
    },
  },
} as const

describe.each(Object.entries(forms))('a rejected form %s', (_, { open }) => {
  it('redirects to its page, which keeps what was entered, and can be reloaded without sending anything', async () => {
    const visitor = new Visitor(payer.service)
    const { form, action } = await open(visitor)
    const filled = Object.fromEntries(Object.entries(request).map(([name, value]) => [`/${name}`, value]))
    await visitor.submit(form, action, { ...filled })
    const { location } = visitor
    expect(location).toMatch(new RegExp(`^${action}\\?%7Esent=[0-9a-f]{32}$`))
    for (const refused of [await visitor.get(location), await visitor.get(location)]) {
      expect(refused.status).toBe(422)
      const entered = refused.elements.find(({ attributes }) => attributes.name === '/clinical_notes')
      expect(entered?.text.trim()).toBe(request.clinical_notes)
    }
    const stranger = await payer.service.handle(createRequest('GET', location, { accept: 'text/html' }))
    expect([401, 303]).toContain(stranger.status)
    // Corrected on that page, the form is sent.
    const mended = { ...filled, '/procedure_code': '72148' }
    const sent = await visitor.submit(await visitor.get(location), action, mended)
    expect([sent.status, sent.headers.location]).toEqual([303, expect.not.stringContaining('%7Esent')])
  })

  it('has no such page under another path', async () => {
    const visitor = new Visitor(payer.service)
    const { form, action } = await open(visitor)
    await visitor.submit(form, action, {})
    const kept = visitor.location.slice(action.length)
    const elsewhere = Object.values(forms).find((other) => other.open !== open)
    const other = new Visitor(payer.service)
    const place = await elsewhere?.open(other)
    expect((await other.get(`${place?.action}${kept}`)).status).toBe(200)
  })
})
