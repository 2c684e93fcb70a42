import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countFloors, findCycle, findRooms, graphOfFiles, listFolders, target } from './import-graph.js'
import { opaque, readImports, readPackages, type SourceFile, workspaceRoot } from './workspace-sources.js'

/** The packages that a package may import. */
interface Arrows {
  readonly sources: readonly string[]
  readonly tests: readonly string[]
}

/** The arrows between the packages, as the table in docs/reference/architecture.md declares them. */
const allowed = readArrows(readFileSync(join(workspaceRoot, 'docs/reference/architecture.md'), 'utf8'))

/** Folders in which Node may be used; everything else also runs in browsers and edge runtimes. */
const nodeFacing = [
  'packages/server/',
  'packages/carebench/',
  'packages/conformance/',
  'packages/store/src/sql',
  'packages/client/src/node/',
  'packages/client/src/undici/',
]

/** The pages of the server, which other runtimes can serve, too. */
const neutralFolders = ['dashboard', 'portal', 'site'].map((folder) => `packages/server/src/${folder}/`)

function isNodeFacing({ path }: SourceFile): boolean {
  return nodeFacing.some((start) => path.startsWith(start)) && !neutralFolders.some((start) => path.startsWith(start))
}

/** Maximum rooms and floors of each package, so that people can grasp it as a whole. */
const plans = {
  carebench: { rooms: 15, floors: 8 },
  fhir: { rooms: 5, floors: 4 },
  server: { rooms: 16, floors: 4 },
  service: { rooms: 22, floors: 13 },
  verifier: { rooms: 13, floors: 7 },
}

const packages = readPackages()
const files = packages.flatMap((pkg) => pkg.files)
const sources = files.filter((file) => !file.isTest)

/** Returns the package in a specifier: `@carebench/client` for `@carebench/client/node`. */
function readPackage(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

function isOurs(specifier: string): boolean {
  return specifier.startsWith('@carebench/') || readPackage(specifier) === 'carebench'
}

it('finds the sources', () => {
  expect(packages.length).toBeGreaterThanOrEqual(12)
  expect(sources.length).toBeGreaterThan(100)
  for (const pkg of packages) expect(pkg.files.length, `${pkg.folder}/src has no files`).toBeGreaterThan(0)
  expect(sources.flatMap((file) => file.imports).length).toBeGreaterThan(sources.length)
})

it('knows every package', () => {
  expect(packages.map((pkg) => pkg.name).toSorted()).toEqual([...allowed.keys()].toSorted())
})

/** Matches the modules of Node, and undici. */
const ofNode = /^node:|^(undici|fs|path|crypto|http|https|net|tls|url|util|stream|events|os|assert|buffer)(\/|$)/

describe('imports', () => {
  it('follow the arrows between packages', () => {
    const wrong = packages.flatMap((pkg) =>
      pkg.files.flatMap((file) =>
        file.imports
          .filter(({ specifier }) => isOurs(specifier) && readPackage(specifier) !== pkg.name)
          .filter(({ specifier }) => !mayImport(pkg.name, file).includes(readPackage(specifier)))
          .map(({ specifier }) => `${file.path} imports ${specifier}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  it('of a package use its name from outside, and files from inside', () => {
    const wrong = packages.flatMap((pkg) =>
      pkg.files.flatMap((file) =>
        file.imports
          .filter(({ specifier }) => {
            if (specifier.startsWith('.')) {
              const path = target(file, specifier)
              // Data may be beside src, where it is published unchanged.
              const isData = path.startsWith(`${pkg.folder}/`) && path.endsWith('.json')
              return !path.startsWith(`${pkg.folder}/src/`) && !isData
            }
            return isOurs(specifier) && readPackage(specifier) === pkg.name
          })
          .map(({ specifier }) => `${file.path} imports ${specifier}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  it('of neutral packages name neither Node nor undici', () => {
    const wrong = sources
      .filter((file) => !isNodeFacing(file))
      .flatMap((file) =>
        file.imports
          .filter(({ specifier }) => ofNode.test(specifier))
          .map(({ specifier }) => `${file.path} imports ${specifier}`),
      )
    expect(wrong).toEqual([])
  })

  it('of protocol in conformance are types only', () => {
    const wrong = sources
      .filter((file) => file.path.startsWith('packages/conformance/'))
      .flatMap((file) =>
        file.imports
          .filter(({ specifier, isType }) => readPackage(specifier) === '@carebench/protocol' && !isType)
          .map(() => file.path),
      )
    expect(wrong).toEqual([])
  })

  it('inside a package never name its index', () => {
    const wrong = files
      .filter((file) => file.imports.some(({ specifier }) => /^\.[./]*(.*\/)?index\.js$/.test(specifier)))
      // README examples are shown as a user writes them.
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

  it('form no cycle of files', () => {
    expect(findCycle(graphOfFiles(sources))).toBeUndefined()
  })

  it.each(packages.map(({ folder }) => folder))('of %s form no cycle of the rooms of any folder', (folder) => {
    const own = sources.filter(({ path }) => path.startsWith(`${folder}/`))
    const folders = listFolders(own)
    expect(folders[0]).toBe(`${folder}/src`)
    for (const each of folders) expect(findCycle(findRooms(each, own)), each).toBeUndefined()
  })

  it.each(Object.entries(plans))('of %s form at most as many rooms and floors as planned', (name, plan) => {
    const rooms = findRooms(`packages/${name}/src`, sources)
    expect(rooms.size).toBeGreaterThan(2)
    expect(rooms.size).toBeLessThanOrEqual(plan.rooms)
    expect(countFloors(rooms)).toBeLessThanOrEqual(plan.floors)
  })
})

describe('folders', () => {
  it('have at most twenty files, tests not counted', () => {
    const large = listFolders(sources)
      .map((folder) => ({ folder, files: sources.filter(({ path }) => dirname(path) === folder).length }))
      .filter(({ files }) => files > 20)
    expect(large).toEqual([])
  })
})

describe('files', () => {
  it('are named after their contents', () => {
    const vague = /^(utils?|helpers?|common|misc|types?)\.(test\.)?ts$/
    expect(files.filter((file) => vague.test(basename(file.path))).map((file) => file.path)).toEqual([])
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(((soak|nightly)\.)?test|bench|generated|d))?\.ts$/
    expect(files.filter((file) => !kebab.test(basename(file.path))).map((file) => file.path)).toEqual([])
  })

  it('use the request of Node in one file of each HTTP server', () => {
    const wrong = sources.filter((file) => /\bIncomingMessage\b/.test(opaque(file.text).code)).map((file) => file.path)
    expect(wrong).toEqual([
      'packages/server/src/channels/provider/provider-port.ts',
      'packages/server/src/http/node-adapter.ts',
    ])
  })

  it('write the functions of a module as declarations', () => {
    const wrong = files.flatMap((file) =>
      assignedFunctions(file.text).map((name) => `${file.path}: const ${name} = (…) => …`),
    )
    expect(wrong).toEqual([])
  })

  it('over 400 lines say why in their header', () => {
    const wrong = sources
      .filter((file) => file.text.split('\n').length > 400)
      .filter((file) => !/\b(long|lines|generated|one file)\b/i.test(header(file.text)))
    expect(wrong.map((file) => file.path)).toEqual([])
  })
})

describe('the reader of arrows', () => {
  it('reads the names of each row, short or in full', () => {
    const arrows = readArrows(
      '| package | may import | its tests too |\n| --- | --- | --- |\n| `a`, `carebench` | b, types of c | d |\n| ' +
        '`b` | none of ours | |',
    )
    const expected = { sources: ['@carebench/b', '@carebench/c'], tests: ['@carebench/d'] }
    expect([...arrows]).toEqual([
      ['@carebench/a', expected],
      ['carebench', expected],
      ['@carebench/b', { sources: [], tests: [] }],
    ])
  })
})

describe('the reader of functions', () => {
  it('finds each function that a module assigns to a name', () => {
    const text = `export const a = (x: string) => x\nconst b = async <T>(\n  x: T,\n): Promise<T> => {\n\
  const inner = () => 1\n}
const c = function () {}\nconst d = (x: (y: string) => void) =>\n  x('(')`
    expect(assignedFunctions(text)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('ignores values, functions of a declared type, and mere uses of a function', () => {
    const text = `const a: Handler = (x) => x\nconst b = (1 + 2) * 3\nconst c = list.map((x) => x)\nfunction d() {\n\
  const e = () => 1\n}
const f = (a ? b : c) as D\nconst g = { h: () => 1 }\n// const i = () => 1`
    expect(assignedFunctions(text)).toEqual([])
  })
})

describe('the reader of imports', () => {
  it('finds every form', () => {
    const text = `import a from 'a'\nimport type { B } from "b"\nimport {\n  c,\n  type D,\n} from './c.js'\nimport 'e'
export { f } from 'f'\nexport type { G } from 'g'\nexport * as h from 'h'\nconst i = await import('i')\n\
import * as j from 'j'`
    expect(readImports(text)).toEqual(
      expect.arrayContaining([
        { specifier: 'a', isType: false, isDynamic: false },
        { specifier: 'b', isType: true, isDynamic: false },
        { specifier: './c.js', isType: false, isDynamic: false },
        { specifier: 'e', isType: false, isDynamic: false },
        { specifier: 'f', isType: false, isDynamic: false },
        { specifier: 'g', isType: true, isDynamic: false },
        { specifier: 'h', isType: false, isDynamic: false },
        { specifier: 'i', isType: false, isDynamic: true },
        { specifier: 'j', isType: false, isDynamic: false },
      ]),
    )
    expect(readImports(text)).toHaveLength(9)
  })

  it('finds nothing in comments, strings and regular expressions', () => {
    const text =
      `// import a from 'a'\n/* import 'b' */\nconst c = "import 'c'"\nconst d = /import 'd'/\nconst e = \`import ` +
      `'e'\``
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

/** Reads the rows of the table whose header is `package`, `may import`, `its tests too`. */
function readArrows(page: string): ReadonlyMap<string, Arrows> {
  const table = /^\| package *\| may import *\| its tests too *\|\n\|[-| ]+\|\n((?:\|.*(?:\n|$))+)/m.exec(page)?.[1]
  if (table === undefined)
    throw new Error('docs/reference/architecture.md has no table `package | may import | its tests too`.')
  const full = (name: string) => (name === 'carebench' ? name : `@carebench/${name}`)
  const names = (cell = '') =>
    cell.trim() === 'none of ours' ? [] : [...cell.matchAll(/[a-z0-9-]+(?=`|,|\s*$)/g)].map(([name]) => full(name))
  return new Map(
    table
      .trimEnd()
      .split('\n')
      .map((row) => row.split('|').slice(1, -1))
      .flatMap(([of, sources, tests]) =>
        names(of).map((name): [string, Arrows] => [name, { sources: names(sources), tests: names(tests) }]),
      ),
  )
}

/** Returns the other packages that a file of this package may import. */
function mayImport(name: string, file: SourceFile): readonly string[] {
  const arrows = allowed.get(name) ?? { sources: [], tests: [] }
  return file.isTest ? [...arrows.sources, ...arrows.tests] : arrows.sources
}

/** Lists the names to which a module assigns functions, except those with a type, which a declaration cannot have. */
function assignedFunctions(text: string): string[] {
  const { code } = opaque(text)
  const start = /^(?:export )?const (\w+) = (?:async )?(?:(function)\b|(?:<[^=;]*?>)?\()/gm
  return [...code.matchAll(start)].flatMap(({ index, 0: head, 1: name = '', 2: isExpression }) => {
    if (isExpression !== undefined) return [name]
    let depth = 1
    let at = index + head.length
    for (; depth > 0 && at < code.length; at++) depth += code[at] === '(' ? 1 : code[at] === ')' ? -1 : 0
    return /^\s*(=>|:)/.test(code.slice(at, at + 40)) ? [name] : []
  })
}

/** Returns the comments, imports and blank lines before the first other statement. */
function header(text: string): string {
  return /^(\s*(\/\/[^\n]*|\/\*[\s\S]*?\*\/|import[^'"]*['"][^'"]*['"];?))*/.exec(text)?.[0] ?? ''
}
