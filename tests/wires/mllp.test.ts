import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { at, listAt } from '../contract/contract-testbed.js'
import { admission, connectPeer, framed, type MllpPeer, readCode } from './mllp-peer.js'
import { listEvents, openWiredWorld, type WiredWorld } from './wired-world.js'

let world: WiredWorld
const peers: MllpPeer[] = []

async function open(place = world.mllp) {
  const peer = await connectPeer(place)
  peers.push(peer)
  return peer
}

beforeAll(async () => {
  world = await openWiredWorld({ limits: { connectionsOfSandbox: 4 } })
})
afterEach(async () => {
  for (const peer of peers.splice(0)) {
    peer.close()
    await peer.closed()
  }
})
afterAll(() => world.close())

async function sent(): Promise<string[]> {
  return (await listEvents(world, world.hl7Id)).filter((event) => event.startsWith('hl7.sent'))
}

it('acknowledges several messages of one connection in their order, and logs them', async () => {
  const peer = await open()
  peer.send(Buffer.concat(['M1', 'M2', 'M3'].map((id) => framed(admission(id)))))
  expect((await peer.answered(3)).map(readCode)).toEqual(['AA M1', 'AA M2', 'AA M3'])
  expect(await sent()).toEqual(expect.arrayContaining(['hl7.sent M1', 'hl7.sent M2', 'hl7.sent M3']))
})

it('answers as HTTP does [wires.same]', async () => {
  const rejected = admission('H1').replace('PID|1||100^^^CLINIC^MR||OKAFOR^ADA\r', '')
  const peer = await open()
  peer.send(framed(rejected))
  const [ack = ''] = await peer.answered(1)
  const answer = await world.agent('POST', 'hl7/outbound', rejected)
  const withoutId = (text: unknown) => String(text).replace(/ACK\^A01\^ACK\|\w+/, 'ACK')
  expect(readCode(ack)).toBe('AE H1')
  expect(withoutId(ack)).toBe(withoutId(at(answer, 'ack')))
})

it('gives the same answer to a message that is sent again, and counts it once', async () => {
  const [first, second] = [await open(), await open()]
  first.send(framed(admission('R1')))
  const [ack] = await first.answered(1)
  first.send(framed(admission('R1')))
  second.send(framed(admission('R1')))
  expect(await first.answered(2)).toEqual([ack, ack])
  expect(await second.answered(1)).toEqual([ack])
  expect((await sent()).filter((event) => event === 'hl7.sent R1')).toHaveLength(1)
})

it('judges a rejected message again', async () => {
  const peer = await open()
  const rejected = admission('J1').replace('PV1|1|O', 'PV1|1|O||||||||||||||||||||||||||||||||||||||||||yesterday')
  peer.send(Buffer.concat([framed(rejected), framed(rejected)]))
  const [first, second] = await peer.answered(2)
  expect(first).not.toBe(second)
  expect((await sent()).filter((event) => event === 'hl7.sent J1')).toHaveLength(2)
})

it.each([
  ['AL|NE', 'CA E0'],
  ['NE|AL', 'AA E1'],
])('acknowledges as MSH-15 and MSH-16 ask: %s', async (mode, expected) => {
  const peer = await open()
  peer.send(framed(admission(expected.slice(3), `|||${mode}`)))
  expect((await peer.answered(1)).map(readCode)).toEqual([expected])
})

it('sends nothing where no acknowledgment is due', async () => {
  const peer = await open()
  peer.send(Buffer.concat([framed(admission('N1', '|||NE|NE')), framed(admission('N2'))]))
  expect((await peer.answered(1)).map(readCode)).toEqual(['AA N2'])
  expect(await sent()).toContain('hl7.sent N1')
})

it('answers in the character set of the message', async () => {
  const peer = await open()
  const message = admission('C1', '||||||8859/1').replace('MSH|^~\\&|EHR', 'MSH|^~\\&|Höhe')
  peer.send(Buffer.from(`\x0b${message}\x1c\r`, 'latin1'))
  const bytes = await new Promise<Buffer>((resolve) =>
    peer.socket.once('data', (text) => resolve(Buffer.from(String(text), 'latin1'))),
  )
  expect(bytes.includes(Buffer.from('Höhe', 'latin1'))).toBe(true)
})

it.each([
  ['bytes outside a block', `garbage${framed(admission('X1'))}`, ['AR', 'AA X1']],
  ['a block that begins again', `\x0bMSH|^~\\&|lost${framed(admission('X2'))}`, ['AR', 'AA X2']],
  ['an end without its carriage return', `\x0b${admission('X3')}\x1cx${framed(admission('X4'))}`, ['AR', 'AA X4']],
  ['what is no message', `${framed('hello')}${framed(admission('X5'))}`, ['AR', 'AA X5']],
  ['NUL between blocks', `\0${framed(admission('X8'))}\0\0${framed(admission('X9'))}`, ['AA X8', 'AA X9']],
  ['line ends between blocks', `\r\n${framed(admission('X6'))}\r\n${framed(admission('X7'))}`, ['AA X6', 'AA X7']],
])('after %s, reads on with the next message', async (_, bytes, expected) => {
  const peer = await open()
  peer.send(bytes)
  expect((await peer.answered(expected.length)).map(readCode)).toEqual(expected)
})

it('answers a peer that has closed its sending side', async () => {
  const peer = await open()
  peer.socket.end(framed(admission('Z1')))
  await peer.closed()
  expect(peer.answers.map(readCode)).toEqual(['AA Z1'])
})

it('gives the same answers however the bytes are split into packets', async () => {
  const stream = Buffer.concat([framed(admission('S1')), Buffer.from('\r\n'), framed('none'), framed(admission('S2'))])
  const property = fc.asyncProperty(
    fc.array(fc.integer({ min: 1, max: stream.byteLength - 1 }), { maxLength: 12 }),
    async (cuts) => {
      const peer = await open()
      peer.socket.setNoDelay(true)
      const places = [0, ...new Set(cuts.sort((one, other) => one - other)), stream.byteLength]
      for (const [index, place] of places.slice(1).entries()) {
        peer.send(stream.subarray(places[index], place))
        await new Promise((resolve) => setImmediate(resolve))
      }
      const answers = await peer.answered(3)
      expect(answers.map(readCode)).toEqual(['AA S1', 'AR', 'AA S2'])
      peer.close()
      await peer.closed()
    },
  )
  await fc.assert(property, { numRuns: 10 * inject('scale') })
})

it('closes a silent connection for a new one at the maximum, and rejects new ones if none is silent', async () => {
  const first = [await open(), await open(), await open(), await open()]
  const fifth = await open()
  await first[0]?.closed()
  for (const peer of [...first.slice(1), fifth]) {
    peer.send(framed(admission('N1')))
    await peer.answered(1)
  }
  const late = await open()
  await late.closed()
  fifth.close()
  await fifth.closed()
  await expect
    .poll(async () => {
      const next = await open()
      next.send(framed(admission('L1')))
      return (await next.answered(1)).map(readCode)
    })
    .toEqual(['AA L1'])
})

it('the wires are the same each time the sandbox is read, and absent from lists \
[wires.members, wires.lists]', async () => {
  const { body } = await world.call(world.organizationKey, 'GET', `/sandboxes/${world.hl7Id}`)
  expect(at(body, 'wires')).toEqual([world.mllp])
  const playground = String(at(body, 'playground_id'))
  const list = await world.call(world.organizationKey, 'GET', `/sandboxes?playground_id=${playground}`)
  for (const item of listAt(list.body, 'data')) expect(item).not.toHaveProperty('wires')
})

it('a wire has what its kind needs [wires.shape]', () => {
  const address = { host: '127.0.0.1', port: expect.any(Number) }
  expect(world.mllp).toEqual({ kind: 'mllp', ...address, tls: false })
  expect(world.sftp).toEqual({
    kind: 'sftp',
    ...address,
    username: expect.stringMatching(/^agent-/),
    password: expect.stringMatching(/^[0-9a-f]{32}$/),
    host_key_fingerprint: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
  })
})
