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

/** Returns the covered paths below a folder, relative to it. */
function findIn(folder: string): readonly string[] {
  const found = findCoveredPaths([folder]).filter((path) => path.startsWith(folder))
  return found.map((path) => path.slice(folder.length + 1)).sort()
}

describe('the paths that a sandbox covers', () => {
  it('include benchmarks, results, packages of carebench and history anywhere in a readable folder', () => {
    const folder = makeFolder('covered-')
    plantBenchmarks(folder)
    expect(findIn(folder)).toEqual(Object.keys(plantedBenchmarks).sort())
  })

  it('cannot be named as readable, nor can paths within them', () => {
    const folder = makeFolder('covered-')
    plantBenchmarks(folder)
    symlinkSync('mine/guarded', join(folder, 'harmless'))
    mkdirSync(join(folder, 'mine/guarded/lib'))
    const refused = Object.entries(plantedBenchmarks).flatMap(([place, files]) => ('' in files ? [] : [place]))
    for (const place of [...refused, 'harmless', 'mine/guarded/lib', 'link']) {
      expect(() => findCoveredPaths([join(folder, place)]), place).toThrow('holds what agents must not see')
    }
  })

  it('exclude examples in a checkout, whose other folders are rejected', () => {
    expect(findIn(join(checkout, 'examples/evaluate-your-agent'))).toEqual([])
    for (const place of ['', 'docs', 'tests/benchmarks', 'node_modules', '.git', 'package.json']) {
      expect(() => findCoveredPaths([join(checkout, place)])).toThrow('holds what agents must not see')
    }
  })

  it.each(['/', '/proc', '/proc/self/fd', '/sys', '/dev', tmpdir()])('allow no %s as a readable path', (path) => {
    expect(() => findCoveredPaths([path])).toThrow(/got .*, which (contains|belongs to)/)
  })

  it('include sockets and pipes, through which even a read-only agent reaches programs outside', async () => {
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

  it('exclude the rest of a folder', () => {
    const folder = makeFolder('covered-')
    writeFileSync(join(folder, 'package.json'), '{"name": "my-agent", "dependencies": {"carebench": "1"}}')
    writeFileSync(join(folder, 'index.jsonl'), '')
    mkdirSync(join(folder, 'git'))
    expect(findIn(folder)).toEqual([])
  })
})
