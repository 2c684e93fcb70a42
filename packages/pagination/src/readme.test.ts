import { expect, it, vi } from 'vitest'
import { createCursorCodec, iterateItems, paginate } from './index.js'

it('has a working example', async () => {
  const console = { log: vi.fn() }
  // <example>
  const secret = crypto.getRandomValues(new Uint8Array(32))
  const codec = createCursorCodec({ keys: [{ id: '2026-01', secret }], now: Date.now })
  const notes = Array.from({ length: 45 }, (_, n) => ({ id: `note_${n + 10}`, created_at: '2026-01-05T09:00:00.000Z' }))

  // The server: any list that can answer "the next n after this key" (here an array, newest first).
  const list = notes.toReversed()
  const server = (cursor?: string) =>
    paginate(
      async ({ position, limit }) => {
        const after = list.findIndex((note) => note.id === position?.key.id) + 1
        return { docs: list.slice(after, after + limit), more: after + limit < list.length }
      },
      { codec, scope: 'notes?organization=org_1', limit: 20, cursor },
    )

  // The client: one request a page, made when it is needed.
  for await (const note of iterateItems(server)) console.log(note.id)
  // </example>
  expect(console.log.mock.calls.flat()).toEqual(list.map((note) => note.id))
})

it('contains the example above', async () => {
  const [readme, test] = await Promise.all(['../README.md?raw', './readme.test.ts?raw'].map(readText))
  const example = test?.split('// <example>\n')[1]?.split('  // </example>')[0]?.replaceAll(/^ {2}/gm, '')
  expect(example).toBeTruthy()
  expect(readme).toContain(
    `import { createCursorCodec, iterateItems, paginate } from '@carebench/pagination'\n\n${example}\`\`\``,
  )
})

async function readText(path: string): Promise<string> {
  const module: { readonly default: unknown } = await import(/* @vite-ignore */ path)
  return String(module.default)
}
