import { CarebenchSolver, type TaskSession } from '@carebench/client'
import { createManualClock } from '@carebench/protocol'
import { callInMemory, publishBenchmark } from '@carebench/service'
import { beforeAll, expect, it } from 'vitest'
import { createInMemoryService, fetchFrom } from '../in-memory-service.js'

const clock = createManualClock(Date.parse('2026-03-02T18:00:00Z'))
let session: TaskSession
beforeAll(async () => {
  const service = createInMemoryService(clock)
  const { organizationKey, solverKey } = await service.provisionOrganization('Alder Creek')
  const definition = {
    name: 'talk',
    environment: {
      name: 'Desk',
      simulators: [
        { type: 'Fax' as const, name: 'Fax' },
        {
          type: 'Message' as const,
          name: 'Messages',
          config: { personas: [{ name: 'Ada', addresses: ['+15550100142'], replies: [{ say: 'Yes.' }] }] },
        },
        {
          type: 'Voice' as const,
          name: 'Telephone',
          config: {
            ivr: {
              start: 'main',
              menus: {
                main: { prompt: 'Press 1.', options: [{ dtmf: '1', go_to: { persona: 'clerk' } }], timeout: 'Hello?' },
              },
            },
            personas: {
              clerk: { greeting: 'Yes?', otherwise: 'No.' },
              // The nurse is available from 18:01 on.
              nurse: {
                available: { hours: [{ days: ['mon'], open: '18:01', close: '19:00' }] },
                calls_back: { after_seconds: 10 },
              },
            },
            numbers: { '+15550100198': { persona: 'nurse' } },
          },
        },
      ],
      datasets: [],
    },
    tasks: [
      {
        name: 'talk',
        criteria: [
          {
            label: 'A referral went out',
            assertion: { assert: 'fax-sent', correlate_by: { document_type: 'referral' }, fields: [] },
          },
        ],
      },
    ],
  }
  const { version } = await publishBenchmark(callInMemory(service, organizationKey), definition)
  const baseUrl = 'https://carebench.example.org'
  const solver = new CarebenchSolver({ baseUrl, solverKey, fetch: fetchFrom(service) })
  const [task] = (await solver.runs.create({ benchmark: `talk@${version}` })).tasks
  if (task === undefined) throw new Error('The run has a task.')
  session = await task.start()
})

it('sends faxes and reads them again', async () => {
  const sent = await session.fax.send({ to_number: '555-010-0142', document_type: 'note', text: 'For Ada.' })
  expect(sent).toMatchObject({ status: 'delivered', to_number: '+15550100142' })
  expect(await session.fax.read(String(sent.id))).toMatchObject({ text: 'For Ada.' })
  expect(await session.fax.list({ direction: 'outbound' })).toMatchObject({ data: [{ id: sent.id ?? '' }] })
  await expect(session.fax.read('none')).rejects.toMatchObject({ status: 404 })
})

it('sends messages and reads the answers', async () => {
  const sent = await session.messages.send({ channel: 'sms', to: '+15550100142', body: 'Are you coming?' })
  const id = String(sent.id)
  expect(await session.messages.read(id)).toMatchObject({ status: 'delivered' })
  expect(await session.messages.list({ in_reply_to: id })).toMatchObject({ data: [{ body: 'Yes.' }] })
})

it('makes calls, turn by turn', async () => {
  const call = await session.voice.call('+15550100199')
  expect(call.started).toMatchObject({ status: 'active', heard: [{ speaker: 'ivr', text: 'Press 1.' }] })
  expect(await call.stayQuiet()).toMatchObject({ heard: [{ text: 'Hello?' }, { text: 'Press 1.' }] })
  expect(await call.press('1')).toMatchObject({ with: 'representative', heard: [{ text: 'Yes?' }] })
  expect(await call.say('My bill.')).toMatchObject({ heard: [{ text: 'No.' }] })
  expect(await call.hangUp()).toMatchObject({ status: 'ended', ended_by: 'agent' })
  const { turns } = await call.read()
  expect(turns).toHaveLength(7)
  await expect(call.say('Hello?')).rejects.toMatchObject({ status: 409 })
})

it('leaves a message, and takes the call back', async () => {
  const call = await session.voice.call('+15550100198')
  expect(call.started).toMatchObject({ with: 'voice mail' })
  await call.say('Please call us.')
  await call.hangUp()
  expect(await session.voice.ringing()).toEqual([])
  clock.advance(60_000)
  const [back] = await session.voice.ringing()
  expect(back?.started).toMatchObject({ direction: 'inbound', from: '+15550100198', status: 'ringing' })
  expect(await back?.answer()).toMatchObject({ status: 'active', heard: [{ speaker: 'representative' }] })
  await back?.hangUp()
  expect(await session.voice.ringing()).toEqual([])
})
