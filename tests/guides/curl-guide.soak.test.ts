import { expect, it } from 'vitest'
import { startLocalServer } from '../../packages/carebench/src/serving/local-server.js'
import { hasCurl, readBlocks, walk } from './shell-walk.js'

const block = readBlocks('docs/guides/a-run-with-curl.md')

it.skipIf(!hasCurl)('a run with curl (needs curl)', async () => {
  const server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: ['prior-auth'] })
  try {
    const output = await walk(block('sh walk'), server)
    const lines = output.trim().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines.slice(1, 3)).toEqual(['Quintero', 'fail'])
    expect(lines[3]).toContain('counts 0')
  } finally {
    await server.close()
  }
})
