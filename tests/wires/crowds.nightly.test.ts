import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Wire } from '@carebench/protocol'
import SftpClient from 'ssh2-sftp-client'
import { afterEach, expect, it } from 'vitest'
import { listAt, textAt } from '../contract/contract-testbed.js'
import { admission, connectPeer, framed, readCode } from './mllp-peer.js'
import { openWiredWorld, type WiredWorld } from './wired-world.js'

// Nightly, because it takes 5 s: wrong passwords are answered late, and crowds connect one by one. CI tests the same
// with few connections.

const opened: (() => unknown)[] = []

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function start(options: Parameters<typeof openWiredWorld>[0] = {}): Promise<WiredWorld> {
  const world = await openWiredWorld(options, { files: [{ path: 'inbox/lab.csv', content: 'mrn\n1\n' }] })
  opened.push(() => world.close())
  return world
}

/** Connects `count` peers that send nothing but `sent`. */
async function crowd({ host, port }: Wire, count: number, sent = ''): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () =>
    connect({ host, port })
      .on('error', () => undefined)
      .resume(),
  )
  opened.push(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.write(sent)
  return sockets
}

async function readBySftp({ host, port }: Wire, username: string, password: string): Promise<string> {
  const client = new SftpClient()
  client.on('error', () => undefined)
  try {
    await client.connect({ host, port, username, password })
    return String(await client.get('/inbox/lab.csv'))
  } finally {
    await client.end()
  }
}

async function sendByMllp(wire: Wire, id: string): Promise<string | undefined> {
  const peer = await connectPeer(wire)
  peer.send(framed(admission(id)))
  const [answer = ''] = await peer.answered(1)
  peer.close()
  return readCode(answer)
}

it('lets peers work beside a crowd that says nothing, at the same port, at others, \
and from the same address', async () => {
  const world = await start({ kinds: ['mllp', 'sftp', 'sms-api'] })
  const { sftp, mllp } = world
  const [sms] = listAt(world.sandboxOf('Message'), 'wires') as [Wire]
  // A peer that is working does not count as a silent one.
  const worker = await connectPeer(mllp)
  worker.send(framed(admission('W1')))
  await worker.answered(1)
  const silent = await crowd(sftp, 70)
  await crowd(mllp, 10)
  // Blocks without a message do not count as work.
  await crowd(mllp, 10, '\x0b\x1c\r\x0bnothing\x1c\r')
  await crowd(sms, 40)
  expect(await sendByMllp(mllp, 'C1')).toBe('AA C1')
  expect(await readBySftp(sftp, sftp.username, sftp.password)).toBe('mrn\n1\n')
  const account = textAt(sms, 'username')
  const answer = await fetch(`${textAt(sms, 'url')}/2010-04-01/Accounts/${account}/Messages.json`, {
    headers: { authorization: `Basic ${btoa(`${account}:${textAt(sms, 'password')}`)}` },
  })
  expect(answer.status).toBe(200)
  worker.send(framed(admission('W2')))
  expect((await worker.answered(2)).map(readCode)).toEqual(['AA W1', 'AA W2'])
  worker.close()
  expect(silent.filter((socket) => !socket.destroyed).length).toBeLessThan(64)
})

it('disconnects a peer that connects by SFTP and does not log in', async () => {
  const { sftp } = await start({ limits: { loginMs: 100 } })
  const [silent, greeting] = [await crowd(sftp, 1), await crowd(sftp, 1, 'SSH-2.0-slow\r\n')]
  await Promise.all([...silent, ...greeting].map((socket) => once(socket.resume(), 'close')))
})

it('accepts the right password while another peer from the same address guesses passwords', async () => {
  const world = await start({ limits: { failedLogins: 4 } })
  const { sftp } = world
  const [other] = listAt(
    listAt((await world.startAnother()).body, 'sandboxes').find((one) => textAt(one, 'type') === 'Files'),
    'wires',
  ) as [Wire & { username: string; password: string }]
  for (const name of [sftp.username, 'root']) {
    // Each guess is answered late.
    const guesses = await Promise.allSettled([1, 2, 3, 4, 5].map(() => readBySftp(sftp, name, 'guess')))
    expect(guesses.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  }
  await expect(readBySftp(sftp, sftp.username, sftp.password)).rejects.toThrow('authentication')
  expect(await readBySftp(sftp, other.username, other.password)).toBe('mrn\n1\n')
})
