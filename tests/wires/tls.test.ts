import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { nodeFetch } from '@carebench/client/node'
import { createCertificate } from '@carebench/server'
import { expect, it } from 'vitest'
import { at, listAt, textAt } from '../contract/contract-testbed.js'
import { admission, framed, readCode } from './mllp-peer.js'
import { openWiredWorld } from './wired-world.js'

it('MLLP over TLS answers peers that trust its certificate, and none in cleartext', async () => {
  const tls = await createCertificate(new Date())
  const world = await openWiredWorld({ kinds: ['mllp', 'sftp'], tls, limits: { stallMs: 300 } })
  const { host, port } = world.mllp
  expect(world.mllp.tls).toBe(true)

  const peer = connectTls({ host, port, ca: tls.cert })
  const answer = new Promise<Buffer>((resolve, reject) => peer.once('data', resolve).once('error', reject))
  peer.write(framed(admission('T1')))
  expect(readCode((await answer).toString())).toBe('AA T1')
  peer.destroy()

  const stranger = connectTls({ host, port })
  const refused = await new Promise<Error>((resolve) => stranger.once('error', resolve))
  expect(refused).toHaveProperty('code', 'DEPTH_ZERO_SELF_SIGNED_CERT')

  const clear = connect({ host, port })
  clear.on('error', () => undefined)
  let heard = ''
  clear.setEncoding('latin1').on('data', (text: string) => {
    heard += text
  })
  clear.write(framed(admission('T2')))
  await new Promise((resolve) => clear.once('close', resolve))
  expect(heard).not.toContain('MSA')
  await world.close()
})

it('peers that trust the certificate can send text messages over TLS', async () => {
  const tls = await createCertificate(new Date())
  const world = await openWiredWorld({ kinds: ['mllp', 'sftp', 'sms-api'], tls })
  const [wire] = listAt(world.sandboxOf('Message'), 'wires')
  const [url, account, token] = ['url', 'username', 'password'].map((name) => textAt(wire, name))
  expect(url).toMatch(/^https:/)
  expect(at(wire, 'tls')).toBe(true)
  const target = `${url}/2010-04-01/Accounts/${account}/Messages.json`
  const headers = { authorization: `Basic ${btoa(`${account}:${token}`)}` }
  const answer = await nodeFetch({ ca: tls.cert })(target, { headers })
  expect([answer.status, at(await answer.json(), 'messages')]).toEqual([200, []])
  await expect(nodeFetch()(target, { headers })).rejects.toThrow()
  await world.close()
})
