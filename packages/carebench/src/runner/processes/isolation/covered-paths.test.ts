import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../../../testing/make-trial.js'
import { plantBenchmarks, plantedBenchmarks } from '../../../testing/plant-benchmarks.js'
import { findCoveredPaths } from './covered-paths.js'

const checkout = fileURLToPath(new URL('../../../../../..', import.meta.url)).replace(/\/$/, '')

/** What is covered below a folder, relative to it. */
function findIn(folder: string): readonly string[] {
  const found = findCoveredPaths([folder]).filter((path) => path.startsWith(folder))
  return found.map((path) => path.slice(folder.length + 1)).sort()
}

describe('the paths that a sandbox covers', () => {
  it('hold benchmarks, results, packages of ours and history wherever they are in a readable folder', () => {
    const folder = makeFolder('covered-')
    plantBenchmarks(folder)
    expect(findIn(folder)).toEqual(Object.keys(plantedBenchmarks).sort())
  })

  it('refuse each of these places, and what lies in them, as a readable path of its own', () => {
    const folder = makeFolder('covered-')
    plantBenchmarks(folder)
    symlinkSync('mine/guarded', join(folder, 'harmless'))
    mkdirSync(join(folder, 'mine/guarded/lib'))
    const refused = Object.entries(plantedBenchmarks).flatMap(([place, files]) => ('' in files ? [] : [place]))
    for (const place of [...refused, 'harmless', 'mine/guarded/lib', 'link']) {
      expect(() => findCoveredPaths([join(folder, place)]), place).toThrow('holds what agents must not see')
    }
  })

  it('are none of an example in a checkout, whose other folders are refused', () => {
    expect(findIn(join(checkout, 'examples/evaluate-your-agent'))).toEqual([])
    for (const place of ['', 'docs', 'tests/benchmarks', 'node_modules', '.git', 'package.json']) {
      expect(() => findCoveredPaths([join(checkout, place)])).toThrow('holds what agents must not see')
    }
  })

  it.each(['/', '/proc', '/proc/self/fd', '/sys', '/dev', tmpdir()])('refuse %s, which is of the machine', (path) => {
    expect(() => findCoveredPaths([path])).toThrow(/got .*, which (contains|belongs to)/)
  })

  it('hold sockets and pipes, through which an agent that can only read reaches programs outside', async () => {
    const folder = makeFolder('covered-')
    const server = createServer().listen(join(folder, 'agent.sock'))
    await once(server, 'listening')
    execFileSync('mkfifo', [join(folder, 'pipe')])
    try {
      expect(findIn(folder)).toEqual(['agent.sock', 'pipe'])
      expect(() => findCoveredPaths([join(folder, 'agent.sock')])).toThrow(', a socket, a pipe or a device')
    } finally {
      server.close()
    }
  })

  it('leave the rest of a folder alone', () => {
    const folder = makeFolder('covered-')
    writeFileSync(join(folder, 'package.json'), '{"name": "my-agent", "dependencies": {"carebench": "1"}}')
    writeFileSync(join(folder, 'index.jsonl'), '')
    mkdirSync(join(folder, 'git'))
    expect(findIn(folder)).toEqual([])
  })
})
