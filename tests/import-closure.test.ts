import { describe, expect, it } from 'vitest'
import { findClosure, findEntry } from './import-closure.js'
import { readPackages } from './workspace-sources.js'

// Packages that people install to test, to score or to check must not bring pages, policies, queues, databases or Node.

/** All third-party packages that each entry imports, also as types and dynamically, itself or through our packages. */
const imported: Readonly<Record<string, readonly string[]>> = {
  '@carebench/pagination': ['@noble/hashes'],
  '@carebench/client': ['@noble/hashes', 'ajv', 'ajv-formats', 'typebox'],
  '@carebench/verifier': ['@noble/hashes', 'ajv', 'ajv-formats', 'json-pointer', 're2js', 'typebox'],
  '@carebench/arbitraries': ['@noble/hashes', 'ajv', 'ajv-formats', 'fast-check', 'json-pointer', 're2js', 'typebox'],
  '@carebench/conformance': ['fast-check'],
  '@carebench/msw': [
    '@cantoo/pdf-lib',
    '@modelcontextprotocol/server',
    '@noble/hashes',
    '@scure/base',
    'ajv',
    'ajv-formats',
    'json-pointer',
    'msw',
    're2js',
    'typebox',
    'unpdf',
  ],
}

/** Patterns for our own pages, queues and databases, and for programs that need a machine. */
const elsewhere: Readonly<Record<string, RegExp>> = {
  pages: /^packages\/server\/src\/(?:site|dashboard|portal)\//,
  server: /^packages\/server\//,
  queues: /^packages\/carebench\/src\/(?:.*\/)?queue\//,
  databases: /^packages\/store\/src\/sql\//,
  'command line': /^packages\/carebench\//,
  policies: /^packages\/systems\/src\/policy(?:\/|\.ts$)/,
}

/** These entries run every system, so payers decide by policies in them. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  '@carebench/arbitraries': ['policies'],
  '@carebench/msw': ['policies'],
}

const sources = readPackages().flatMap(({ files }) => files.map(({ path }) => path))

function readPackage(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

describe.each(Object.entries(imported))('%s', (specifier, expected) => {
  const { files, outside } = findClosure(findEntry(specifier) ?? '', { acrossPackages: true })

  it('imports only these third-party packages, and nothing of Node', () => {
    expect([...new Set([...outside].map(readPackage))].sort()).toEqual(expected)
  })

  const forbidden = Object.entries(elsewhere).filter(([what]) => allowed[specifier]?.includes(what) !== true)
  it.each(forbidden)('imports no %s', (_, place) => {
    expect([...files].filter((path) => place.test(path))).toEqual([])
  })
})

it.each(Object.entries(elsewhere))('%s are where these tests look for them', (_, place) => {
  expect(sources.filter((path) => place.test(path)).length).toBeGreaterThan(0)
})

describe('the closure of a file', () => {
  it('includes type imports and dynamic imports, also through other packages', () => {
    const { files, outside } = findClosure('packages/carebench/src/serving/open-wires.ts', { acrossPackages: true })
    expect([...files]).toEqual(
      expect.arrayContaining(['packages/server/src/channels/sftp/load-ssh.ts', 'packages/protocol/src/index.ts']),
    )
    expect([...outside]).toEqual(expect.arrayContaining(['node:crypto', 'ssh2']))
  })

  it('ends at the package unless others are followed', () => {
    const { files, outside } = findClosure('packages/carebench/src/serving/open-wires.ts')
    expect([...files].filter((path) => !path.startsWith('packages/carebench/'))).toEqual([])
    expect([...outside]).toContain('@carebench/server/channels')
  })
})
