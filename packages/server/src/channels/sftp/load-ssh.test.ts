import { expect, it } from 'vitest'
import { loadSsh } from './load-ssh.js'
import { MissingSshError } from './missing-ssh-error.js'

it('says how to install ssh2 if it is missing, and rethrows any other error', async () => {
  const failing = (name: string) => () =>
    Promise.reject(Object.assign(new Error(`Cannot find package '${name}'`), { code: 'ERR_MODULE_NOT_FOUND' }))
  await expect(loadSsh(failing('ssh2'))).rejects.toThrow(MissingSshError)
  await expect(loadSsh(failing('ssh2'))).rejects.toThrow('npm install ssh2')
  await expect(loadSsh(failing('asn1'))).rejects.toThrow("Cannot find package 'asn1'")
  expect(await loadSsh()).toHaveProperty('Server')
})
