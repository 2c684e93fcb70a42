import { expect, it, onTestFinished } from 'vitest'
import { startLocalServer } from '../../packages/carebench/src/serving/local-server.js'
import { hasCurl, readBlocks, walk } from './shell-walk.js'

const block = readBlocks('docs/guides/playgrounds.md')

it.skipIf(!hasCurl)('the commands for a playground print the output shown in the guide (needs curl)', async () => {
  const server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: ['prior-auth', 'claims-followup'] })
  onTestFinished(() => server.close())
  expect(await walk(block('sh walk'), server)).toBe(block('text'))
})
