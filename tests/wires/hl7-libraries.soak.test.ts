import { Hl7Message } from '@medplum/core'
import { Hl7Client } from '@medplum/hl7'
import { Client, Message } from 'node-hl7-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { admission } from './mllp-peer.js'
import { openWiredWorld, type WiredWorld } from './wired-world.js'

let world: WiredWorld

beforeAll(async () => {
  world = await openWiredWorld()
})
afterAll(() => world.close())

it('node-hl7-client gets its acknowledgments', async () => {
  const { host, port } = world.mllp
  const client = new Client({ host })
  const codes: string[] = []
  let tell = () => {}
  const outbound = client.createConnection({ port }, async (answer) => {
    const message = answer.getMessage()
    codes.push(`${message.get('MSA.1').toString()} ${message.get('MSA.2').toString()}`)
    tell()
  })
  for (const id of ['K1', 'K2', 'K3']) {
    const answered = new Promise<void>((resolve) => {
      tell = resolve
    })
    await outbound.sendMessage(new Message({ text: admission(id).trimEnd() }))
    await answered
  }
  expect(codes).toEqual(['AA K1', 'AA K2', 'AA K3'])
  await outbound.close()
})

it('@medplum/hl7 gets its acknowledgments', async () => {
  const { host, port } = world.mllp
  const client = new Hl7Client({ host, port })
  const ids = ['P1', 'P2', 'P3']
  const answers: Hl7Message[] = []
  // One message at a time, because the client reads several acknowledgments in one packet as one.
  for (const id of ids) answers.push(await client.sendAndWait(Hl7Message.parse(admission(id).trimEnd())))
  expect(answers.map((answer) => answer.getSegment('MSA')?.toString())).toEqual(ids.map((id) => `MSA|AA|${id}`))
  await client.close()
})
