import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { listAt, textAt } from '../contract/contract-testbed.js'
import { freePort } from '../free-port.js'
import { admission, connectPeer, framed, readCode } from './mllp-peer.js'
import { openWiredWorld, type WiredWorld } from './wired-world.js'

// A soak test, because the server disconnects stalled peers by the clock of the machine: seconds of waiting.

const open: WiredWorld[] = []

async function start(...options: Parameters<typeof openWiredWorld>) {
  const world = await openWiredWorld(...options)
  open.push(world)
  return world
}

afterEach(async () => {
  for (const world of open.splice(0)) await world.close()
})

describe('a peer of the MLLP port', () => {
  it('that says nothing is closed', async () => {
    const { mllp } = await start({ limits: { idleMs: 50 } })
    const peer = await connectPeer(mllp)
    await peer.closed()
    expect(peer.answers).toEqual([])
  })

  it('that does not finish its message gets the reason, and is closed', async () => {
    const { mllp } = await start({ limits: { stallMs: 50 } })
    const peer = await connectPeer(mllp)
    const drip = setInterval(() => peer.send('x'), 5)
    peer.send('\x0bMSH|')
    await peer.closed()
    clearInterval(drip)
    expect(peer.answers.map(readCode)).toEqual(['AR'])
    expect(peer.answers[0]).toContain('within 0.05 seconds')
  })

  it('that sends the last byte of a block alone is not taken for one that stalls', async () => {
    const { mllp } = await start({ limits: { stallMs: 700 } })
    const peer = await connectPeer(mllp)
    const bytes = framed(admission('L1'))
    peer.send(bytes.subarray(0, -1))
    await new Promise((resolve) => setTimeout(resolve, 10))
    peer.send(bytes.subarray(-1))
    await peer.answered(1)
    await new Promise((resolve) => setTimeout(resolve, 900))
    peer.send(framed(admission('L2')))
    expect((await peer.answered(2)).map(readCode)).toEqual(['AA L1', 'AA L2'])
    peer.close()
  })

  it('that sends nothing but line ends is closed', async () => {
    const { mllp } = await start({ limits: { idleMs: 100 } })
    const peer = await connectPeer(mllp)
    const drip = setInterval(() => peer.send('\r\n'), 10)
    await peer.closed()
    clearInterval(drip)
    expect(peer.answers).toEqual([])
  })

  it('that waits for an answer is not closed', async () => {
    const world = await start({ limits: { idleMs: 300, stallMs: 300 } })
    const { handle } = world.service
    world.service.handle = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      return handle(request)
    }
    const peer = await connectPeer(world.mllp)
    peer.send(Buffer.concat([framed(admission('W1')), Buffer.from('\x0bMSH|')]))
    expect((await peer.answered(1)).map(readCode)).toEqual(['AA W1'])
    await peer.closed()
  })

  it('with a message that is too large gets the reason, and is closed', async () => {
    const { mllp } = await start({ limits: { messageBytes: 1_000 } })
    const peer = await connectPeer(mllp)
    peer.send(framed(admission('B1') + 'x'.repeat(2_000)))
    await peer.closed()
    expect(peer.answers[0]).toContain('at most 1000 bytes')
  })

  it('with a message of many times that size gets the reason, and can end its side', async () => {
    const { mllp } = await start({ limits: { messageBytes: 1_000 } })
    const peer = await connectPeer(mllp)
    peer.send(framed(admission('B2') + 'x'.repeat(20_000_000)))
    await peer.closed()
    expect(peer.answers[0]).toContain('at most 1000 bytes')
  })

  it('with an empty block gets an answer without a call', async () => {
    const { mllp, service } = await start()
    const { handle } = service
    let calls = 0
    service.handle = (request) => {
      calls++
      return handle(request)
    }
    const peer = await connectPeer(mllp)
    peer.send('\x0b\x1c\r')
    expect((await peer.answered(1))[0]).toContain('an empty block')
    expect(calls).toBe(0)
    peer.close()
  })

  it('that makes too many errors is closed', async () => {
    const { mllp } = await start({ limits: { faults: 2 } })
    const peer = await connectPeer(mllp)
    peer.send(`x${' '.repeat(80)}${framed(admission('F1'))}y${framed(admission('F2'))}`)
    await peer.closed()
    expect(peer.answers.map(readCode)).toEqual(['AR', 'AA F1', 'AR'])
  })
})

it('the port of a sandbox is closed once its task run has ended [wires.ended]', async () => {
  const world = await start()
  const { sandboxStatus } = world.service
  const peer = await connectPeer(world.mllp)
  await world.agent('GET', 'files/outbound')
  // The listener must learn of the end from the message, not from its own poll of the status.
  world.service.sandboxStatus = async () => 'active'
  await world.call(world.organizationKey, 'POST', `/benchmark-runs/${world.runId}/cancel`)
  peer.send(framed(admission('T1')))
  await peer.closed()
  expect(peer.answers.map(readCode)).toEqual(['AR T1'])
  world.service.sandboxStatus = sandboxStatus
  await world.wires.sweep()
  const late = await connectPeer(world.mllp)
  await late.closed()
})

it('a start without a free port is rejected, and can be repeated once there is one [wires.none-left]', async () => {
  const first = await freePort()
  const limits = { portRestMs: 0 }
  const world = await start({ kinds: ['mllp', 'sftp'], ports: { from: first, to: first + 1 }, limits })
  const refused = await world.startAnother()
  expect(refused.status).toBe(503)
  expect(JSON.stringify(refused.body)).toContain('All ports for MLLP are in use')
  await world.call(world.organizationKey, 'POST', `/benchmark-runs/${world.runId}/cancel`)
  await world.wires.sweep()
  expect((await world.startAnother()).status).toBe(200)
})

it('messages of the inbox are delivered to the listener of the agent, in order, \
until they are acknowledged', async () => {
  const received: string[] = []
  let connections = 0
  const listener = createServer((socket) => {
    connections++
    // The first two connections fail, as if the listener was not ready.
    if (connections <= 2) socket.destroy()
    socket
      .on('error', () => undefined)
      .on('data', (bytes) => {
        const text = bytes.toString()
        received.push(/\|(L\d)\|/.exec(text)?.[1] ?? text)
        socket.write(framed('MSH|^~\\&|||||||ACK|1|P|2.5.1\rMSA|AA|1\r'))
      })
  })
  const port = await new Promise<number>((resolve) => {
    listener.listen(0, '127.0.0.1', () => resolve(Number(Object(listener.address()).port)))
  })
  const messages = ['L1', 'L2', 'L3'].map((id) => admission(id))
  const world = await start({ listeners: { host: '127.0.0.1', ports: { from: port, to: port } } }, { messages })
  expect(world.mllp.listener).toEqual({ host: '127.0.0.1', port })
  await expect.poll(() => received, { timeout: 10_000 }).toEqual(['L1', 'L2', 'L3'])
  // Reading the events leaves no events.
  const { body } = await world.call(world.organizationKey, 'GET', `/sandboxes/${world.hl7Id}/events`)
  expect(listAt(body, 'data').map((event) => textAt(event, 'type'))).toEqual([])
  listener.close()
})
