import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isPublicAddress } from './public-address.js'

it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '64:ff9b::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it('treats no IPv4 address inside an IPv6 address as public', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isPublicAddress(`::ffff:${address}`)).toBe(false)
    }),
  )
})
