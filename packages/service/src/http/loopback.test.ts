import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isFromLoopback } from './loopback.js'

it.each([null, '127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1', '::FFFF:127.0.0.1'])(
  'accepts %s as this machine',
  (address) => {
    expect(isFromLoopback(address)).toBe(true)
  },
)

it.each([
  '',
  '128.0.0.1',
  '10.127.0.0',
  '1127.0.0.1',
  '127.0.0.1.example.org',
  '127.0.0',
  '127.0.0.1, 127.0.0.1',
  '127.0.0.1\n',
  '::',
  '::11',
  '::2',
  '::ffff:10.0.0.1',
  'fe80::127.0.0.1',
  'localhost',
])('rejects %j', (address) => {
  expect(isFromLoopback(address)).toBe(false)
})

it('accepts an IPv4 address exactly if it begins with 127', () => {
  fc.assert(fc.property(fc.ipV4(), (address) => isFromLoopback(address) === (address.split('.')[0] === '127')))
  fc.assert(fc.property(fc.ipV4(), (address) => isFromLoopback(`127.${address.split('.').slice(1).join('.')}`)))
})
