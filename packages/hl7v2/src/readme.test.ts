/// <reference types="node" />
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as hl7v2 from './index.js'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1] ?? '')
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The cells of the table rows that begin with a code. */
const rows = [...readme.matchAll(/^\| `([\w-]+)` +\| (.*?) *\|$/gm)].map(([, code = '', text = '']) => [code, text])

describe('the examples of the README', () => {
  it('have five code blocks', () => expect(blocks).toHaveLength(5))

  it.each(blocks.map((block) => [/^import \{\s*(.*?),?\s*\} from/s.exec(block)?.[1] ?? '', block]))(
    'print the documented output: %s',
    (names, block) => {
      const printed: string[] = []
      const code = block.replace(/^import \{.*?\} from .*?$/ms, '')
      const run = new Function('hl7v2', 'console', `const { ${names} } = hl7v2\n${code}`)
      run(hl7v2, {
        log: (...all: unknown[]) => printed.push(all.map((one) => JSON.stringify(one) ?? 'undefined').join(' ')),
      })
      expect(printed).toEqual([...block.matchAll(/\/\/=> (.*)$/gm)].map((match) => match[1]))
      expect(printed.length).toBeGreaterThan(1)
    },
  )

  it('compile separately', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hl7v2-readme-'))
    try {
      for (const [index, block] of blocks.entries()) writeFileSync(join(folder, `example-${index + 1}.ts`), block)
      const compilerOptions = {
        lib: ['ES2023', 'DOM'],
        types: [],
        paths: { '@carebench/hl7v2': [join(root, 'packages/hl7v2/src/index.ts')] },
      }
      const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['.'] }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
      const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
      expect([status, stdout]).toEqual([0, ''])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('the tables of the README', () => {
  it('name every event of the structures', () => {
    const codes = new Set(hl7v2.messageStructures.map(({ code }) => code))
    for (const code of codes) {
      const events = hl7v2.messageStructures.filter((one) => one.code === code).flatMap((one) => one.events)
      const said = (rows.find(([first]) => first === code)?.[1] ?? '').split(', ').flatMap((part) => {
        const [first = '', last = first] = part.split(' to ')
        const [from, to] = [Number(first.slice(1)), Number(last.slice(1))]
        return Array.from(
          { length: to - from + 1 },
          (_, index) => first.charAt(0) + String(from + index).padStart(2, '0'),
        )
      })
      expect([code, said]).toEqual([code, events.toSorted()])
    }
  })

  it('name every error code', () => {
    const source = readFileSync(new URL('./syntax/error.ts', import.meta.url), 'utf8')
    const codes = [...source.matchAll(/^ {2}\| '([\w-]+)'/gm)].map((match) => match[1])
    expect(codes.length).toBeGreaterThan(10)
    expect(rows.map(([code]) => code).filter((code) => /^[a-z]/.test(code ?? ''))).toEqual(codes)
  })
})
