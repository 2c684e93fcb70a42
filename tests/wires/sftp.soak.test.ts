import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import SftpClient from 'ssh2-sftp-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { at, listAt } from '../contract/contract-testbed.js'
import { listEvents, openWiredWorld, type WiredWorld } from './wired-world.js'

let world: WiredWorld
const clients: SftpClient[] = []

const files = [
  { path: 'inbox/lab.csv', content: 'mrn,value\n1,13.5\n' },
  { path: 'inbox/scans/knee.txt', content: 'knee' },
  ...Array.from({ length: 250 }, (_, index) => ({ path: `archive/old/${index}.txt`, content: String(index) })),
]

async function connect(login: { username?: string; password?: string } = {}) {
  const { host, port, username, password } = world.sftp
  const client = new SftpClient()
  client.on('error', () => undefined)
  await client.connect({ host, port, username, password, retries: 0, ...login })
  clients.push(client)
  return client
}

/** The events of the file exchange since the last call. */
async function events(): Promise<string[]> {
  const started = await world.call(world.organizationKey, 'GET', `/sandboxes/${world.hl7Id}`)
  const { body } = await world.call(
    world.organizationKey,
    'GET',
    `/sandboxes?playground_id=${String(at(started.body, 'playground_id'))}`,
  )
  const exchange = listAt(body, 'data').find((one) => at(one, 'type') === 'Files')
  return listEvents(world, String(at(exchange, 'id')))
}

beforeAll(async () => {
  world = await openWiredWorld({ limits: { sessionBytes: 1_000_000, handles: 8, connectionsOfSandbox: 4 } }, { files })
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end().catch(() => undefined)
})
afterAll(() => world.close())

it('lists folders, also long ones, and reads files', async () => {
  const client = await connect()
  const names = async (path: string) => (await client.list(path)).map(({ type, name }) => `${type}${name}`).toSorted()
  expect(await names('/')).toEqual(['darchive', 'dinbox', 'doutbound'])
  expect(await names('inbox')).toEqual(['-lab.csv', 'dscans'])
  expect(await names('/archive/old')).toHaveLength(250)
  expect(String(await client.get('inbox/lab.csv'))).toBe('mrn,value\n1,13.5\n')
  expect(await client.stat('/inbox/lab.csv')).toMatchObject({ size: 17, isFile: true, mode: 0o100444 })
  expect(await client.exists('/inbox/none')).toBe(false)
  expect(await events()).toEqual(['file.read inbox/lab.csv'])
})

it('stores an upload when it is closed, as over HTTP', async () => {
  const client = await connect()
  const content = randomBytes(300_000)
  await client.put(content, '/outbound/2026/report.bin')
  const stored = await client.get('/outbound/2026/report.bin')
  expect(Buffer.isBuffer(stored) && stored.equals(content)).toBe(true)
  expect((await events()).slice(-2)).toEqual([
    'file.written outbound/2026/report.bin',
    'file.read outbound/2026/report.bin',
  ])
})

it('appends, renames, removes, and makes folders', async () => {
  const client = await connect()
  await client.put(Buffer.from('a\n'), '/outbound/part.tmp')
  await client.append(Buffer.from('b\n'), '/outbound/part.tmp')
  await client.rename('/outbound/part.tmp', '/outbound/whole.csv')
  expect(await world.agent('GET', 'files/outbound/whole.csv')).toBe('a\nb\n')
  await expect(client.rename('/outbound/whole.csv', '/outbound/2026/report.bin')).rejects.toThrow('exists already')
  await client.mkdir('/outbound/new/deep', true)
  expect(await client.exists('/outbound/new/deep')).toBe('d')
  await expect(client.rmdir('/outbound/new')).rejects.toThrow('not empty')
  await client.rmdir('/outbound/new/deep')
  expect(await client.exists('/outbound/new/deep')).toBe(false)
  await client.delete('/outbound/whole.csv')
  expect(await client.exists('/outbound/whole.csv')).toBe(false)
})

it('overwrites nothing that another connection has written, and writes nothing below a file', async () => {
  const [one, other] = [await connect(), await connect()]
  expect(await one.exists('/outbound/first.csv')).toBe(false)
  await other.put(Buffer.from('theirs'), '/outbound/first.csv')
  await one.put(Buffer.from('mine'), '/outbound/mine.csv')
  await expect(one.rename('/outbound/mine.csv', '/outbound/first.csv')).rejects.toThrow('exists already')
  await expect(one.put(Buffer.from('x'), '/outbound/first.csv/below')).rejects.toThrow('is a file')
  await expect(one.rename('/outbound/mine.csv', '/outbound/first.csv/below')).rejects.toThrow('is a file')
  expect(String(await one.get('/outbound/first.csv'))).toBe('theirs')
  await events()
})

describe('a session cannot', () => {
  it.each([
    ['write into the inbox', (client: SftpClient) => client.put(Buffer.from('x'), '/inbox/x.txt')],
    ['write at the top', (client: SftpClient) => client.put(Buffer.from('x'), '/x.txt')],
    ['remove from the inbox', (client: SftpClient) => client.delete('/inbox/lab.csv')],
    ['move out of the inbox', (client: SftpClient) => client.rename('/inbox/lab.csv', '/outbound/lab.csv')],
    ['make a folder in the inbox', (client: SftpClient) => client.mkdir('/inbox/new')],
    ['leave the top', (client: SftpClient) => client.put(Buffer.from('x'), '/outbound/../../etc/passwd')],
  ])('%s', async (_, work) => {
    await expect(work(await connect())).rejects.toThrow(/Permission denied|read-only/i)
  })

  it('read what is not there, whatever the path', async () => {
    const client = await connect()
    for (const path of ['/../../etc/passwd', '/inbox/../../etc/passwd', '/inbox/none', '/inbox/a\\b']) {
      await expect(client.get(path)).rejects.toThrow(/There is no/)
    }
  })

  it('have more bytes open than the limit: nothing of the upload is kept', async () => {
    const client = await connect()
    // The client may or may not report the failure.
    await client.put(Buffer.alloc(1_200_000), '/outbound/large.bin').catch(() => undefined)
    expect(await client.exists('/outbound/large.bin')).toBe(false)
    await client.put(Buffer.from('x'), '/outbound/small.txt')
    expect(await client.exists('/outbound/small.txt')).toBe('-')
  })

  it('log in with a wrong password, or try without end', async () => {
    await expect(connect({ password: 'x' })).rejects.toThrow(/authentication/i)
    await expect(connect({ username: 'root' })).rejects.toThrow(/authentication/i)
  })
})

describe('below the client', () => {
  it('an upload that breaks off leaves nothing', async () => {
    const client = await connect()
    const raw = readRaw(client)
    const handle = await new Promise<Buffer>((resolve, reject) =>
      raw.open('/outbound/broken.csv', 'w', (error: Error | undefined, opened: Buffer) =>
        error ? reject(error) : resolve(opened),
      ),
    )
    await new Promise<void>((resolve) => raw.write(handle, Buffer.from('half'), 0, 4, 0, () => resolve()))
    const other = await connect()
    expect(await other.exists('/outbound/broken.csv')).toBe(false)
    await client.end()
    expect(await other.exists('/outbound/broken.csv')).toBe(false)
  })

  it('links, more handles than allowed, and unknown handles are rejected', async () => {
    const raw = readRaw(await connect())
    const outcomeOf = (work: (done: (error?: Error | null) => void) => void) =>
      new Promise<string>((resolve) => work((error) => resolve(error?.message ?? 'done')))
    expect(await outcomeOf((done) => raw.symlink('/inbox/lab.csv', '/outbound/link', done))).toMatch(/unsupported/i)
    expect(await outcomeOf((done) => raw.readlink('/inbox/lab.csv', done))).toMatch(/unsupported/i)
    expect(await outcomeOf((done) => raw.close(Buffer.from('none'), done))).toBe('There is no such handle.')
    for (let count = 0; count < 8; count++) expect(await outcomeOf((done) => raw.opendir('/inbox', done))).toBe('done')
    expect(await outcomeOf((done) => raw.opendir('/inbox', done))).toContain('at most 8 open files')
  })

  it('shells, commands and forwarding are rejected', async () => {
    const { host, port, username, password } = world.sftp
    const { Client } = createRequire(import.meta.url)('ssh2') as typeof import('ssh2')
    const client = new Client()
    await new Promise<void>((resolve, reject) => {
      client.on('ready', resolve).on('error', reject).connect({ host, port, username, password })
    })
    const outcomeOf = (work: (done: (error?: Error | null) => void) => void) =>
      new Promise<string>((resolve) => work((error) => resolve(error?.message ?? 'done')))
    expect(await outcomeOf((done) => client.exec('id', done))).toMatch(/exec/i)
    expect(await outcomeOf((done) => client.shell(done))).toMatch(/unable/i)
    expect(await outcomeOf((done) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', 22, done))).toMatch(
      /channel open failure/i,
    )
    expect(await outcomeOf((done) => client.forwardIn('127.0.0.1', 0, done))).toMatch(/unable to bind/i)
    client.end()
  })
})

/** Returns the SFTP stream of ssh2 below a client, which can send what the client would not. */
function readRaw(client: SftpClient): import('ssh2').SFTPWrapper {
  return (client as unknown as { sftp: import('ssh2').SFTPWrapper }).sftp
}
