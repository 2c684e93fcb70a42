import { expect, it } from 'vitest'
import { MissingDriverError } from './missing-driver-error.js'
import { loadDriver } from './postgres-driver.js'

/** Returns the error that Node throws for a missing package. */
function notFound(name: string): Error {
  const error = new Error(`Cannot find package '${name}' imported from /srv/node_modules/@carebench/store/dist/sql.js`)
  return Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' })
}

it('loads the driver', async () => {
  expect(await loadDriver()).toHaveProperty('Pool')
})

it('says what to install if it is missing', async () => {
  const load = () => Promise.reject(notFound('pg'))
  await expect(loadDriver(load)).rejects.toThrow(MissingDriverError)
  await expect(loadDriver(load)).rejects.toThrow('npm install pg')
})

it.each([
  ['a package that pg needs', notFound('pg-pool')],
  ['anything else', new Error("pg: 'pg'")],
])('passes on that %s is missing or broken', async (_, error) => {
  await expect(loadDriver(() => Promise.reject(error))).rejects.toBe(error)
})
