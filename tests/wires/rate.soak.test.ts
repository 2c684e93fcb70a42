import { expect, it } from 'vitest'
import { admission, connectPeer, framed, readCode } from './mllp-peer.js'
import { openWiredWorld } from './wired-world.js'

// A soak test, because it waits for the rate that the limits set.

it('delays the answers to a peer that sends faster than the limit, and answers everything', async () => {
  const world = await openWiredWorld({ limits: { callsPerSecond: 4, callBurst: 2 } })
  const peer = await connectPeer(world.mllp)
  const ids = ['P1', 'P2', 'P3', 'P4']
  const answered: string[] = []
  const { handle } = world.service
  world.service.handle = async (request) => {
    if (request.target.endsWith('/outbound')) answered.push(request.target)
    return handle(request)
  }
  peer.send(Buffer.concat(ids.map((id) => framed(admission(id)))))
  await peer.answered(2)
  // The burst allows two; the third must wait.
  expect(answered).toHaveLength(2)
  expect((await peer.answered(4)).map(readCode)).toEqual(ids.map((id) => `AA ${id}`))
  peer.close()
  await world.close()
})

it('rejects connections that come too fast', async () => {
  const world = await openWiredWorld({ limits: { newConnections: 0 } })
  const peer = await connectPeer(world.mllp)
  await peer.closed()
  expect(peer.answers).toEqual([])
  await world.close()
})
