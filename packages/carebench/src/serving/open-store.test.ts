import { expect, it } from 'vitest'
import { UsageError } from '../terminal/exit-reason.js'
import { openStore, openStoreAt } from './open-store.js'
import { describeSettings, resolveSettings } from './resolve-settings.js'

function makeSettings(flags: Readonly<Record<string, string | readonly string[]>>) {
  return resolveSettings({ flags, environment: {} })
}

it.each([
  [{ data: 'a', 'database-url': 'postgres://b/c' }, 'are both given'],
  [{ 'database-url': 'postgres://b/c' }, 'needs secret-file'],
  // No server listens on port 1.
  [{ 'database-url': 'postgres://127.0.0.1:1/c', 'secret-file': ['s'] }, 'The database is not available'],
] as const)('rejects %j', async (flags, reason) => {
  await expect(openStore(makeSettings(flags).settings)).rejects.toThrow(UsageError)
  await expect(openStore(makeSettings(flags).settings)).rejects.toThrow(reason)
})

it('refuses a database URL of another form, and does not print it', async () => {
  const opening = openStoreAt({ url: 'db.example.org/ada:secret' }, '--queue')
  await expect(opening).rejects.toThrow(/^--queue: expected postgres:\/\/(?!.*secret)/)
  await expect(opening).rejects.toThrow(UsageError)
})

it('keeps everything in memory without a store', async () => {
  expect(await openStore(makeSettings({}).settings)).toBe(undefined)
})

it.each([
  ['postgres://ada:secret@db/c', 'postgres://ada:[redacted]@db/c'],
  ['postgres://ada:se@cret@db/c?x=1', 'postgres://ada:[redacted]@db/c?x=1'],
  ['postgres://ada@db/c?password=secret&x=1', 'postgres://ada@db/c?password=[redacted]&x=1'],
  ['postgresql://db:5432/c', 'postgresql://db:5432/c'],
])('the settings show %s without its password', (url, shown) => {
  const text = describeSettings(makeSettings({ 'database-url': url }))
  expect(text).toContain(`${shown}  --database-url`)
  expect(() => makeSettings({ 'database-url': `http://ada:secret@db` })).toThrow(/^(?!.*secret@).*postgres/)
})
