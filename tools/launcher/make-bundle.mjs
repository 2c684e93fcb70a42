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

/** Thrown if the sources cannot be bundled. The user is shown only the message. */
export class BundleError extends Error {
  name = 'BundleError'
}

const entry = 'packages/carebench/src/main.ts'
const tsconfig = 'tsconfig.base.json'

/**
 * Files that the bundle depends on besides its sources: the code that builds it, and the list of installed packages.
 */
const makers = [
  'tools/launcher/carebench.mjs',
  'tools/launcher/bundle-cache.mjs',
  'tools/launcher/make-bundle.mjs',
  tsconfig,
  'node_modules/.pnpm/lock.yaml',
]

const loaders = { '.ts': 'ts', '.mts': 'ts', '.cts': 'ts', '.json': 'json' }

/** The variable that replaces `import.meta` in the modules of the bundle. */
const metaName = '$importMeta'

/** After this many milliseconds, a build prints that it is still running. */
const patience = 1000

/** Bundles the command line and everything that it imports into the cache. Returns the folder of the bundle. */
export async function makeBundle(root, say) {
  const timer = setTimeout(() => say('building the command line (once after each source change) …'), patience)
  const { folder: building, isKept } = openFolder(root, say)
  // So other processes do not take the folder for the remains of a killed build, and remove it.
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
 * Creates a folder to build in: in the cache or, if that cannot be written, a temporary one that is removed when this
 * process exits.
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
      // Bundled CommonJS code loads Node's modules with `require`.
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
 * Leaves dynamic imports of installed packages to Node, with the URL of their file: in the bundle, a CommonJS package
 * would have only its default export.
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
 * Reads the files for esbuild, so that the recorded digest of a file is that of the text in the bundle. Modules keep
 * their own `import.meta`, `__dirname` and `__filename`.
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
          // If the error were thrown, esbuild would show the line of this file that threw it.
          return { errors: [{ text: error.message }] }
        }
      })
    },
  }
}

/**
 * Returns the text of a module with definitions of its `import.meta`, or `__dirname` and `__filename`, if it uses them.
 */
function withAddress(text, path) {
  const isModule = /^\s*(import|export)\b/m.test(text)
  const names = [
    ...(/\bimport\s*\.\s*meta\b/.test(text) ? [`const ${metaName} = ${JSON.stringify(readMeta(path))};`] : []),
    ...(/\b__(dir|file)name\b/.test(text) && !isModule
      ? [`var __dirname = ${JSON.stringify(dirname(path))}, __filename = ${JSON.stringify(path)};`]
      : []),
  ]
  if (names.length === 0) return text
  // In the first line, so that all other lines keep their numbers. A hashbang would be a syntax error after them.
  return `${names.join(' ')} ${text.startsWith('#!') ? '//' : ''}${text}`
}

/** Returns the `import.meta` of a module that is not bundled. */
function readMeta(path) {
  return { url: pathToFileURL(path).href, dirname: dirname(path), filename: path }
}

/** Records the stamp and the digest of a file, and returns its text, '' if there is no file. */
function recordFile({ root, files }, path) {
  // The stamp is taken before the file is read, so that the next start notices a change in between.
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
 * Records the folder of an input, the folders above it up to that of its package.json, and the package.json, which says
 * how its modules are loaded.
 */
function recordPlace(inputs, seen, folder) {
  if (seen.has(folder)) return
  seen.add(folder)
  const name = relativeName(inputs.root, folder)
  // Installed packages change only with the lockfile, which is recorded.
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

/** Lists the files of a bundle, each as [name, size]. */
function listOutputs(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter((item) => item.isFile())
  return files.map(({ name }) => [name, readSize(join(folder, name))])
}

/**
 * Renames the folder of a finished bundle. If the new name is taken, that bundle was built from the same sources, and
 * its files are replaced one by one: this repairs a damaged bundle, and processes that run it always find all files.
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
