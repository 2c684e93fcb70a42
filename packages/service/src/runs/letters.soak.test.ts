import { expect, it } from 'vitest'
import { everySystem, startClockWorld } from '../testing/clock-world.js'

const form = {
  patient_member_id: 'M-100',
  patient_name: 'Ada Okafor',
  patient_dob: '1980-01-01',
  procedure_code: '70551',
  diagnosis_codes: ['G43.909'],
  provider_npi: '1234567893',
  service_date: '2026-04-01',
}
const after = { event: 'prior_auth.determined', delay_seconds: 3600, at_most_times: 5 }

it("brings a payer's letters by fax and as a file, each about its own decision, and replays them", async () => {
  const definition = everySystem(
    { clock: 'stepped' },
    {
      starts_at: '2026-03-02T14:00:00Z',
      scenario: {
        steps: [
          { type: 'receive_fax', from: '+15550100199', text: '{{data.auth_number}} {{data.procedure_code}}', after },
          {
            type: 'drop_file_inbox',
            path: 'letters/{{data.auth_number}}.txt',
            content: '{{data.patient_name}}: {{data.status}}. {{data.reason}}',
            after: { ...after, where: { 'data.procedure_code': '72148' } },
          },
        ],
      },
    },
  )
  const { environment } = definition
  const simulators = environment.simulators.filter(({ type }) => ['FHIR', 'Payer', 'Fax', 'Files'].includes(type))
  const world = await startClockWorld({ ...definition, environment: { ...environment, simulators } })
  const first = await world.send('POST', 'portal/prior-auths', form)
  await world.send('POST', 'wait', { seconds: 60 })
  const second = await world.send('POST', 'portal/prior-auths', { ...form, procedure_code: '72148' })
  expect(await faxes()).toEqual([])
  await world.send('POST', 'wait', { seconds: 7200 })
  const [one, other] = [first, second].map(({ body }) => String(body.auth_number))
  expect(await faxes()).toEqual([`${one} 70551`, `${other} 72148`])
  expect((await world.send('GET', `files/inbox/letters/${other}.txt`)).text).toBe('Ada Okafor: approved. ')
  expect((await world.complete()).status).toBe(200)
  expect(await world.replay()).toMatchObject({ same: true })

  async function faxes() {
    const { body } = await world.send('GET', 'faxes?direction=inbound')
    const rows = body.data as { readonly id: string; readonly text?: string }[]
    const read = await Promise.all(
      rows.map(async ({ id }) => String((await world.send('GET', `faxes/${id}`)).body.text)),
    )
    return read.reverse()
  }
})
