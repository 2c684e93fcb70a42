import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { opaque, readImports, readPackages, type SourceFile, workspaceRoot } from './workspace-sources.js'

/** What each package may import of the others. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  '@carebench/protocol': [],
  '@carebench/pagination': [],
  '@carebench/hl7v2': [],
  '@carebench/x12': [],
  '@carebench/fhir': [],
  '@carebench/verifier': ['@carebench/fhir', '@carebench/hl7v2', '@carebench/x12', '@carebench/protocol'],
  '@carebench/arbitraries': ['@carebench/verifier', '@carebench/protocol'],
  '@carebench/simulators': ['@carebench/fhir', '@carebench/hl7v2', '@carebench/x12', '@carebench/protocol'],
  '@carebench/service': [
    '@carebench/simulators',
    '@carebench/verifier',
    '@carebench/pagination',
    '@carebench/protocol',
  ],
  '@carebench/server': ['@carebench/service', '@carebench/protocol'],
  '@carebench/client': ['@carebench/pagination', '@carebench/protocol'],
  '@carebench/msw': ['@carebench/service', '@carebench/fixtures', '@carebench/protocol'],
  '@carebench/conformance': ['@carebench/protocol'],
  '@carebench/fixtures': ['@carebench/protocol'],
  carebench: [
    '@carebench/server',
    '@carebench/service',
    '@carebench/client',
    '@carebench/conformance',
    '@carebench/verifier',
    '@carebench/fixtures',
    '@carebench/protocol',
  ],
}

/** Where Node may be used; everything else also runs in browsers and edge runtimes. */
const nodeFacing = [
  'packages/server/',
  'packages/carebench/',
  'packages/conformance/',
  'packages/client/src/node/',
  'packages/client/src/undici/',
]

const nodeGlobals =
  /(?<![\w$.'-])(process|Buffer|__dirname|__filename|setImmediate|require|global)\b(?!\s*[:?]|\s*=>)(?=\s*[.([,)])/

const packages = readPackages()
const files = packages.flatMap((one) => one.files)
const sources = files.filter((file) => !file.isTest)

/** The package that a specifier names: `@carebench/client` of `@carebench/client/node`. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

function isOurs(specifier: string): boolean {
  return specifier.startsWith('@carebench/') || packageOf(specifier) === 'carebench'
}

/** The file that a relative import names. */
function target(file: SourceFile, specifier: string): string {
  return join(dirname(file.path), specifier).replace(/\.js$/, '.ts')
}

/** The folder of a file directly below its package's `src`; undefined for files of `src` itself, which join the folders. */
function folderOf(path: string): string | undefined {
  return /^(?:.*\/)?src\/[^/]+(?=\/)/.exec(path)?.[0]
}

it('finds the sources', () => {
  expect(packages.length).toBeGreaterThanOrEqual(12)
  expect(sources.length).toBeGreaterThan(100)
  for (const one of packages) expect(one.files.length, `${one.folder}/src has no files`).toBeGreaterThan(0)
  expect(sources.flatMap((file) => file.imports).length).toBeGreaterThan(sources.length)
})

it('knows every package', () => {
  expect(packages.map((one) => one.name).filter((name) => !Object.hasOwn(allowed, name))).toEqual([])
})

describe('imports', () => {
  it('follow the arrows between packages', () => {
    const wrong = packages.flatMap((one) =>
      one.files.flatMap((file) =>
        file.imports
          .filter(({ specifier }) => isOurs(specifier) && packageOf(specifier) !== one.name)
          .filter(({ specifier }) => !allowed[one.name]?.includes(packageOf(specifier)))
          .map(({ specifier }) => `${file.path} imports ${specifier}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  it('of a package come through its name from outside and by file from inside', () => {
    const wrong = packages.flatMap((one) =>
      one.files.flatMap((file) =>
        file.imports
          .filter(({ specifier }) => {
            if (specifier.startsWith('.')) {
              const path = target(file, specifier)
              // Data may lie beside src: it is published as it is.
              const isData = path.startsWith(`${one.folder}/`) && path.endsWith('.json')
              return !path.startsWith(`${one.folder}/src/`) && !isData
            }
            return isOurs(specifier) && packageOf(specifier) === one.name
          })
          .map(({ specifier }) => `${file.path} imports ${specifier}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  it('of neutral packages name neither Node nor undici', () => {
    const wrong = sources
      .filter((file) => !nodeFacing.some((start) => file.path.startsWith(start)))
      .flatMap((file) =>
        file.imports
          .filter(({ specifier }) =>
            /^node:|^undici(\/|$)|^(fs|path|crypto|http|https|net|tls|url|util|stream|events|os|assert|buffer)(\/|$)/.test(
              specifier,
            ),
          )
          .map(({ specifier }) => `${file.path} imports ${specifier}`),
      )
    expect(wrong).toEqual([])
  })

  it('of conformance from protocol are types only', () => {
    const wrong = sources
      .filter((file) => file.path.startsWith('packages/conformance/'))
      .flatMap((file) =>
        file.imports.filter(({ specifier, isType }) => isOurs(specifier) && !isType).map(() => file.path),
      )
    expect(wrong).toEqual([])
  })

  it('inside a package never name its index', () => {
    const wrong = files
      .filter((file) => file.imports.some(({ specifier }) => /^\.[./]*(.*\/)?index\.js$/.test(specifier)))
      // The examples of a README are shown as a user writes them.
      .filter((file) => !['index.ts', 'readme.test.ts'].includes(basename(file.path)))
      .map((file) => file.path)
    expect(wrong).toEqual([])
  })

  it('name files that exist', () => {
    const wrong = files.flatMap((file) =>
      file.imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => target(file, specifier))
        .filter((path) => !existsSync(join(workspaceRoot, path)))
        .map((path) => `${file.path} imports ${path}`),
    )
    expect(wrong).toEqual([])
  })

  it('make no cycle of files', () => {
    const graph = new Map(
      sources.map((file) => [
        file.path,
        file.imports
          .filter(({ specifier }) => specifier.startsWith('.'))
          .map(({ specifier }) => target(file, specifier)),
      ]),
    )
    expect(findCycle(graph)).toBeUndefined()
  })

  it('make no cycle of the folders of a package', () => {
    const graph = new Map<string, string[]>()
    for (const file of sources) {
      const from = folderOf(file.path)
      if (from === undefined) continue
      const to = file.imports
        .filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => folderOf(target(file, specifier)))
        .filter((folder) => folder !== undefined && folder !== from)
      graph.set(from, [...(graph.get(from) ?? []), ...(to as string[])])
    }
    expect(graph.size).toBeGreaterThan(40)
    expect(findCycle(graph)).toBeUndefined()
  })
})

describe('files', () => {
  it('of neutral packages use no global of Node', () => {
    const wrong = sources
      .filter((file) => !nodeFacing.some((start) => file.path.startsWith(start)))
      .flatMap((file) => {
        const name = nodeGlobals.exec(opaque(file.text).code)?.[1]
        return name === undefined ? [] : [`${file.path} uses ${name}`]
      })
    expect(wrong).toEqual([])
  })

  it('are named after what they hold', () => {
    const vague = /^(utils?|helpers?|common|misc|types?)\.(test\.)?ts$/
    expect(files.filter((file) => vague.test(basename(file.path))).map((file) => file.path)).toEqual([])
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|bench|generated|d))?\.ts$/
    expect(files.filter((file) => !kebab.test(basename(file.path))).map((file) => file.path)).toEqual([])
  })

  it('know the request of Node in one place', () => {
    const wrong = sources.filter((file) => /\bIncomingMessage\b/.test(opaque(file.text).code)).map((file) => file.path)
    expect(wrong).toEqual(['packages/server/src/node-adapter.ts'])
  })

  it('have neither export * nor a default export', () => {
    const wrong = sources.filter((file) => /(?<![\w$.])export\s+(\*|default\b)/.test(opaque(file.text).code))
    expect(wrong.map((file) => file.path)).toEqual([])
  })

  it('over 400 lines say why in their header', () => {
    const wrong = sources
      .filter((file) => file.text.split('\n').length > 400)
      .filter((file) => !/\b(long|lines|generated|one file)\b/i.test(header(file.text)))
    expect(wrong.map((file) => file.path)).toEqual([])
  })
})

describe('biome.json', () => {
  interface Override {
    readonly includes: readonly string[]
    readonly linter?: { readonly rules?: { readonly style?: Readonly<Record<string, unknown>> } }
  }
  const biome: { readonly overrides: readonly Override[] } = JSON.parse(
    readFileSync(join(workspaceRoot, 'biome.json'), 'utf8'),
  )

  it.each(packages.map((one) => [one.name, one.folder]))('forbids %s what the layering forbids', (name, folder) => {
    const rules = biome.overrides
      .filter((one) => one.includes.includes(`${folder}/src/**`))
      .flatMap((one) => (one.linter?.rules?.style?.noRestrictedImports === undefined ? [] : [one.linter.rules.style]))
    expect(rules).toHaveLength(1)
    const banned = new Set(
      [...JSON.stringify(rules).matchAll(/"((?:@carebench\/)?[a-z0-9]+)"/g)].map(([, found]) => found),
    )
    for (const other of Object.keys(allowed)) {
      if (other !== name) expect([other, banned.has(other)]).toEqual([other, !allowed[name]?.includes(other)])
    }
  })
})

describe('the reader of imports', () => {
  it('sees every form', () => {
    const text = `import a from 'a'\nimport type { B } from "b"\nimport {\n  c,\n  type D,\n} from './c.js'\nimport 'e'
export { f } from 'f'\nexport type { G } from 'g'\nexport * as h from 'h'\nconst i = await import('i')\nimport * as j from 'j'`
    expect(readImports(text)).toEqual(
      expect.arrayContaining([
        { specifier: 'a', isType: false },
        { specifier: 'b', isType: true },
        { specifier: './c.js', isType: false },
        { specifier: 'e', isType: false },
        { specifier: 'f', isType: false },
        { specifier: 'g', isType: true },
        { specifier: 'h', isType: false },
        { specifier: 'i', isType: false },
        { specifier: 'j', isType: false },
      ]),
    )
    expect(readImports(text)).toHaveLength(9)
  })

  it('sees nothing in comments, texts and regular expressions', () => {
    const text = `// import a from 'a'\n/* import 'b' */\nconst c = "import 'c'"\nconst d = /import 'd'/\nconst e = \`import 'e'\``
    expect(readImports(text)).toEqual([])
  })

  it('finds a cycle', () => {
    expect(
      findCycle(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b', 'c', 'b'])
    expect(
      findCycle(
        new Map([
          ['a', ['b', 'c']],
          ['b', ['c']],
          ['c', []],
        ]),
      ),
    ).toBeUndefined()
  })
})

/** The comments and blank lines before the first statement that is no import. */
function header(text: string): string {
  return /^(\s*(\/\/[^\n]*|\/\*[\s\S]*?\*\/|import[^'"]*['"][^'"]*['"];?))*/.exec(text)?.[0] ?? ''
}

/** The first cycle, with its first file repeated at the end. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const finished = new Set<string>()
  const visit = (at: string, path: readonly string[]): readonly string[] | undefined => {
    const seen = path.indexOf(at)
    if (seen !== -1) return [...path.slice(seen), at]
    if (finished.has(at)) return undefined
    for (const next of graph.get(at) ?? []) {
      const cycle = visit(next, [...path, at])
      if (cycle !== undefined) return cycle
    }
    finished.add(at)
    return undefined
  }
  for (const start of graph.keys()) {
    const cycle = visit(start, [])
    if (cycle !== undefined) return cycle
  }
  return undefined
}
