import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, extname, join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  buildingPrefix,
  cacheFolder,
  digest,
  digestOfFolder,
  holdBundle,
  inputsFile,
  readSize,
  readStamp,
  removeOldBundles,
} from './bundle-cache.mjs'

/** The sources cannot be made into a bundle; the message is all that a user needs. */
export class BundleError extends Error {
  name = 'BundleError'
}

const entry = 'packages/carebench/src/main.ts'
const tsconfig = 'tsconfig.base.json'

/** What the bundle depends on besides what is in it: how it is made, and which packages are installed. */
const makers = [
  'tools/launcher/carebench.mjs',
  'tools/launcher/bundle-cache.mjs',
  'tools/launcher/make-bundle.mjs',
  tsconfig,
  'node_modules/.pnpm/lock.yaml',
]

const loaders = { '.ts': 'ts', '.mts': 'ts', '.cts': 'ts', '.json': 'json' }

/** The name by which a module in the bundle knows what would be its `import.meta`. */
const metaName = '$importMeta'

/** A build that takes longer, in milliseconds, says that it goes on. */
const patience = 1000

/** Bundles the command line and all that it imports into the cache, and answers the folder of the bundle. */
export async function makeBundle(root, say) {
  const timer = setTimeout(() => say('building the command line (once after each source change) …'), patience)
  const { folder: building, isKept } = openFolder(root, say)
  // Nobody takes it for what was left of a build that was ended.
  holdBundle(building)
  try {
    const inputs = { root, files: new Map(), folders: new Map() }
    for (const path of makers) recordFile(inputs, join(root, path))
    await build(root, building, inputs)
    if (!isKept) return building
    const [files, folders] = [[...inputs.files.values()], [...inputs.folders.values()]]
    const outputs = listOutputs(building)
    writeFileSync(join(building, inputsFile), JSON.stringify({ root, outputs, files, folders }))
    const folder = join(cacheFolder(root), computeKey(root, [...files, ...folders]))
    takePlace(building, folder, outputs)
    removeOldBundles(root, folder)
    return folder
  } catch (error) {
    rmSync(building, { recursive: true, force: true })
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A new folder to build in: of the cache or, where that cannot be written, one that this process removes at its end.
 */
function openFolder(root, say) {
  const cache = cacheFolder(root)
  try {
    mkdirSync(cache, { recursive: true })
    return { folder: mkdtempSync(join(cache, buildingPrefix)), isKept: true }
  } catch (error) {
    say(`${cache} cannot be written (${error.code}), so each start builds again.`)
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'carebench-bundle-')))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return { folder, isKept: false }
  }
}

async function build(root, folder, inputs) {
  const esbuild = await loadEsbuild()
  try {
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: { main: entry },
      outdir: folder,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      tsconfig,
      define: { 'import.meta': metaName },
      conditions: ['@carebench/source', 'module'],
      sourcemap: true,
      sourcesContent: false,
      // What was CommonJS asks for the modules of Node by this.
      banner: {
        js: "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);",
      },
      plugins: [lateImports, recordingInputs(inputs)],
      logLevel: 'silent',
    })
  } catch (error) {
    if (!Array.isArray(error.errors)) throw error
    const messages = await esbuild.formatMessages(error.errors, { kind: 'error', color: process.stderr.isTTY === true })
    throw new BundleError(`the sources cannot be built.\n\n${messages.join('').trimEnd()}`)
  }
}

async function loadEsbuild() {
  try {
    return await import('esbuild')
  } catch (error) {
    throw new BundleError(
      `esbuild cannot be loaded (${error.code ?? error.message}). Install the dependencies of the checkout: npx -y pnpm@12.21.0 install`,
    )
  }
}

/**
 * Leaves installed packages that are imported late to Node, by their address: bundled, a package that is CommonJS would
 * have no export but its default.
 */
const lateImports = {
  name: 'late-imports',
  setup(build) {
    build.onResolve({ filter: /^[^./#]/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
      if (kind !== 'dynamic-import' || isBuiltin(path) || pluginData === lateImports) return undefined
      const found = await build.resolve(path, { kind, resolveDir, importer, pluginData: lateImports })
      if (found.errors.length > 0 || !found.path.includes(`${sep}node_modules${sep}`)) return found
      return { path: pathToFileURL(found.path).href, external: true }
    })
  },
}

/**
 * Reads the files for esbuild, so that what is remembered of a file is what was built. Files keep their own addresses.
 */
function recordingInputs(inputs) {
  return {
    name: 'recording-inputs',
    setup(build) {
      const seen = new Set()
      build.onLoad({ filter: /\.([cm]?[jt]s|json)$/ }, ({ path }) => {
        try {
          const text = recordFile(inputs, path)
          recordPlace(inputs, seen, dirname(path))
          return {
            contents: extname(path) === '.json' ? text : withAddress(text, path),
            loader: loaders[extname(path)] ?? 'js',
          }
        } catch (error) {
          if (!(error instanceof BundleError)) throw error
          // esbuild would show the place in this file that threw it.
          return { errors: [{ text: error.message }] }
        }
      })
    },
  }
}

/** The text of a module that knows its own address in the bundle too, in the manner of ES modules or of CommonJS. */
function withAddress(text, path) {
  const isModule = /^\s*(import|export)\b/m.test(text)
  const names = [
    ...(/\bimport\s*\.\s*meta\b/.test(text) ? [`const ${metaName} = ${JSON.stringify(readMeta(path))};`] : []),
    ...(/\b__(dir|file)name\b/.test(text) && !isModule
      ? [`var __dirname = ${JSON.stringify(dirname(path))}, __filename = ${JSON.stringify(path)};`]
      : []),
  ]
  if (names.length === 0) return text
  // They stand in the first line, so that all others keep their numbers; there a hashbang would be a fault.
  return `${names.join(' ')} ${text.startsWith('#!') ? '//' : ''}${text}`
}

/** What `import.meta` holds in a module that is not bundled. */
function readMeta(path) {
  return { url: pathToFileURL(path).href, dirname: dirname(path), filename: path }
}

/** Remembers a file as it is, and answers its text; '' if there is none. */
function recordFile({ root, files }, path) {
  // The stamp is taken before the file is read: a change in between is then seen at the next start.
  const stamp = readStamp(path)
  const name = relativeName(root, path)
  const text = stamp === 'absent' ? '' : readText(path, name)
  files.set(name, [name, stamp, stamp === 'absent' ? stamp : digest(text)])
  return text
}

function readText(path, name) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new BundleError(`${name} cannot be read as a file (${error.code}).`)
  }
}

/**
 * Remembers the folder of an input, with those above it in its package, and the package.json that says how it is taken.
 */
function recordPlace(inputs, seen, folder) {
  if (seen.has(folder)) return
  seen.add(folder)
  const name = relativeName(inputs.root, folder)
  // Of what stands in installed packages the lockfile tells.
  if (!name.includes('node_modules')) inputs.folders.set(name, [name, readStamp(folder), digestOfFolder(folder)])
  const manifest = join(folder, 'package.json')
  if (readStamp(manifest) === 'absent') recordPlace(inputs, seen, dirname(folder))
  else recordFile(inputs, manifest)
}

function relativeName(root, path) {
  return relative(root, path).replaceAll(sep, '/')
}

function computeKey(root, entries) {
  return digest([root, ...entries.map(([name, , content]) => `${name} ${content}`).sort()].join('\n'))
}

/** The files of a bundle, each with its size. */
function listOutputs(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter((item) => item.isFile())
  return files.map(({ name }) => [name, readSize(join(folder, name))])
}

/**
 * Gives a bundle its name. If there is one of that name already, it was made of the same content, and its files are
 * replaced one by one: so what is damaged heals, and processes that run it find all of it at any time.
 */
function takePlace(building, folder, outputs) {
  try {
    renameSync(building, folder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error
    for (const [name] of outputs) renameSync(join(building, name), join(folder, name))
    renameSync(join(building, inputsFile), join(folder, inputsFile))
    rmSync(building, { recursive: true, force: true })
  }
}
