import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore } from '@carebench/store'
import { expect, it, onTestFinished } from 'vitest'
import { UsageError } from '../terminal/exit-reason.js'
import { assertStoredSecret, ownSecretFile } from './stored-secret.js'

function createStore() {
  const store = createMemoryStore()
  return { get: store.get.bind(store), commit: store.commit.bind(store), now: async () => 0 }
}

function makeSecrets(secret: Uint8Array, ...previousSecrets: readonly Uint8Array[]) {
  return { secret, previousSecrets, cursorKeys: [] }
}

const [one, other, third] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const

it('a store has one secret, which only a process that knows it can replace', async () => {
  const store = createStore()
  await assertStoredSecret(store, makeSecrets(one))
  await assertStoredSecret(store, makeSecrets(one))
  await expect(assertStoredSecret(store, makeSecrets(other))).rejects.toThrow(UsageError)
  await expect(assertStoredSecret(store, makeSecrets(other, third))).rejects.toThrow('name two files')
  await assertStoredSecret(store, makeSecrets(other, one))
  await assertStoredSecret(store, makeSecrets(other))
  await expect(assertStoredSecret(store, makeSecrets(one))).rejects.toThrow(UsageError)
})

it('of processes with different secrets that start at the same time, one succeeds', async () => {
  const store = createStore()
  const starts = await Promise.allSettled(
    [one, other, third].map((secret) => assertStoredSecret(store, makeSecrets(secret))),
  )
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
})

it('a folder gets a new secret, but not in place of a missing one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const store = createStore()
  const file = await ownSecretFile(folder, store)
  await assertStoredSecret(store, makeSecrets(readFileSync(file)))
  expect(await ownSecretFile(folder, store)).toBe(file)
  rmSync(file)
  await expect(ownSecretFile(folder, store)).rejects.toThrow(`${file} is missing`)
  expect(readdirSync(folder)).toEqual([])
})
