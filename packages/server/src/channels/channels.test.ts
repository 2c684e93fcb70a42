import { expect, it, vi } from 'vitest'
import { createChannels } from './channels.js'

const options = {
  service: () => {
    throw new Error('There is no service.')
  },
  address: '127.0.0.1',
  ports: 'any',
  hostKeySeed: new Uint8Array(32),
} as const

it.each([
  ['webhooks without a receiver', { kinds: ['sftp', 'webhook'] }],
  ['a certificate that cannot be read', { kinds: ['sftp', 'sms-api'], tls: { cert: 'x', key: 'y' } }],
] as const)('leaves no port open after it rejects %s', async (_, rejected) => {
  await expect(createChannels({ ...options, ...rejected })).rejects.toThrow()
  await vi.waitFor(() => expect(process.getActiveResourcesInfo()).not.toContain('TCPServerWrap'))
})
