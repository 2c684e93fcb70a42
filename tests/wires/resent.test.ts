import { expect, it } from 'vitest'
import { admission, connectPeer, framed, readCode } from './mllp-peer.js'
import { listEvents, openWiredWorld, type WiredWorld } from './wired-world.js'

const rejecting = { reject: [{ where: { 'PID-5.1': 'NOBODY' }, code: 'AE', reason: 'Unknown patient.' }] }
const refused = admission('R1').replace('OKAFOR', 'NOBODY')
/** A message in Latin 1 whose bytes are not valid UTF-8. */
const latin = Buffer.from(admission('L1', '||||||8859/1').replace('ADA', 'ZO\xcb'), 'latin1')

async function send(mllp: WiredWorld['mllp'], ...messages: (string | Uint8Array)[]): Promise<readonly string[]> {
  const peer = await connectPeer(mllp)
  for (const message of messages) peer.send(typeof message === 'string' ? framed(message) : block(message))
  const answers = await peer.answered(messages.length)
  peer.close()
  return answers
}

function block(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([0x0b]), bytes, Buffer.from([0x1c, 0x0d])])
}

it('a message that another process has answered gets the same answer, and counts once', async () => {
  const world = await openWiredWorld({}, { hl7: rejecting })
  const before = await send(world.mllp, admission('A1'), latin, admission('A2'), refused)
  await world.agent('POST', 'hl7/outbound', admission('H1'), 'x-application/hl7-v2+er7')
  const { mllp } = await world.takenOver()
  expect(mllp.port).not.toBe(world.mllp.port)
  const after = await send(mllp, admission('A2'), latin, admission('A1'), admission('A3'), admission('A1'))
  expect(after.map(readCode)).toEqual(['AA A2', 'AA L1', 'AA A1', 'AA A3', 'AA A1'])
  const [a1, l1, a2] = before
  expect([after[0], after[1], after[2], after[4]]).toEqual([a2, l1, a1, a1])
  // A rejected message is judged again; a different message with a known control id is a new one.
  expect((await send(mllp, refused, admission('A1', '||')))?.map(readCode)).toEqual(['AE R1', 'AA A1'])
  // A message that was sent over HTTP is in the same log.
  expect((await send(mllp, admission('H1'))).map(readCode)).toEqual(['AA H1'])
  const sent = (await listEvents(world, world.hl7Id)).filter((event) => event.startsWith('hl7.sent'))
  expect(sent).toEqual(['A1', 'L1', 'A2', 'R1', 'H1', 'A3', 'R1', 'A1'].map((id) => `hl7.sent ${id}`))
  await world.close()
})

it('of more messages than can be remembered, the newest are remembered', async () => {
  const world = await openWiredWorld({ limits: { rememberedMessages: 2 } })
  const before = await send(world.mllp, admission('A1'), admission('A2'), admission('A3'))
  const { mllp } = await world.takenOver()
  const after = await send(mllp, admission('A3'), admission('A2'), admission('A1'))
  expect([after[0], after[1]]).toEqual([before[2], before[1]])
  expect(after[2]).not.toBe(before[0])
  expect(await listEvents(world, world.hl7Id)).toHaveLength(4)
  await world.close()
})
