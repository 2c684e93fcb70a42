import { expect, it } from 'vitest'
import { isSystemKey } from './system-key.js'
import { keyedProxy, listSystemOperations, readSystemKey } from './system-operations.js'

const group = { name: 'pharmacy', summary: 'Ask a pharmacy', jsonMediaTypes: ['application/json'] }
const systems = [{ type: 'Pharmacy', group }]

it('appends the key to the group, even if it looks like a replacement pattern', () => {
  const proxy = listSystemOperations(systems).get('sandboxPharmacy')
  if (proxy?.kind !== 'proxy') throw new Error('The pharmacy has a proxy.')
  for (const key of ['imaging', '$&', "$'", '$$', '$1']) {
    expect(keyedProxy(proxy, key)).toMatchObject({
      path: `/sandboxes/{id}/pharmacy@${key}/*`,
      simulator: `Pharmacy@${key}`,
    })
  }
})

it('reads valid keys from paths, and no others', () => {
  for (const key of ['a', 'a-1', 'a'.repeat(32)]) {
    expect([isSystemKey(key), readSystemKey(`/sandboxes/s/pharmacy@${key}/x`)]).toEqual([
      true,
      { path: '/sandboxes/s/pharmacy/x', key },
    ])
  }
  for (const key of ['', 'A', '1', '-a', 'a_b', 'a\n', 'a@b', '$&', 'a'.repeat(33)]) {
    expect([isSystemKey(key), readSystemKey(`/sandboxes/s/pharmacy@${key}/x`)]).toEqual([false, undefined])
  }
})
